package richtext

import (
	"strings"
	"testing"
)

// pages.md, "Outside text": what is invisible is shown where it may deceive.
func TestNames(t *testing.T) {
	for _, test := range []struct{ given, name, file string }{
		{"Anna Nowak", "Anna Nowak", "Anna Nowak"},
		{"  Anna \t\n Nowak ", "Anna Nowak", "Anna Nowak"},
		{"Łucja 王伟 نور", "Łucja 王伟 نور", "Łucja 王伟 نور"},
		{"Pay\u200bPal", "Pay[U+200B]Pal", "Pay[U+200B]Pal"},
		{"\u202egpj.exe", "[U+202E]gpj.exe", "[U+202E]gpj.exe"},
		{"\u200fنور\u200f", "نور", "[U+200F]نور[U+200F]"},
		{"می\u200cخواهم", "می\u200cخواهم", "می\u200cخواهم"},
		{"a\u200db", "a[U+200D]b", "a[U+200D]b"},
		{"👩\u200d👧 ❤\ufe0f", "👩\u200d👧 ❤\ufe0f", "👩\u200d👧 ❤\ufe0f"},
		{"\u3164", "[U+3164]", "[U+3164]"},
		{"a\x00b\x1b[1m", "a[U+0000]b[U+001B][1m", "a[U+0000]b[U+001B][1m"},
		{"e\u0301\u0302\u0303\u0304\u0305\u0306", "e\u0301\u0302\u0303\u0304", "e\u0301\u0302\u0303\u0304"},
		{"report.pdf" + strings.Repeat(" ", 99) + ".exe", "report.pdf .exe", "report.pdf .exe"},
	} {
		if got := Name(test.given); got != test.name {
			t.Errorf("Name(%q) = %q, want %q", test.given, got, test.name)
		}
		if got := FileName(test.given); got != test.file {
			t.Errorf("FileName(%q) = %q, want %q", test.given, got, test.file)
		}
	}
	if got := FileName(strings.Repeat("a", 500) + ".exe"); !strings.HasSuffix(got, ".exe") || len(got) > 130 {
		t.Errorf("a long name of a file is %q", got)
	}
}

func TestHost(t *testing.T) {
	for given, want := range map[string]string{
		"Example.COM": "example.com", "bücher.example": "bücher.example", "xn--bcher-kva.example": "bücher.example", "例え.jp": "例え.jp",
		"раураӏ.com":            "xn--80aa0cbo65f.com", // Cyrillic alone, drawn as Latin
		"pаypal.com":            "xn--pypal-4ve.com",   // one letter of it
		"почта.рф":              "почта.рф",
		"faceb\u03bfok.example": "xn--facebok-dpf.example",
		"a.example.":            "a.example", "[::1]": "[::1]",
	} {
		if got := Host(given); got != want {
			t.Errorf("Host(%q) = %q, want %q", given, got, want)
		}
	}
}

func TestLinks(t *testing.T) {
	for given, want := range map[string]string{ // the targets, in order
		"see https://a.example/x.":                  "https://a.example/x",
		"(https://a.example/x_(y))":                 "https://a.example/x_(y)",
		"https://a.example, http://b.example!":      "https://a.example/ http://b.example/",
		"www.a.example/b?c=d&e":                     "http://www.a.example/b?c=d&e",
		"WWW.A.EXAMPLE":                             "http://www.a.example/",
		"mailto:jo@a.example?bcc=x@b.example":       "mailto:jo@a.example",
		"Jo <jo@a.example>":                         "mailto:jo@a.example",
		"jo.o'neil+x@a.example.":                    "mailto:jo.o%27neil+x@a.example",
		"https://u:p@a.example/":                    "https://a.example/",
		"https://bücher.example/ä":                  "https://xn--bcher-kva.example/%C3%A4",
		"链接https://a.example/x，对吗":                  "https://a.example/x",
		"„https://a.example/x“":                     "https://a.example/x",
		"*https://a.example/x*":                     "https://a.example/x",
		"https://a.example/?q=[1]&x={y}":            "https://a.example/?q=[1]&x={y}",
		"javascript:https://a.example":              "https://a.example/",
		"xhttps://a.example ftp://a.example www.":   "",
		"https:// http://. https://a.example:99999": "",
		"a@b @a.example file.txt 1.2.3.4":           "",
	} {
		var got []string
		body := string(Text(given).Body)
		for _, part := range strings.Split(body, ` href="`)[1:] {
			href, _, _ := strings.Cut(part, `"`)
			got = append(got, strings.NewReplacer("&amp;", "&", "&#39;", "'").Replace(href))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q leads to %q, want %q", given, got, want)
		}
	}
}

