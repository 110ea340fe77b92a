package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/spf13/pflag"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/app"
	"svcx/internal/files/s3test"
	"svcx/internal/inbox"
	"svcx/internal/store/pgtest"
)

// server is a service in this process.
type server struct {
	*app.App
	url  string
	stop func()
}

func startServer(t *testing.T, args ...string) *server {
	t.Helper()
	c := configured(t, args...)
	ctx, stop := context.WithCancel(context.Background())
	a, err := app.Open(ctx, c, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	s := &server{App: a}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		err := a.Serve(ctx, func(url string) { ready <- url })
		ended <- errors.Join(err, a.Close())
	}()
	s.stop = sync.OnceFunc(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.stop)
	select {
	case s.url = <-ready:
	case err := <-ended:
		t.Fatal(err)
	}
	return s
}

func configured(t *testing.T, args ...string) app.Config {
	t.Helper()
	var config app.Config
	settings := config.Settings()
	flags := pflag.NewFlagSet("svcx", pflag.ContinueOnError)
	settings.AddTo(flags)
	err := flags.Parse(append([]string{"--rate-limit", "0", "--addr", "127.0.0.1:0", "--outbound-allow-http", "--outbound-allow-cidrs", "127.0.0.0/8"}, args...))
	if err == nil {
		err = settings.Read(os.Getenv)
	}
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// receiver counts the events that it gets.
func receiver(t *testing.T) (url string, events func() int64, got <-chan struct{}) {
	var n atomic.Int64
	first := make(chan struct{}, 1)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if bytes.Contains(body, []byte(`"conversation.resolved"`)) {
			n.Add(1)
			select {
			case first <- struct{}{}:
			default:
			}
		}
	}))
	t.Cleanup(s.Close)
	return s.URL, n.Load, first
}

// channel creates a workspace with a channel.
func (s *server) channel(t *testing.T, webhook string) (w *svcx.Workspace, post func(id int) error) {
	t.Helper()
	w, err := s.Admin.CreateWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, admin.NewWorkspace{Slug: "acme", Name: "Acme", Form: svcx.FormB, Plan: svcx.PlanFree, AdminEmail: "ada@example.com"})
	if err != nil {
		t.Fatal(err)
	}
	settings := svcx.DefaultSettings()
	settings.WebhookURL = webhook
	ch, key, err := s.Admin.CreateChannel(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator}, svcx.ChannelDraft{Name: "Web", Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	return w, func(id int) error {
		body := fmt.Sprintf(`{"messageId":"m%d","conversationId":"c%d","content":"Hello","from":{"externalId":"p%d","name":"Pia"}}`, id, id, id)
		q, err := http.NewRequest("POST", fmt.Sprintf("%s/api/webhooks/custom/%d", s.url, ch.ID), strings.NewReader(body))
		if err != nil {
			return err
		}
		q.Header.Set("X-Svcx-Api-Key", key)
		q.Header.Set("Content-Type", "application/json")
		answer, err := http.DefaultClient.Do(q)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return fmt.Errorf("answered %s", answer.Status)
		}
		return nil
	}
}

// I backup: while messages come, it has each one that was acknowledged before it began. A
// restored copy sends no event before outbound resume, and then those that wait.
func TestBackupUnderLoad(t *testing.T) {
	t.Run("file", func(t *testing.T) { backUpUnderLoad(t, "b.tar") })
	t.Run("storage", func(t *testing.T) { backUpUnderLoad(t, s3test.New(t).Address("backups/b.tar")) })
}

