package svcx

import "testing"

// D 6: a sign-in link never redirects to another server.
func TestLocalPath(t *testing.T) {
	for path, want := range map[string]string{
		"/app/a/inbox?x=1#y": "/app/a/inbox?x=1#y", "/": "/", "/a//b": "/a//b", "/é": "/é",
		"": "/", "app": "/", "//evil.example": "/", `/\evil.example`: "/", "https://evil.example": "/", "javascript:x": "/",
		"/\t/evil.example": "/", "/\n/evil.example": "/", "/a\r\nSet-Cookie: x": "/", "\\/evil": "/", " /a": "/", "/\x00": "/",
	} {
		if got := LocalPath(path); got != want {
			t.Errorf("%q leads to %q, not %q", path, got, want)
		}
	}
}

// D 6.
func TestSessionAlive(t *testing.T) {
	s := &Session{CreatedAt: 0, LastSeenAt: 0}
	if !s.Alive(Time(0).Add(SessionIdle)-1) || s.Alive(Time(0).Add(SessionIdle)) {
		t.Error("idle time")
	}
	s.LastSeenAt = Time(0).Add(SessionLife)
	if !s.Alive(Time(0).Add(SessionLife)-1) || s.Alive(Time(0).Add(SessionLife)) {
		t.Error("time in all")
	}
}
