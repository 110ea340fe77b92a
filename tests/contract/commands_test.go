package contract

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience is how long a script waits for something that must happen. Only a
// failing test waits that long.
const patience = 20 * time.Second

// command is one of the scripts' commands. An error fails the script.
type command func(w *fixture, ts *testscript.TestScript, args []string) error

// commands are all of them; README.md describes each.
var commands = map[string]func(*testscript.TestScript, bool, []string){}

func init() {
	for name, run := range map[string]command{
		"call": call, "raw": raw, "inbound": inbound, "dryrun": dryrun, "channel": channel,
		"status": status, "refused": refused, "invalid": invalid, "header": header, "body": body,
		"json": jsonCommand, "save": save, "keep": keep, "same": same, "alike": alike, "part": part, "exported": exported, "thread": thread,
		"receiver": receiverCommand, "received": received, "delivery": delivery,
		"log": logCommand, "logged": logged,
		"clock": clock, "restart": restart, "repeat": repeat, "svcx": program, "damage": damage,
	} {
		add(name, run)
	}
}

func add(name string, run command) {
	commands[name] = func(ts *testscript.TestScript, neg bool, args []string) {
		err := run(ts.Value(fixtureKey{}).(*fixture), ts, args)
		switch {
		case err != nil && !neg:
			ts.Fatalf("%v", err)
		case err == nil && neg:
			ts.Fatalf("%s should have failed", name)
		}
	}
}

// json PATH OPERATOR VALUE…
func jsonCommand(w *fixture, _ *testscript.TestScript, args []string) error {
	return w.check(w.document, args)
}

// check fails unless the claim of args is true of the document.
func (w *fixture) check(document any, args []string) error {
	expanded := slices.Clone(args)
	for i := range expanded {
		var err error
		write := w.expand
		if i > 0 && args[i-1] == "~" { // a value within a regular expression stands for itself
			write = w.expandQuoted
		}
		if expanded[i], err = write(expanded[i]); err != nil {
			return err
		}
	}
	if fault := check(document, w.form, expanded); fault != "" {
		return fmt.Errorf("%s\ndocument: %s", fault, text(document))
	}
	return nil
}

// save NAME PATH, save -header NAME HEADER
func save(w *fixture, ts *testscript.TestScript, args []string) error {
	document := w.document
	if len(args) == 3 && args[0] == "-header" {
		document, args = lowerHeaders(w.last.header), []string{args[1], strings.ToLower(args[2])}
	}
	if len(args) != 2 {
		return fmt.Errorf("usage: save [-header] name path")
	}
	found, _ := lookUp(document, args[1])
	if len(found) != 1 {
		return fmt.Errorf("there is no %s in %s", args[1], text(document))
	}
	w.set(ts, args[0], found[0])
	return nil
}

// set makes a value known to the script, as $name.
func (w *fixture) set(ts *testscript.TestScript, name string, v any) {
	w.saved[name] = v
	ts.Setenv(name, text(v))
}

// status CODE
func status(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: status code")
	}
	if got := strconv.Itoa(w.last.status); got != args[0] {
		return fmt.Errorf("the status is %s, not %s: %s", got, args[0], w.last.body)
	}
	return nil
}

// refused STATUS CODE
func refused(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: refused status code")
	}
	if err := status(w, ts, args[:1]); err != nil {
		return err
	}
	for _, claim := range [][]string{
		{".", "keys", "error"}, {"error", "keys", "code", "message"},
		{"error.code", "==", args[1]}, {"error.message", "~", "."},
	} {
		if err := w.check(w.document, claim); err != nil {
			return err
		}
	}
	return w.check(lowerHeaders(w.last.header), []string{"content-type", "~", "^application/json"})
}

// invalid FIELD
func invalid(w *fixture, ts *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: invalid field")
	}
	code := "400"
	if w.form == "A" {
		code = "422"
	}
	if err := refused(w, ts, []string{code, "VALIDATION"}); err != nil {
		return err
	}
	found, _ := lookUp(w.document, "error.message")
	if message := text(found[0]); !strings.Contains(message, args[0]) {
		return fmt.Errorf("the message does not name %s: %s", args[0], message)
	}
	return nil
}

// header NAME OPERATOR VALUE
func header(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) > 0 {
		args = append([]string{strings.ToLower(args[0])}, args[1:]...)
	}
	return w.check(lowerHeaders(w.last.header), args)
}

func lowerHeaders(h http.Header) any {
	document := map[string]any{}
	for name, values := range h {
		document[strings.ToLower(name)] = strings.Join(values, ", ")
	}
	return document
}

// body OPERATOR VALUE
func body(w *fixture, _ *testscript.TestScript, args []string) error {
	return w.check(string(w.last.body), append([]string{"."}, args...))
}

// keep NAME
func keep(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: keep name")
	}
	w.kept[args[0]] = w.last
	return nil
}

