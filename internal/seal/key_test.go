package seal

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

func TestParseKey(t *testing.T) {
	raw := bytes.Repeat([]byte{0xfb, 0xff, 0x3e}, 11)[:32] // + and / in base64
	std, url := base64.StdEncoding.EncodeToString(raw), base64.URLEncoding.EncodeToString(raw)
	if std == url {
		t.Fatal("the sample is the same in both alphabets")
	}
	for _, s := range []string{
		std, url, strings.TrimRight(std, "="), strings.TrimRight(url, "="), " " + std + "\r\n",
	} {
		k, err := ParseKey(s)
		if err != nil || k.secret() != [keySize]byte(raw) {
			t.Errorf("%q: %v", s, err)
		}
	}
	plain := strings.TrimRight(std, "=")
	last := plain[:42] + "B" // has unused bits
	for _, s := range []string{
		"", "=", "secret", std[1:], "A" + plain, hex.EncodeToString(raw), base64.StdEncoding.EncodeToString(raw[:31]),
		base64.StdEncoding.EncodeToString(append(raw, 1)), plain[:20] + "!" + plain[21:],
		plain[:20] + "\n" + plain[21:], plain[:20] + "\n" + plain[20:], last, strings.Repeat("A", 43),
	} {
		k, err := ParseKey(s)
		if err == nil || k.secret != nil {
			t.Errorf("%q is accepted", s)
		} else if len(s) > 4 && strings.Contains(err.Error(), s[:4]) {
			t.Errorf("the error shows the key: %v", err)
		}
	}
}

func TestKeyNeverShowsItself(t *testing.T) {
	k := NewKey()
	box, err := NewSealer(k)
	if err != nil {
		t.Fatal(err)
	}
	type config struct {
		Key    Key
		Ptr    *Key
		hidden Key
		box    *Sealer
	}
	c := config{k, &k, k, box}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%o", "%b", "%t", "%p", "% x", "%5.2v", "%w"} {
		for _, v := range []any{k, &k, c, &c, []Key{k}, map[string]Key{"a": k}, c.hidden, box, *box} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
	}
	for _, log := range []*slog.Logger{slog.New(slog.NewJSONHandler(&out, nil)), slog.New(slog.NewTextHandler(&out, nil))} {
		log.Info("start", "key", k, "ptr", &k, "config", c, "box", box)
	}
	for _, v := range []any{k, &k, c, map[string]*Key{"a": &k}, box} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(b, '\n'))
	}
	fmt.Fprintln(&out, k.String(), k.GoString())

	whole := k.secret()
	secret := whole[:8]
	for form, s := range map[string]string{
		"base64":              k.encode()[:10],
		"raw":                 string(secret),
		"hex":                 hex.EncodeToString(secret),
		"HEX":                 strings.ToUpper(hex.EncodeToString(secret)),
		"decimal":             strings.Trim(fmt.Sprint(secret), "[]"),
		"Go":                  strings.TrimSuffix(strings.TrimPrefix(fmt.Sprintf("%#v", secret), "[]byte{"), "}"),
		"spaced":              fmt.Sprintf("% x", secret),
		"octal":               strings.Trim(fmt.Sprintf("%o", secret), "[]"),
		"binary":              strings.Trim(fmt.Sprintf("%b", secret), "[]"),
		"words":               fmt.Sprintf("%d %d", binary.BigEndian.Uint32(secret), binary.BigEndian.Uint32(secret[4:])),
		"little-endian words": fmt.Sprintf("%d %d", binary.LittleEndian.Uint32(secret), binary.LittleEndian.Uint32(secret[4:])),
	} {
		if strings.Contains(out.String(), s) {
			t.Errorf("the key shows as %s", form)
		}
	}
	if !strings.Contains(out.String(), redacted) {
		t.Error("nothing printed")
	}
}

func TestKeyID(t *testing.T) {
	a, b := NewKey(), NewKey()
	if a.ID() == b.ID() || len(a.ID()) != 16 {
		t.Errorf("ids %s, %s", a.ID(), b.ID())
	}
	// Ids are stored in every sealed value and must never change.
	if got := exampleKey(t).ID(); got != "87ece7c3ffcc65c2" {
		t.Errorf("id of the example is %s", got)
	}
}