// A link whose text names another place shows where it leads.
func TestDeceivingLinks(t *testing.T) {
	for _, test := range []struct {
		text, href string
		host       string // that is shown, "" if none
	}{
		{"click here", "https://evil.example/", ""},
		{"a.example", "https://a.example/x", ""},
		{"a.example", "https://www.a.example/x", ""},
		{"www.a.example", "https://a.example/x", ""},
		{"a.example", "https://click.a.example/", ""},
		{"login.a.example", "https://a.example/", "a.example"},
		{"a.example", "https://a.example.evil.example/", "a.example.evil.example"},
		{"https://a.example/login", "https://evil.example/", "evil.example"},
		{"Go to A.EXAMPLE!", "https://evil.example/", "evil.example"},
		{"a\u00ad.example", "https://evil.example/", "evil.example"},
		{"a。example", "https://evil.example/", "evil.example"},
		{"report.pdf", "https://a.example/report.pdf", ""},
		{"jo@a.example", "mailto:jo@a.example", ""},
		{"jo@a.example", "mailto:evil@evil.example", "evil@evil.example"},
		{"jo@a.example", "https://evil.example/", "evil.example"},
		{"version 1.2.3", "https://a.example/", ""},
		{"x", "https://a.example@evil.example/", "evil.example"},
	} {
		body := string(HTML(`<a href="`+test.href+`">`+test.text+`</a>`, nil).Body)
		if got := strings.Contains(body, "rt-host"); got != (test.host != "") || !strings.Contains(body, test.host) {
			t.Errorf("%q to %s: %s", test.text, test.href, body)
		}
	}
}

// Mail programs say in their language that somebody wrote.
func TestAttributions(t *testing.T) {
	for _, line := range []string{
		"On Tue, 24 Nov 2026 at 10:12, Support <s@a.example> wrote:", "Am 24.11.2026 um 10:12 schrieb Support <s@a.example>:", "Le mar. 24 nov. 2026 à 10:12, Support <s@a.example> a écrit :",
		"El mar, 24 nov 2026 a las 10:12, Support (<s@a.example>) escribió:", "Il giorno mar 24 nov 2026 alle ore 10:12 Support <s@a.example> ha scritto:", "Em ter., 24 de nov. de 2026 às 10:12, Support <s@a.example> escreveu:",
		"Op di 24 nov 2026 om 10:12 schreef Support <s@a.example>:", "Den tis 24 nov. 2026 kl 10:12 skrev Support <s@a.example>:", "ti 24. marrask. 2026 klo 10.12 Support (s@a.example) kirjoitti:",
		"wt., 24 lis 2026 o 10:12 Support <s@a.example> napisał(a):", "út 24. 11. 2026 v 10:12 odesílatel Support <s@a.example> napsal:", "Support <s@a.example> ezt írta (időpont: 2026. nov. 24., K, 10:12):",
		"mar., 24 nov. 2026, 10:12 Support <s@a.example> a scris:", "Support <s@a.example>, 24 Kas 2026 Sal, 10:12 tarihinde şunu yazdı:", "вт, 24 нояб. 2026 г. в 10:12, Support <s@a.example>:",
		"вт, 24 лист. 2026 р. о 10:12 Support <s@a.example> пише:", "Στις Τρί 24 Νοε 2026 στις 10:12, ο χρήστης Support <s@a.example> έγραψε:", "2026年11月24日(火) 10:12 Support <s@a.example>:",
		"Support <s@a.example> 于2026年11月24日周二 10:12写道：", "2026년 11월 24일 (화) 오전 10:12, Support <s@a.example>님이 작성:", "Vào Th 3, 24 thg 11, 2026 vào lúc 10:12 Support <s@a.example> đã viết:",
	} {
		shown := Text("Thanks\n\n" + line + "\n> old\n")
		if shown.Body != "Thanks" || !strings.Contains(string(shown.Quoted), "old") {
			t.Errorf("%s: body %s, quoted %s", line, shown.Body, shown.Quoted)
		}
		html := HTML("<div>Thanks</div><div>"+strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(line)+"</div><blockquote>old</blockquote>", nil)
		if html.Body != "<div>Thanks</div>" {
			t.Errorf("%s in HTML: %s", line, html.Body)
		}
	}
	for _, text := range []string{"He wrote:\n> x\nI agree", "The steps are:\none\ntwo", "From: Paris\nto Rome", "Price: 10:30\nmore", "On Monday I wrote: hello", "> only a quote"} {
		if shown := Text(text); shown.Quoted != "" {
			t.Errorf("%q: %q is folded", text, shown.Quoted)
		}
	}
}

