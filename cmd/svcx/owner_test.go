package main

import (
	"bytes"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"svcx/internal/store/pgtest"
)

// service is the id of a service's user, which need not exist.
const service = 4711

// ofService creates a data folder that belongs to the service's user, in an empty
// working directory.
func ofService(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can run commands in another user's folder")
	}
	bare(t)
	if err := os.Mkdir("data", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown("data", service, service); err != nil {
		t.Fatal(err)
	}
}

// wantService fails the test for each file in a folder that the service's user cannot
// use, and for each of the names that is missing.
func wantService(t *testing.T, dir string, names ...string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != service || owner.Gid != service {
			t.Errorf("%s belongs to %d:%d", path, owner.Uid, owner.Gid)
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name == entry.Name() })
		return nil
	})
	if err != nil || len(names) > 0 {
		t.Errorf("%v; missing: %v", err, names)
	}
}

// succeeds runs a command that must succeed.
func succeeds(t *testing.T, args ...string) {
	t.Helper()
	if got := runs(t, args...); got.code != 0 {
		t.Fatalf("%v: %+v", args, got)
	}
}

// Fault 104: files that root created in the folder of the service's user could not be
// used by the service: the database of a first command, the keys of a rotation, the
// files of a server run as root by mistake.
func TestFilesBelongToTheFoldersOwner(t *testing.T) {
	t.Run("first command", func(t *testing.T) {
		ofService(t)
		succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
		wantService(t, "data", "svcx.db", "master.key")
	})
	t.Run("first command, PostgreSQL", func(t *testing.T) {
		ofService(t)
		succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme", "--database-url", pgtest.URL(t))
		wantService(t, "data", "master.key")
	})
	t.Run("folder below the service's", func(t *testing.T) {
		ofService(t)
		succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme", "--data-dir", "data/of/acme")
		wantService(t, "data", "of", "acme", "svcx.db", "master.key")
	})
	t.Run("rotation", func(t *testing.T) {
		ofService(t)
		succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
		before, err := filepath.Glob("data/master.key*")
		if err != nil {
			t.Fatal(err)
		}
		succeeds(t, "rotate-master-key")
		after, err := filepath.Glob("data/master.key*")
		if err != nil || len(before) != 1 || len(after) != 2 {
			t.Errorf("key files %v, then %v, %v", before, after, err)
		}
		wantService(t, "data")
	})
	t.Run("server", func(t *testing.T) {
		ofService(t)
		code, output := serves(t, func(link string) {
			upload(t, link)
			wantService(t, "data", "svcx.db", "svcx.db-wal", "svcx.db-shm", "svcx.lock", "master.key", "files", "incoming")
		}, "--addr", "127.0.0.1:0")
		if code != 0 {
			t.Errorf("%d %s", code, output)
		}
		wantService(t, "data")
	})
}

// upload signs in by a link and uploads a file.
func upload(t *testing.T, link string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	page, token, _ := strings.Cut(link, "?token=")
	base := strings.TrimSuffix(page, "/auth/verify")
	res, err := client.Post(base+"/api/auth/verify", "application/json", strings.NewReader(`{"token":"`+token+`"}`))
	if err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("signing in: %v, %v", res, err)
		return
	}
	res.Body.Close()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, err := form.CreateFormFile("file", "a.txt")
	if err != nil {
		t.Fatal(err)
	}
	file.Write([]byte("text"))
	form.Close()
	res, err = client.Post(base+"/api/main/files", form.FormDataContentType(), &body)
	if err != nil || res.StatusCode != http.StatusCreated {
		t.Errorf("storing a file: %v, %v", res, err)
		return
	}
	res.Body.Close()
}

// Fault 104: a key that is kept elsewhere stays readable for those who could read it,
// and so does the next one that an operator has put beside it.
func TestRotatedKeysBelongToWhoReadsTheKey(t *testing.T) {
	for name, c := range map[string]struct {
		uid, gid int
		mode     os.FileMode
	}{
		"the service's":              {service, service, 0o600},
		"root's, for its group":      {0, service, 0o640},
		"root's, for a root service": {0, 0, 0o600},
	} {
		for _, given := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				ofService(t)
				dir := t.TempDir()
				key := filepath.Join(dir, "key")
				t.Setenv("SVCX_MASTER_KEY_FILE", key)
				succeeds(t, "workspace", "create", "--slug", "acme", "--name", "Acme")
				if given {
					if err := os.WriteFile(key+".next", []byte("MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\n"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Chown(key, c.uid, c.gid); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(key, c.mode); err != nil {
					t.Fatal(err)
				}
				succeeds(t, "rotate-master-key")
				entries, err := os.ReadDir(dir)
				if err != nil || len(entries) != 2 {
					t.Errorf("key files %v, %v", entries, err)
				}
				for _, entry := range entries {
					info, err := entry.Info()
					if err != nil {
						t.Fatal(err)
					}
					if owner := info.Sys().(*syscall.Stat_t); int(owner.Uid) != c.uid || int(owner.Gid) != c.gid || info.Mode().Perm() != c.mode {
						t.Errorf("%s is of %d:%d with mode %o", entry.Name(), owner.Uid, owner.Gid, info.Mode().Perm())
					}
				}
			})
		}
	}
}