func backUpUnderLoad(t *testing.T, place string) {
	bare(t)
	url, events, got := receiver(t)
	s := startServer(t, "--data-dir", "data")
	w, post := s.channel(t, url)

	var next, acknowledged atomic.Int64
	stop := make(chan struct{})
	var writers sync.WaitGroup
	enough := make(chan struct{}, 1)
	for range 4 {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := post(int(next.Add(1))); err != nil {
					t.Error(err)
					return
				}
				if acknowledged.Add(1) == 200 {
					enough <- struct{}{}
				}
			}
		})
	}
	<-enough
	// An event that waits: the receiver gets none before it is resumed.
	if _, err := s.Admin.PauseOutbound(t.Context()); err != nil {
		t.Fatal(err)
	}
	call := inbox.Call{Workspace: w, Actor: inbox.Operator}
	if _, err := s.Messaging.Resolve(t.Context(), call, 1); err != nil {
		t.Fatal(err)
	}
	before := acknowledged.Load()
	made := runs(t, "--data-dir", "data", "backup", "--to", place)
	close(stop)
	writers.Wait()
	s.stop()
	if made.code != 0 {
		t.Fatalf("%+v", made)
	}
	if info, err := os.Stat(place); place == "b.tar" && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("%v %v", info, err)
	}
	if shown := made.stdout + made.stderr; strings.Contains(shown, s3test.Secret) {
		t.Errorf("the key is shown: %s", shown)
	}
	left, _ := filepath.Glob(".*")
	if beside, _ := filepath.Glob("data/.*"); len(left)+len(beside) > 0 {
		t.Errorf("left behind: %v", left)
	}

	copyKey(t, "data", "copy")
	if a := runs(t, "--data-dir", "copy", "restore", "--from", place); a.code != 0 || !strings.Contains(a.stdout, "svcx outbound resume") {
		t.Fatalf("%+v", a)
	}
	s = startServer(t, "--data-dir", "copy")
	list, err := s.Messaging.Conversations(t.Context(), w, svcx.ConversationFilter{}, svcx.Page{Limit: 1})
	if err != nil || int64(list.Total) < before {
		t.Errorf("%d conversations, %d were acknowledged: %v", list.Total, before, err)
	}
	if a := runs(t, "--data-dir", "copy", "outbound", "status", "--json"); !strings.Contains(a.stdout, `"paused":true`) || !strings.Contains(a.stdout, `"waiting":1`) {
		t.Errorf("%+v", a)
	}
	if n := events(); n != 0 {
		t.Errorf("%d events were sent by the copy", n)
	}
	if a := runs(t, "--data-dir", "copy", "outbound", "resume"); a.code != 0 {
		t.Errorf("%+v", a)
	}
	<-got
}

