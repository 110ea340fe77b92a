package contract

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// sent is the parsed command line of call, raw, inbound or channel.
type sent struct {
	options map[string]string
	header  http.Header
	// dropped are headers that must not be sent.
	dropped []string
	words   []string
	body    []byte
}

// read parses the options at the front of args: -h 'Name: value' adds a header,
// or omits it without a value; -data TEXT and -file NAME give a literal body; the
// others are the command's own.
func (w *fixture) read(ts *testscript.TestScript, args []string, own ...string) (*sent, error) {
	s := &sent{options: map[string]string{}, header: http.Header{}}
	for len(args) > 1 && strings.HasPrefix(args[0], "-") {
		name := strings.TrimPrefix(args[0], "-")
		value, err := w.expand(args[1])
		if err != nil {
			return nil, err
		}
		switch name {
		case "h":
			header, content, _ := strings.Cut(value, ":")
			if content = strings.TrimSpace(content); content == "" {
				s.dropped = append(s.dropped, header)
			} else {
				s.header.Add(header, content)
			}
		case "data":
			s.body = []byte(value)
		case "file":
			s.body = []byte(ts.ReadFile(value))
		default:
			if !strings.Contains(" "+strings.Join(own, " ")+" ", " "+name+" ") {
				return nil, fmt.Errorf("there is no option -%s here", name)
			}
			s.options[name] = value
		}
		args = args[2:]
	}
	s.words = args
	return s, nil
}

// fill sets the default headers of a call.
func (s *sent) fill(name, value string) {
	if s.header.Get(name) == "" {
		s.header.Set(name, value)
	}
	for _, dropped := range s.dropped {
		if strings.EqualFold(dropped, name) {
			s.header.Del(name)
		}
	}
}

// finish reads METHOD path [json] and sends it.
func (w *fixture) finish(s *sent, prefix string) error {
	if len(s.words) < 2 || len(s.words) > 3 {
		return fmt.Errorf("usage: [options] METHOD path [json]")
	}
	path, err := w.expand(s.words[1])
	if err != nil {
		return err
	}
	if len(s.words) == 3 {
		expanded, err := w.expandJSON(s.words[2])
		if err != nil {
			return err
		}
		s.body = []byte(expanded)
	}
	if s.body != nil {
		s.fill("Content-Type", "application/json")
	}
	res, err := w.send(request{s.words[0], prefix + path, s.header, s.body})
	if err != nil {
		return err
	}
	w.look(res)
	return w.documented(s.words[0], prefix+path)
}

// call [-key KEY] [-org SLUG] METHOD path [json]
func call(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "key", "org")
	if err != nil {
		return err
	}
	org, key := "acme", text(w.saved["key"])
	if s.options["org"] != "" {
		org = s.options["org"]
	}
	if s.options["key"] != "" {
		key = s.options["key"]
	}
	s.fill("Authorization", "Bearer "+key)
	return w.finish(s, "/api/v1/"+org+"/")
}

// raw METHOD path [json]
func raw(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args)
	if err != nil {
		return err
	}
	return w.finish(s, "")
}

// channel [-channel ID] [-key KEY] METHOD path [json]
func channel(w *fixture, ts *testscript.TestScript, args []string) error {
	s, err := w.read(ts, args, "channel", "key")
	if err != nil {
		return err
	}
	return w.finish(s, w.channelCall(s, "X-Svcx-Key")+"/")
}

// channelCall puts the channel's key on a call and returns the channel's path.
func (w *fixture) channelCall(s *sent, keyHeader string) string {
	id, key := text(w.saved["channel"]), text(w.saved["channel_key"])
	if s.options["channel"] != "" {
		id = s.options["channel"]
	}
	if s.options["key"] != "" {
		key = s.options["key"]
	}
	s.fill(keyHeader, key)
	return "/api/webhooks/custom/" + id
}

// inbound [-channel ID] [-key KEY] [json]
//
// Whatever is sent, the answer must be 200 and "ok" (W 4.1), and the event log must
// have the outcome that a dry run predicted; both are checked here.
func inbound(w *fixture, ts *testscript.TestScript, args []string) error {
	s, path, err := w.toChannel(ts, args)
	if err != nil {
		return err
	}
	foretold, err := w.foretell(*s, path)
	if err != nil {
		return err
	}
	if err := w.finish(s, ""); err != nil {
		return err
	}
	if err := w.cameTrue(s, path, foretold); err != nil {
		return err
	}
	if w.last.status != http.StatusOK || string(w.last.body) != "ok" {
		return fmt.Errorf("the answer is %d %q, not 200 ok", w.last.status, w.last.body)
	}
	return w.check(lowerHeaders(w.last.header), []string{"content-type", "~", "^text/plain"})
}

// dryrun [-channel ID] [-key KEY] [json]
func dryrun(w *fixture, ts *testscript.TestScript, args []string) error {
	s, path, err := w.toChannel(ts, args)
	if err != nil {
		return err
	}
	s.words[1] = path + "?dryRun=1"
	return w.finish(s, "")
}

// toChannel parses the command line of a request to the inbound endpoint.
func (w *fixture) toChannel(ts *testscript.TestScript, args []string) (s *sent, path string, err error) {
	if s, err = w.read(ts, args, "channel", "key"); err != nil {
		return nil, "", err
	}
	path = w.channelCall(s, "x-svcx-api-key")
	s.words = append([]string{"POST", path}, s.words...)
	if s.body == nil && len(s.words) == 2 {
		s.body = []byte{}
	}
	return s, path, nil
}

// thread NAME EXTERNAL-ID
func thread(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: thread name external-id")
	}
	if err := call(w, ts, []string{"GET", "conversations?externalConversationId=" + args[1]}); err != nil {
		return err
	}
	if err := w.check(w.document, []string{"total", "==", "1"}); err != nil {
		return err
	}
	found, _ := lookUp(w.document, "data.0.id")
	w.set(ts, args[0], found[0])
	return call(w, ts, []string{"GET", "conversations/" + text(found[0])})
}

// svcx [-exits CODE] ARGUMENTS…
func program(w *fixture, ts *testscript.TestScript, args []string) error {
	want := "0"
	if len(args) > 1 && args[0] == "-exits" {
		want, args = args[1], args[2:]
	}
	for i := range args {
		var err error
		if args[i], err = w.expand(args[i]); err != nil {
			return err
		}
	}
	w.formChanges = w.formChanges || slices.Contains(args, "set") && slices.Contains(args, "--form")
	path, err := binary()
	if err != nil {
		return err
	}
	got := "0"
	if err := ts.Exec(path, args...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != want {
		return fmt.Errorf("svcx %s exits %s, not %s", strings.Join(args, " "), got, want)
	}
	w.document, _ = parseJSON([]byte(ts.ReadFile("stdout")))
	return nil
}
