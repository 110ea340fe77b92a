package richtext

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Mails of 5 KB, 100 KB and 1 MB: replies and newsletters, again and again.
func BenchmarkHTML(b *testing.B) {
	b.Run("newsletter", func(b *testing.B) {
		forSizes(b, "testdata/mail/newsletter.html", func(s string) { HTML(s, media) })
	})
	b.Run("reply", func(b *testing.B) {
		forSizes(b, "testdata/mail/gmail-reply.html", func(s string) { HTML(s, media) })
	})
}

func BenchmarkText(b *testing.B) {
	forSizes(b, "testdata/mail/plain-interleaved.txt", func(s string) { Text(s) })
}

func BenchmarkMarkdown(b *testing.B) {
	text := read(b, "testdata/mail/answer.md")
	for _, n := range []int{1, 8} {
		s := strings.Repeat(text+"\n\n", n)
		b.Run(fmt.Sprintf("%dB", len(s)), func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Markdown(s, media)
			}
		})
	}
}

// BenchmarkLine is what a row of a list costs.
func BenchmarkLine(b *testing.B) {
	html, text := read(b, "testdata/mail/newsletter.html"), read(b, "testdata/mail/plain-reply.txt")
	b.Run("html", func(b *testing.B) {
		for b.Loop() {
			HTMLLine(html, 120)
		}
	})
	b.Run("text", func(b *testing.B) {
		for b.Loop() {
			TextLine(text, 120)
		}
	})
	b.Run("name", func(b *testing.B) {
		for b.Loop() {
			Name("Łucja Nowak 王伟")
		}
	})
}

func forSizes(b *testing.B, path string, f func(string)) {
	text := read(b, path)
	for _, size := range []int{5_000, 100_000, 1_000_000} {
		s := strings.Repeat(text, size/len(text)+1)[:size]
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				f(s)
			}
		})
	}
}

func read(b *testing.B, path string) string {
	b.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}