// same NAME
func same(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: same name")
	}
	kept, ok := w.kept[args[0]]
	if !ok {
		return fmt.Errorf("no answer was kept as %s", args[0])
	}
	if kept.status != w.last.status || !bytes.Equal(kept.body, w.last.body) {
		return fmt.Errorf("the answers differ:\n%d %s\n%d %s", kept.status, kept.body, w.last.status, w.last.body)
	}
	return nil
}

// alike NAME PATH [MEMBER…]
func alike(w *fixture, _ *testscript.TestScript, args []string) error {
	saved, record, err := w.savedAndFound("alike", args)
	if err != nil {
		return err
	}
	for _, member := range args[2:] {
		if _, ok := record[member]; !ok {
			return fmt.Errorf("%s has no %s: %s", args[1], member, text(record))
		}
		delete(record, member)
	}
	if !reflect.DeepEqual(saved, record) {
		return fmt.Errorf("%s differs from %s:\n%s\n%s", args[1], args[0], text(record), text(saved))
	}
	return nil
}

// part NAME PATH [MEMBER…]
func part(w *fixture, _ *testscript.TestScript, args []string) error {
	saved, record, err := w.savedAndFound("part", args)
	if err != nil {
		return err
	}
	for _, member := range args[2:] {
		if _, ok := saved[member]; !ok {
			return fmt.Errorf("%s has no %s: %s", args[0], member, text(saved))
		}
		delete(saved, member)
	}
	for name, value := range saved {
		if !reflect.DeepEqual(record[name], value) {
			return fmt.Errorf("the %s of %s differs from that of %s:\n%s\n%s", name, args[1], args[0], text(record), text(saved))
		}
	}
	return nil
}

// savedAndFound returns copies of the saved object and of the one at the path; in
// an array that is the one with the same id or key.
func (w *fixture) savedAndFound(usage string, args []string) (saved, record map[string]any, err error) {
	if len(args) < 2 {
		return nil, nil, fmt.Errorf("usage: %s name path [member…]", usage)
	}
	saved, ok := w.saved[args[0]].(map[string]any)
	if !ok {
		return nil, nil, fmt.Errorf("%s is no object: %s", args[0], text(w.saved[args[0]]))
	}
	found, _ := lookUp(w.document, args[1])
	if len(found) != 1 {
		return nil, nil, fmt.Errorf("there is no %s in %s", args[1], text(w.document))
	}
	if list, ok := found[0].([]any); ok {
		found = slices.DeleteFunc(slices.Clone(list), func(element any) bool {
			o, _ := element.(map[string]any)
			for _, name := range []string{"id", "fieldId", "key"} {
				if id, ok := saved[name]; ok && id != nil {
					return !reflect.DeepEqual(o[name], id)
				}
			}
			return !reflect.DeepEqual(o, saved)
		})
		if len(found) != 1 {
			return nil, nil, fmt.Errorf("%d of %s are %s: %s", len(found), args[1], args[0], text(list))
		}
	}
	if record, ok = found[0].(map[string]any); !ok {
		return nil, nil, fmt.Errorf("%s is no object: %s", args[1], text(found[0]))
	}
	return maps.Clone(saved), maps.Clone(record), nil
}

// exported
func exported(w *fixture, ts *testscript.TestScript, args []string) error {
	if err := session(w, ts, []string{"GET", "export"}); err != nil {
		return err
	}
	byType := map[string]any{}
	for line := range bytes.Lines(w.last.body) {
		v, err := parseJSON(line)
		o, ok := v.(map[string]any)
		if err != nil || !ok {
			return fmt.Errorf("no line of an export: %s", line)
		}
		kind := text(o["type"])
		all, _ := byType[kind].([]any)
		byType[kind] = append(all, o["data"])
	}
	w.document = byType
	return nil
}

// clock DURATION|stop|go
func clock(w *fixture, _ *testscript.TestScript, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: clock duration|stop|go")
	}
	switch args[0] {
	case "stop":
		w.stopped.Store(time.Now().UnixNano())
		return nil
	case "go":
		w.stopped.Store(0)
		return nil
	}
	d, err := time.ParseDuration(args[0])
	w.ahead.Add(int64(d))
	return err
}

// restart [SVCX_NAME=value…]
func restart(w *fixture, ts *testscript.TestScript, args []string) error {
	changed, err := w.settings.with(args...)
	if err != nil {
		return err
	}
	if err := w.server.stop(); err != nil {
		return err
	}
	w.server, w.settings = nil, changed
	for name, value := range changed {
		ts.Setenv(name, value)
	}
	return w.start()
}

// repeat TIMES COMMAND…
func repeat(w *fixture, ts *testscript.TestScript, args []string) error {
	times := 0
	if len(args) >= 2 {
		times, _ = strconv.Atoi(args[0])
	}
	if times < 1 || commands[args[1]] == nil {
		return fmt.Errorf("usage: repeat times command…")
	}
	for n := 1; n <= times; n++ {
		v, _ := parseJSON([]byte(strconv.Itoa(n)))
		w.set(ts, "n", v)
		commands[args[1]](ts, false, args[2:])
	}
	return nil
}
