package upgrade

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"svcx/internal/store/pgtest"
)

var (
	program = flag.String("program", "", "binary of an earlier version, to fill its databases")
	version = flag.String("version", "", "name of the earlier version")
)

// TestFill writes the test data of a version, see doc.go.
func TestFill(t *testing.T) {
	if *program == "" {
		t.Skip("only with -program")
	}
	for _, database := range databases {
		t.Run(database, func(t *testing.T) {
			f := &filling{T: t, database: database, dir: t.TempDir(), names: map[string]string{}}
			f.receiver = newReceiver(t)
			f.names["receiver"], f.names["today"] = f.receiver.URL, time.Now().UTC().Format(time.DateOnly)
			f.environment = append(os.Environ(), "SVCX_DATA_DIR="+f.dir)
			if database == postgres {
				f.url = pgtest.URL(t)
				f.environment = append(f.environment, "SVCX_DATABASE_URL="+f.url)
			}
			for name, value := range settings {
				f.environment = append(f.environment, name+"="+value)
			}
			f.serve()
			script, err := os.ReadFile("testdata/calls.txt")
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(script)) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
					f.do(line)
				}
			}
			f.save(filepath.Join("testdata", *version, database))
		})
	}
}

// filling is a run of the earlier version.
type filling struct {
	*testing.T
	database, dir, url string
	environment        []string
	server             *exec.Cmd
	client             client
	receiver           *receiver
	// names are what lines have saved.
	names map[string]string
	reads []any
}

func (f *filling) serve() {
	f.server = exec.Command(*program, "serve", "--addr=127.0.0.1:0")
	f.server.Env = f.environment
	var log syncBuffer
	f.server.Stderr, f.server.Stdout = &log, &log
	if err := f.server.Start(); err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		f.server.Process.Kill()
		f.server.Wait()
		if f.Failed() {
			f.Log(log.String())
		}
	})
	listening := regexp.MustCompile(`"address":"([0-9.:]+)"`)
	f.poll("the address", func() bool {
		found := listening.FindStringSubmatch(log.String())
		if found != nil {
			f.client.url = "http://" + found[1]
		}
		return found != nil
	})
}

func (f *filling) poll(what string, done func() bool) {
	f.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			f.Fatalf("%s does not come", what)
		}
	}
}

// do carries out a line of calls.txt.
func (f *filling) do(line string) {
	line, saved, _ := strings.Cut(line, " > ")
	line = expand(line, f.names)
	who, rest, _ := strings.Cut(line, " ")
	switch who {
	case "run":
		cmd := exec.Command(*program, append(strings.Fields(rest), "--json")...)
		cmd.Env = f.environment
		out, err := cmd.Output()
		if err != nil {
			f.Fatalf("%s: %v", line, err)
		}
		f.keep(line, out, saved)
		return
	case "arrived":
		f.poll(line, func() bool { return f.receiver.count(rest) > 0 })
		return
	case "hold":
		f.execute(holds[f.database][rest])
		return
	}
	method, rest, _ := strings.Cut(rest, " ")
	path, rest, _ := strings.Cut(rest, " ")
	c := call{who: who, method: method, path: path, body: rest}
	switch method {
	case "READ":
		f.reads = append(f.reads, &answer{Who: who, Path: path})
		return
	case "AWAIT":
		c.method, c.body = "GET", ""
		f.poll(line, func() bool { return bytes.Contains(f.send(c).body, []byte(rest)) })
		return
	case "UPLOAD":
		c.method = "POST"
		c.file, c.body, _ = strings.Cut(rest, " ")
	default:
		if key, body, ok := strings.Cut(rest, " "); ok && !strings.HasPrefix(rest, "{") {
			c.idempotencyKey, c.body = key, body
		}
	}
	res := f.send(c)
	if res.status >= 300 && who != "nobody" {
		f.Fatalf("%s: %d %s", line, res.status, res.body)
	}
	if cookie := res.header.Get("Set-Cookie"); cookie != "" {
		value, _, _ := strings.Cut(cookie, ";")
		res.body = fmt.Appendf(nil, `{"cookie":%q}`, value)
	}
	f.keep(line, res.body, saved)
}

func (f *filling) send(c call) response {
	f.Helper()
	res, err := f.client.send(c, f.names)
	if err != nil {
		f.Fatalf("%s %s: %v", c.method, c.path, err)
	}
	return res
}

