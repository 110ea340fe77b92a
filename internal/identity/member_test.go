package identity

import (
	"bytes"
	"log/slog"
	"testing"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
)

// When a member was last there is known at once, written every few minutes, and kept while the
// database is unavailable; the outage, which the store logs, is not logged again.
func TestPresence(t *testing.T) {
	var log bytes.Buffer
	now := time.UnixMilli(1_800_000_000_000)
	clock := func() time.Time { return now }
	db := storetest.Open(t, store.Options{Dir: t.TempDir()})
	s := New(inbox.New(inbox.Options{DB: db, Now: clock, Log: slog.New(slog.NewTextHandler(&log, nil))}), nil)
	w := &svcx.Workspace{Slug: "shop", Name: "Shop", Form: svcx.FormB, Plan: svcx.PlanFree}
	var user svcx.UserID
	if err := db.Write(t.Context(), 0, func(tx *store.Tx) error {
		err := tx.InsertWorkspace(w)
		if err == nil {
			user, err = tx.AddMember(w.ID, "ada@example.com", "", svcx.RoleAdmin, s.core.Now())
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	session := &svcx.Session{User: svcx.User{ID: user}}
	stored := func() svcx.Time {
		t.Helper()
		all, err := store.PeopleOf(db.Read(t.Context())).Presences(w.ID)
		if err != nil {
			t.Fatal(err)
		}
		return *all[user].LastSeenAt
	}
	seen := func() svcx.Time {
		t.Helper()
		all, err := s.Presences(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		return *all[user].LastSeenAt
	}
	come := func() {
		t.Helper()
		if _, err := s.MemberBy(t.Context(), w, session); err != nil {
			t.Fatal(err)
		}
	}
	s.writePresence(t.Context()) // there is nothing yet
	if seen() != 0 {
		t.Error("seen before they came")
	}
	come()
	first := s.core.Now()
	if seen() != first || stored() != 0 {
		t.Errorf("seen at %d, stored %d", seen(), stored())
	}
	s.writePresence(t.Context())
	now = now.Add(seenInterval - time.Second)
	come()
	s.writePresence(t.Context())
	if stored() != first {
		t.Error("it is written too often")
	}
	now = now.Add(time.Second)
	come()
	s.writePresence(t.Context())
	if stored() != s.core.Now() {
		t.Error("it is not written after some minutes")
	}
	other := w.ID + 1
	if _, err := s.MemberBy(t.Context(), w, &svcx.Session{User: session.User, Workspace: &other}); svcx.KindOf(err) != svcx.KindNotFound {
		t.Errorf("a session of another workspace: %v", err)
	}

	now = now.Add(seenInterval)
	come()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.writePresence(t.Context())
	}
	if s.present.last(presence{w.ID, user}) != s.core.Now() {
		t.Error("the time is lost")
	}
	if log.Len() > 0 {
		t.Errorf("log: %s", log.String())
	}
}

// A link that an admin was to pass on still signed in as the member after the member had come
// by another one, or had been removed.
func TestPassedOnLinkEndsWithTheInvitation(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		now := time.UnixMilli(1_800_000_000_000)
		s := New(inbox.New(inbox.Options{DB: db, Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)}), nil)
		w := &svcx.Workspace{Slug: "shop", Name: "Shop", Form: svcx.FormB, Plan: svcx.PlanFree}
		write := func(fn func(*store.Tx) error) {
			t.Helper()
			if err := db.Write(t.Context(), 0, fn); err != nil {
				t.Fatal(err)
			}
		}
		write(func(tx *store.Tx) error { return tx.InsertWorkspace(w) })
		add := func(email string) (m *svcx.Member) {
			t.Helper()
			write(func(tx *store.Tx) error {
				id, err := tx.AddMember(w.ID, email, "", svcx.RoleAgent, s.core.Now())
				if err == nil {
					m, err = tx.Member(w.ID, id)
				}
				return err
			})
			return m
		}
		linkTo := func(m *svcx.Member) (link LoginLink) {
			t.Helper()
			write(func(tx *store.Tx) (err error) {
				link, err = s.LinkTo(tx, w, m)
				return err
			})
			return link
		}
		signIn := func(link LoginLink) (*svcx.Session, error) {
			cookie, _, err := s.SignIn(t.Context(), SignIn{Token: link.Token})
			if err != nil {
				return nil, err
			}
			return s.Session(t.Context(), cookie)
		}
		ada, bob := add("ada@example.com"), add("bob@example.com")
		first, second, third, removed := linkTo(ada), linkTo(ada), linkTo(ada), linkTo(bob)
		session, err := signIn(first)
		if err != nil {
			t.Fatal(err)
		}
		// Nobody has come yet: the answer may have been lost.
		if _, err := signIn(second); err != nil {
			t.Errorf("before they came: %v", err)
		}
		if _, err := s.MemberBy(t.Context(), w, session); err != nil {
			t.Fatal(err)
		}
		write(func(tx *store.Tx) error { return tx.RemoveMember(w.ID, bob.ID) })
		for _, link := range []LoginLink{first, third, removed} {
			if _, err := signIn(link); svcx.KindOf(err) != svcx.KindUnauthorized {
				t.Errorf("%v", err)
			}
		}
	})
}