// What was removed is counted, with hosts.
func TestRemoved(t *testing.T) {
	got := HTML(`<script></script><p onclick=x onload=y><form><input></form><iframe src=https://f.example></iframe><meta http-equiv=refresh content=0><a href=javascript:x>y</a>
		<img src=https://t.example/1 width=1><td background=https://b.example/1><p style="background:url('https://b.example/2')"><img src=https://i.example/1><img src=https://i.example/2>
		<video src=https://v.example/1></video><svg></svg><div hidden>secret</div><style>@media{}</style><img src=data:image/svg+xml,x>`, nil).Removed
	want := map[RemovedKind]string{
		RemovedScripts: "", RemovedHandlers: "", RemovedForms: "", RemovedFrames: "f.example", RemovedRedirects: "", RemovedLinks: "", RemovedTrackers: "t.example",
		RemovedBackgrounds: "b.example", RemovedImages: "i.example", RemovedMedia: "v.example", RemovedDrawings: "", RemovedHidden: "", RemovedStyles: "", RemovedEmbedded: "",
	}
	for _, r := range got {
		if hosts, known := want[r.Kind]; !known || strings.Join(r.Hosts, " ") != hosts || r.Count < 1 || r.Count > 2 {
			t.Errorf("%+v", r)
		}
		delete(want, r.Kind)
	}
	for kind := range want {
		t.Errorf("nothing says %s", kind)
	}
}

func TestFallback(t *testing.T) {
	for name, test := range map[string]struct {
		shown Shown
		want  Fallback
	}{
		"large HTML":       {HTML(strings.Repeat("<p>x", MaxHTML/4+1), nil), FallbackLarge},
		"deep HTML":        {HTML(strings.Repeat("<div>", 600)+"x", nil), FallbackDeep},
		"complex HTML":     {HTML(strings.Repeat("<font color=a><b><i>x<p>", 2000), nil), FallbackComplex},
		"large Markdown":   {Markdown(strings.Repeat("x ", MaxMarkdown), nil), FallbackLarge},
		"complex Markdown": {Markdown(strings.Repeat("[a](", 1000), nil), FallbackComplex},
		"HTML":             {HTML("<p>x", nil), ""},
	} {
		if test.shown.Fallback != test.want || !strings.Contains(string(test.shown.Body), "x") && name != "complex Markdown" {
			t.Errorf("%s: fallback %q, body %.100q", name, test.shown.Fallback, test.shown.Body)
		}
	}
}
