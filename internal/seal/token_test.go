package seal

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"
)

func TestKeysAndTokens(t *testing.T) {
	tests := []struct {
		name   string
		make   func() string
		want   string
		apiKey bool
	}{
		{"API key", NewAPIKey, `^svcx_sk_[0-9a-f]{40}$`, true},
		{"channel key", NewChannelKey, `^svcx_[0-9a-f]{40}$`, false},
		{"token", NewToken, `^[A-Za-z0-9_-]{43}$`, false},
	}
	for _, tt := range tests {
		want := regexp.MustCompile(tt.want)
		seen := map[string]bool{}
		for range 200 {
			s := tt.make()
			if !want.MatchString(s) || seen[s] {
				t.Fatalf("%s: %q does not match %s, or was returned twice", tt.name, s, tt.want)
			}
			if LooksLikeAPIKey(s) != tt.apiKey {
				t.Fatalf("%s: %q looks like an API key: %v", tt.name, s, !tt.apiKey)
			}
			seen[s] = true
		}
	}
	if n := len(NewAPIKey()); n != 48 {
		t.Errorf("an API key has %d characters, R 2.5 says 48", n)
	}
}

func TestLooksLikeAPIKey(t *testing.T) {
	digits := strings.Repeat("0123456789abcdef", 3)[:40]
	for _, s := range []string{
		"", "svcx_sk_", digits, "svcx_" + digits, "svcx_sk_" + digits[1:], "svcx_sk_" + digits + "0",
		"SVCX_SK_" + digits, "svcx_sk_" + strings.ToUpper(digits), "svcx_sk_" + digits[:39] + "g",
		" svcx_sk_" + digits[1:], "svcx_sk_" + digits[:38] + "é", "svcx_sk_" + digits[:39] + "\n",
	} {
		if LooksLikeAPIKey(s) {
			t.Errorf("%q is accepted", s)
		}
	}
	if !LooksLikeAPIKey("svcx_sk_" + digits) {
		t.Error("a valid key is refused")
	}
}

func TestHashIsSHA256(t *testing.T) {
	if got := Hash("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" { // FIPS 180-2
		t.Error(got)
	}
}

// D 4: signing secrets have the format of Standard Webhooks.
func TestNewSigningSecret(t *testing.T) {
	secret := NewSigningSecret()
	encoded, ok := strings.CutPrefix(secret, "whsec_")
	key, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || len(key) != 32 {
		t.Errorf("%s: %d bytes, %v", secret, len(key), err)
	}
	if secret == NewSigningSecret() {
		t.Error("the same secret twice")
	}
}