// keep saves members of a document under names.
func (f *filling) keep(line string, body []byte, saved string) {
	f.Helper()
	for _, one := range strings.Fields(saved) {
		name, path, _ := strings.Cut(one, "=")
		v, err := parse(body)
		if err != nil {
			f.Fatalf("%s: %v: %s", line, err, body)
		}
		if v = lookUp(v, path); v == nil {
			f.Fatalf("%s: there is no %s: %s", line, path, body)
		}
		f.names[name] = text(v)
	}
}

// holds keep the earlier version from finishing what it has begun, so that it can be
// killed in the middle: overwriting what was erased, and removing.
var holds = map[string]map[string]string{
	sqlite: {
		"overwriting": `CREATE TRIGGER hold_scrub BEFORE DELETE ON removal WHEN OLD.kind = 'scrub' BEGIN SELECT RAISE(ABORT, 'held'); END`,
		"removal": `CREATE TRIGGER hold_end BEFORE DELETE ON removal BEGIN SELECT RAISE(ABORT, 'held'); END;
			CREATE TRIGGER hold_step BEFORE UPDATE ON removal WHEN json_extract(NEW.detail, '$.Stage') > 2 BEGIN SELECT RAISE(ABORT, 'held'); END`,
		"": `DROP TRIGGER hold_scrub; DROP TRIGGER hold_end; DROP TRIGGER hold_step`,
	},
	postgres: {
		"overwriting": `CREATE FUNCTION held() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''held''; END';
			CREATE TRIGGER hold_scrub BEFORE DELETE ON removal FOR EACH ROW WHEN (OLD.kind = 'scrub') EXECUTE FUNCTION held()`,
		"removal": `CREATE TRIGGER hold_end BEFORE DELETE ON removal FOR EACH ROW EXECUTE FUNCTION held();
			CREATE TRIGGER hold_step BEFORE UPDATE ON removal FOR EACH ROW WHEN ((NEW.detail::json ->> 'Stage')::int > 2) EXECUTE FUNCTION held()`,
		"": `DROP FUNCTION held CASCADE`,
	},
}

func (f *filling) execute(statements string) {
	f.Helper()
	if err := execute(context.Background(), f.database, f.dir, f.url, statements); err != nil {
		f.Fatal(err)
	}
}

// save reads the answers, kills the server, and writes what it has left.
func (f *filling) save(dir string) {
	for _, read := range f.reads {
		r := read.(*answer)
		res := f.send(call{who: r.Who, method: "GET", path: r.Path})
		if res.status != http.StatusOK {
			f.Fatalf("%s reads %s: %d %s", r.Who, r.Path, res.status, res.body)
		}
		if r.Body = res.body; !json.Valid(res.body) {
			r.Body = nil
			r.Lines = slices.Collect(lines(res.body))
		}
	}
	at := time.Now()
	f.server.Process.Kill()
	f.server.Wait()
	f.execute(holds[f.database][""])
	os.RemoveAll(dir)
	data := filepath.Join(dir, "data")
	if err := os.CopyFS(data, os.DirFS(f.dir)); err != nil {
		f.Fatal(err)
	}
	os.Remove(filepath.Join(data, "svcx.lock"))
	if f.database == postgres {
		f.write(dir, "svcx.sql", f.dumpPostgres())
	} else {
		for _, name := range []string{"svcx", "svcx-search"} {
			f.write(dir, name+".sql", f.dumpSQLite(filepath.Join(f.dir, name+".db")))
			for _, suffix := range []string{"", "-wal", "-shm"} {
				os.Remove(filepath.Join(data, name+".db"+suffix))
			}
		}
	}
	delete(f.names, "receiver")
	var recorded bytes.Buffer
	encoder := json.NewEncoder(&recorded)
	encoder.SetEscapeHTML(false)
	for _, part := range append([]any{record{At: at.UTC(), Names: f.names}}, f.reads...) {
		if err := encoder.Encode(part); err != nil {
			f.Fatal(err)
		}
	}
	f.write(dir, "answers.jsonl", recorded.Bytes())
}

// write writes a file without the addresses of the receiver and the server, which are
// others later.
func (f *filling) write(dir, name string, content []byte) {
	f.Helper()
	content = bytes.ReplaceAll(content, []byte(f.receiver.URL), []byte(receiverInData))
	content = bytes.ReplaceAll(content, []byte(f.client.url), []byte(serverInData))
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		f.Fatal(err)
	}
}