// copyKey puts the master key of a data folder into another.
func copyKey(t *testing.T, from, to string) {
	t.Helper()
	key, err := os.ReadFile(filepath.Join(from, "master.key"))
	if err == nil {
		err = errors.Join(os.MkdirAll(to, 0o700), os.WriteFile(filepath.Join(to, "master.key"), key, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// I restore: it refuses without the master key, or into a folder in use; without secrets it
// says what is missing. What it refuses leaves the folder as it was.
func TestRestoreRefuses(t *testing.T) {
	bare(t)
	for _, args := range [][]string{
		{"migrate"}, {"workspace", "create", "--slug", "acme", "--name", "Acme"}, {"channel", "create", "--workspace", "acme", "--name", "Web"},
		{"channel", "signing-secret", "--workspace", "acme", "--id", "1"}, {"backup", "--to", "b.tar"},
	} {
		succeeds(t, args...)
	}
	refused := func(want string, args ...string) {
		t.Helper()
		if a := runs(t, args...); a.code != exitFailed || !strings.Contains(a.stderr, want) {
			t.Errorf("%+v, want %s", a, want)
		}
	}
	refused("b.tar is there already", "backup", "--to", "b.tar")
	refused("--without-secrets", "--data-dir", "copy", "restore", "--from", "b.tar")
	refused("holds more than a key file", "restore", "--from", "b.tar")
	refused("PostgreSQL", "--database-url", "postgres://127.0.0.1/x", "restore", "--from", "b.tar")
	if left, _ := filepath.Glob("copy/*"); len(left) > 1 {
		t.Errorf("left behind: %v", left)
	}
	a := runs(t, "--data-dir", "copy", "restore", "--from", "b.tar", "--without-secrets", "--json")
	if a.code != 0 || !strings.Contains(a.stdout, `"signingSecrets":1`) {
		t.Errorf("%+v", a)
	}
	// The copy is usable, with a master key of its own.
	succeeds(t, "--data-dir", "copy", "channel", "signing-secret", "--workspace", "acme", "--id", "1")
}

// I backup: without --to it goes below SVCX_BACKUP_URL, under a new name, which is printed; a
// name there is what restore takes. What is refused leaves nothing, in the storage and in the folder,
// and shows no key.
func TestBackupInStorage(t *testing.T) {
	bare(t)
	succeeds(t, "migrate")
	succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
	server := s3test.New(t)
	refused := func(code int, want string, args ...string) {
		t.Helper()
		a := runs(t, args...)
		if a.code != code || !strings.Contains(a.stderr, want) || strings.Contains(a.stderr+a.stdout, s3test.Secret) {
			t.Errorf("svcx %v: %+v, want %d, %s", args, a, code, want)
		}
	}
	refused(exitUsage, "SVCX_BACKUP_URL", "backup")
	refused(exitUsage, "SVCX_BACKUP_URL", "backup", "--to", "s3:b.tar")
	refused(exitUsage, "must name an object", "backup", "--to", server.Address(""))
	refused(exitUsage, "must look like s3://", "restore", "--from", "s3://host/bucket/x")

	t.Setenv("SVCX_BACKUP_URL", server.Address("nightly"))
	var made struct {
		File string
		Size int
	}
	a := runs(t, "backup", "--json")
	if err := json.Unmarshal([]byte(a.stdout), &made); a.code != 0 || err != nil {
		t.Fatalf("%+v %v", a, err)
	}
	names := server.Names()
	if len(names) != 1 || !regexp.MustCompile(`^nightly/svcx-\d{8}T\d{6}Z\.tar$`).MatchString(names[0]) || !strings.HasSuffix(made.File, "/bucket/"+names[0]) || len(server.Object(names[0])) != made.Size {
		t.Fatalf("%+v, stored %v", made, names)
	}
	if strings.Contains(a.stdout+a.stderr, s3test.Secret) {
		t.Errorf("the key is shown: %+v", a)
	}
	name := "s3:" + strings.TrimPrefix(names[0], "nightly/")
	refused(exitFailed, "it is there already", "backup", "--to", name)
	refused(exitUsage, "must be s3: and a name", "backup", "--to", "s3:../b.tar")
	refused(exitFailed, "holds more than a key file", "restore", "--from", name)
	refused(exitFailed, "PostgreSQL", "--database-url", "postgres://127.0.0.1/x", "restore", "--from", name)
	refused(exitFailed, "no such", "--data-dir", "none", "restore", "--from", "s3:missing.tar")
	refused(exitFailed, "master key", "--data-dir", "other", "restore", "--from", name)

	copyKey(t, "data", "copy")
	whole := server.Object(names[0])
	for what, content := range map[string][]byte{"a cut one": whole[:len(whole)/2], "another file": []byte("hello"), "a changed one": append(bytes.Repeat([]byte{1}, 600), whole[600:]...)} {
		server.Put("nightly/damaged.tar", content)
		refused(exitFailed, "backup", "--data-dir", "copy", "restore", "--from", "s3:damaged.tar")
		if left, _ := filepath.Glob("copy/*"); len(left) > 2 {
			t.Errorf("%s left %v", what, left)
		}
	}
	if a := runs(t, "--data-dir", "copy", "restore", "--from", name); a.code != 0 {
		t.Fatalf("%+v", a)
	}
	if list := runs(t, "--data-dir", "copy", "workspace", "list"); !strings.Contains(list.stdout, "acme") {
		t.Errorf("%+v", list)
	}
	server.Before = func(w http.ResponseWriter, _ *http.Request, call string) bool {
		if call == "POST complete" {
			s3test.Fail(w, http.StatusBadRequest, "Refused")
		}
		return call == "POST complete"
	}
	refused(exitFailed, "Refused", "backup", "--to", "s3:third.tar")
	if a := runs(t, "doctor"); !regexp.MustCompile(`(?m)^ok +backups +the bucket answers$`).MatchString(a.stdout) {
		t.Errorf("%+v", a)
	}
	server.Before = func(w http.ResponseWriter, _ *http.Request, _ string) bool {
		s3test.Fail(w, http.StatusForbidden, "SignatureDoesNotMatch")
		return true
	}
	if a := runs(t, "doctor"); !regexp.MustCompile(`(?m)^FAIL +backups +.*SignatureDoesNotMatch`).MatchString(a.stdout) {
		t.Errorf("%+v", a)
	}
	if left, _ := filepath.Glob("data/.svcx-backup*"); server.Uploads() > 0 || len(left) > 0 {
		t.Errorf("left %d uploads and %v", server.Uploads(), left)
	}
}

// I outbound: pause, status and resume on both databases, beside a server.
func TestOutboundPause(t *testing.T) {
	each := func(t *testing.T, args ...string) {
		bare(t)
		url, events, got := receiver(t)
		s := startServer(t, args...)
		w, post := s.channel(t, url)
		cli := func(more ...string) string {
			t.Helper()
			a := runs(t, append(args, more...)...)
			if a.code != 0 {
				t.Errorf("%+v", a)
			}
			return a.stdout
		}
		cli("outbound", "pause")
		if err := post(1); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Messaging.Resolve(t.Context(), inbox.Call{Workspace: w, Actor: inbox.Operator}, 1); err != nil {
			t.Fatal(err)
		}
		if status := cli("outbound", "status"); !strings.Contains(status, "have not been sent since") || !strings.Contains(status, "acme") {
			t.Error(status)
		}
		if n := events(); n != 0 {
			t.Errorf("%d events", n)
		}
		if said := cli("outbound", "resume"); !strings.Contains(said, "again") {
			t.Error(said)
		}
		<-got
		if said := cli("outbound", "resume"); !strings.Contains(said, "were not paused") {
			t.Error(said)
		}
	}
	t.Run("sqlite", func(t *testing.T) { each(t, "--data-dir", "data") })
	t.Run("postgres", func(t *testing.T) {
		database := pgtest.URL(t)
		each(t, "--data-dir", "data", "--database-url", database)
	})
}
