package store_test

import (
	"context"
	"errors"
	"go/ast"
	"go/token"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/pgtest"
	"svcx/internal/store/storetest"
)

// Fault 102: a PostgreSQL that accepts connections and answers nothing (a stalled
// disk, a frozen host, dropped packets) hung everything, without bound and without a
// line in the log. Now every wait has a bound, which follows from Options.Patience.

const (
	// shortPatience is Options.Patience of these tests.
	shortPatience = time.Second
	// ends is the time within which a call must end that waits for a patience or two.
	// It is generous, since the machine may be busy.
	ends = 10 * shortPatience
)

// notAwaited are the exported methods of DB that do not wait for the database.
var notAwaited = map[string]bool{"Dialect": true, "HasNodes": true, "Close": true, "Read": true}

// untilEnded are the methods that run until their context ends.
var untilEnded = map[string]bool{"Listen": true}

// While the server is silent every exported method of a store ends in time, with an
// error that is answered 503, and it works again when the server does. The log has
// one line when the outage begins and one when it ends, however many calls fail.
func TestEveryMethodEndsWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	log := new(logLines)
	db, proxy := openBehindProxy(t, log)
	calls := methodCalls(t, db)
	works := func(c methodCall) {
		storetest.Await(t, c.name, func() bool { return svcx.KindOf(c.call(t.Context())) != svcx.KindUnavailable })
	}
	for _, c := range calls { // opens connections and prepares statements
		works(c)
	}
	log.take()
	proxy.Freeze()
	// Twice: with open connections, and with none.
	for range 2 {
		var all sync.WaitGroup
		for _, c := range calls {
			all.Go(func() {
				err := inTime(t, c.name, func() error { return c.call(t.Context()) })
				if svcx.KindOf(err) != svcx.KindUnavailable {
					t.Errorf("%s: error %v, want one of kind Unavailable", c.name, err)
				}
			})
		}
		all.Wait()
	}
	proxy.Thaw()
	for _, c := range calls {
		works(c)
	}
	log.want(t, "a read failed", "a write failed", "reads succeed again", "writes succeed again")
}

// Methods that run until their context ends do end then.
func TestLoopsEndWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	db, proxy := openBehindProxy(t, new(logLines))
	loops := map[string]func(context.Context){
		"Index.Run": db.Index.Run,
		"Listen":    func(ctx context.Context) { db.Listen(ctx, func() {}, func(string) {}) },
	}
	for name := range untilEnded {
		if loops[name] == nil {
			t.Fatalf("nothing calls %s", name)
		}
	}
	proxy.Freeze()
	var all sync.WaitGroup
	for name, loop := range loops {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), shortPatience)
			defer cancel()
			inTime(t, name, func() error { loop(ctx); return nil })
		})
	}
	all.Wait()
}

// Each way to write, with the server silent from each of its steps on.
func TestEveryWriteEndsWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	atOnce(t, slices.Collect(maps.Keys(silentWrites(nil, nil, nil))), func(t *testing.T, name string) {
		db, proxy := openBehindProxy(t, new(logLines))
		queue := store.NewQueue(db, func(tx *store.Tx, ws svcx.WorkspaceID, fns []func(*store.Tx) error) error {
			for _, fn := range fns {
				if err := fn(tx); err != nil {
					return err
				}
			}
			return tx.Finish(func() error { return tx.InsertMessageKeys(ws, "queued") })
		})
		storetest.Await(t, "write", func() bool { return db.Write(t.Context(), 1, storetest.Put("ready")) == nil })
		var all sync.WaitGroup
		check := func(name string, call func() error) {
			all.Go(func() {
				if err := inTime(t, name, call); svcx.KindOf(err) != svcx.KindUnavailable {
					t.Errorf("%s: error %v, want one of kind Unavailable", name, err)
				}
			})
		}
		check("the write", silentWrites(db, proxy, queue)[name])
		storetest.Await(t, "frozen server", proxy.Frozen)
		// None of the waiting writes has its own deadline.
		for i := range 4 {
			check("one after it", func() error { return db.Write(context.Background(), 1, storetest.Put("after")) })
			check("one of another workspace", func() error { return db.Write(context.Background(), svcx.WorkspaceID(2+i), storetest.Put("other")) })
			check("one in the queue", func() error {
				return queue.Do(context.Background(), 1, func(*store.Tx) error { return nil })
			})
		}
		all.Wait()
		proxy.Thaw()
		storetest.Await(t, "write", func() bool { return db.Write(t.Context(), 1, storetest.Put("again")) == nil })
	})
}

// silentWrites returns writes that freeze the server at a step of theirs.
func silentWrites(db *store.DB, proxy *pgtest.Proxy, queue *store.Queue[func(*store.Tx) error]) map[string]func() error {
	freeze := func(*store.Tx) error { proxy.Freeze(); return nil }
	write := func(fn func(*store.Tx) error) func() error {
		return func() error { return db.Write(context.Background(), 1, fn) }
	}
	return map[string]func() error{
		"before it begins":         func() error { freeze(nil); return write(storetest.Put("x"))() },
		"a statement":              write(func(tx *store.Tx) error { return errors.Join(freeze(tx), storetest.Put("x")(tx)) }),
		"an error that is ignored": write(func(tx *store.Tx) error { freeze(tx); storetest.Put("x")(tx); return nil }),
		"a SELECT":                 write(func(tx *store.Tx) error { freeze(tx); _, err := tx.HasWorkspaces(); return err }),
		"its commit":               write(func(tx *store.Tx) error { return errors.Join(storetest.Put("x")(tx), freeze(tx)) }),
		"several statements at once": write(func(tx *store.Tx) error {
			return tx.Pipeline(func() error { return errors.Join(freeze(tx), tx.InsertMessageKeys(1, "x", "y")) })
		}),
		"the commit that goes with the last": write(func(tx *store.Tx) error {
			return tx.Finish(func() error { return errors.Join(freeze(tx), tx.InsertMessageKeys(1, "x")) })
		}),
		"the rollback": func() error {
			err := write(func(tx *store.Tx) error { return errors.Join(storetest.Put("x")(tx), freeze(tx), storetest.ErrOwn) })()
			if errors.Is(err, storetest.ErrOwn) {
				// Its own error is the outcome: nothing was to be stored.
				return svcx.Unavailable("", err)
			}
			return err
		},
		"a queue": func() error { return queue.Do(context.Background(), 1, freeze) },
	}
}

// Neither Open nor Close hangs.
func TestOpenAndCloseEndWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	address, proxy := pgtest.NewProxy(t, pgtest.URL(t))
	o := store.Options{URL: address, Patience: shortPatience, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	db, err := store.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	proxy.Freeze()
	err = inTime(t, "opening", func() error { _, err := store.Open(t.Context(), o); return err })
	if err == nil || !strings.Contains(err.Error(), "no answer within") {
		t.Errorf("opening: error %v, want one with \"no answer within\"", err)
	}
	// With connections in use and a write in flight.
	go db.Read(context.Background()).Workspaces()
	written := make(chan error, 1)
	go func() { written <- db.Write(context.Background(), 1, storetest.Put("late")) }()
	storetest.Await(t, "write", func() bool { return db.Waiting() == 0 })
	inTime(t, "closing", db.Close) // with an error or without
	storetest.WantUnavailable(t, <-written)
	storetest.WantUnavailable(t, db.Write(t.Context(), 1, storetest.Put("later")))
}

// A probe is answered within half the patience, and the node becomes ready again
// without any other read or write.
func TestReadyFollowsTheServer(t *testing.T) {
	t.Parallel()
	db, proxy := openBehindProxy(t, new(logLines))
	storetest.WantNil(t, db.Ready(t.Context()))
	for range 2 {
		proxy.Freeze()
		storetest.WantUnavailable(t, db.Write(t.Context(), 1, storetest.Put("lost"))) // so that it has to write too
		for range 3 {
			storetest.WantUnavailable(t, inTime(t, "the probe", func() error { return db.Ready(context.Background()) }))
		}
		proxy.Thaw()
		storetest.Await(t, "readiness", func() bool { return db.Ready(t.Context()) == nil })
	}
}

// A dead node session is detected and replaced.
func TestNodeSessionIsReplaced(t *testing.T) {
	t.Parallel()
	log := new(logLines)
	db, proxy := openBehindProxy(t, log)
	connected, received := make(chan bool, 10), make(chan string, 10)
	ctx, cancel := context.WithCancel(t.Context())
	var listening sync.WaitGroup
	listening.Go(func() {
		db.Listen(ctx, func() { connected <- true }, func(payload string) { received <- payload })
	})
	defer listening.Wait()
	defer cancel()
	<-connected
	p, err := db.RegisterNode(t.Context())
	storetest.WantNil(t, err)
	for _, fail := range map[string]func(){"silent": proxy.Freeze, "cut": proxy.Cut} {
		log.take()
		fail()
		arrives(t, "loss of the registration", p.Lost.Done())
		p.Leave()
		proxy.Thaw()
		arrives(t, "new connection", connected)
		storetest.Await(t, "registration", func() bool { p, err = db.RegisterNode(t.Context()); return err == nil })
		names, err := db.Nodes(t.Context())
		storetest.WantNil(t, err)
		if !slices.Contains(names, p.Name) {
			t.Errorf("registered are %q, without %s", names, p.Name)
		}
		storetest.WantNil(t, db.Notify(t.Context(), "hello"))
		arrives(t, "notification", received)
		log.want(t, "the connection for listening to the other nodes was lost, reconnecting", "listening to the other nodes again")
	}
	p.Leave()
}

// atOnce runs subtests that mostly wait, all at the same time, whatever the limit of
// parallel tests.
func atOnce(t *testing.T, names []string, run func(t *testing.T, name string)) {
	t.Helper()
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() { t.Run(name, func(t *testing.T) { run(t, name) }) })
	}
	all.Wait()
}

// inTime returns what a call returned, or fails the test if it takes too long.
func inTime(t *testing.T, what string, call func() error) error {
	t.Helper()
	returned := make(chan error, 1)
	go func() { returned <- call() }()
	select {
	case err := <-returned:
		return err
	case <-time.After(ends):
		t.Errorf("%s has not ended after %s", what, ends)
		return svcx.Unavailable("", storetest.ErrOwn)
	}
}

// arrives waits for a value from a channel.
func arrives[T any](t *testing.T, what string, from <-chan T) {
	t.Helper()
	select {
	case <-from:
	case <-time.After(30 * time.Second):
		t.Fatalf("no %s after 30 s", what)
	}
}

// openBehindProxy opens a migrated database of PostgreSQL through a proxy.
func openBehindProxy(t *testing.T, log *logLines) (*store.DB, *pgtest.Proxy) {
	t.Helper()
	address, proxy := pgtest.NewProxy(t, storetest.PostgresURL(t))
	db := openImpatient(t, store.Options{URL: address, Patience: shortPatience, Log: slog.New(log)})
	t.Cleanup(proxy.Thaw) // before the store is closed
	return db, proxy
}

// openImpatient opens and migrates a store whose patience may be too short for a busy
// machine.
func openImpatient(t *testing.T, o store.Options) (db *store.DB) {
	t.Helper()
	o.Now = time.Now
	storetest.Await(t, "open store", func() bool {
		opened, err := store.Open(t.Context(), o)
		db = opened
		return err == nil
	})
	t.Cleanup(func() { db.Close() })
	storetest.Await(t, "schema", func() bool { _, err := db.Migrate(t.Context()); return err == nil })
	return db
}

// methodCall is a call of an exported method of a store with plausible arguments.
type methodCall struct {
	name string
	call func(context.Context) error
}

func methodCalls(t *testing.T, db *store.DB) (calls []methodCall) {
	t.Helper()
	exported := make(map[string]bool) // without methods of test files
	eachFile(t, func(_ string, _ *token.FileSet, file *ast.File) {
		for _, declaration := range file.Decls {
			if method, ok := strings.CutPrefix(functionName(declaration), "DB."); ok {
				exported[method] = true
			}
		}
	})
	for _, ofEngine := range []string{"Ping", "Ready", "Migrate", "SchemaVersion", "Nodes", "Notify", "RegisterNode"} {
		exported[ofEngine] = true
	}
	reads := reflect.TypeFor[store.Reads]()
	for i := range reads.NumMethod() {
		method := reads.Method(i)
		calls = append(calls, methodCall{"Reads." + method.Name, func(ctx context.Context) error {
			in := []reflect.Value{reflect.ValueOf(db.Read(ctx))}
			for i := 1; i < method.Type.NumIn(); i++ {
				in = append(in, plausible(method.Type.In(i)))
			}
			err, _ := method.Func.Call(in)[method.Type.NumOut()-1].Interface().(error)
			return err
		}})
	}
	value := reflect.ValueOf(db)
	for i := range value.NumMethod() {
		name, method := value.Type().Method(i).Name, value.Method(i)
		if !exported[name] || notAwaited[name] || untilEnded[name] {
			continue
		}
		last := method.Type().NumOut() - 1
		if last < 0 || method.Type().Out(last) != reflect.TypeFor[error]() || method.Type().NumIn() == 0 || method.Type().In(0) != reflect.TypeFor[context.Context]() {
			t.Errorf("%s has no context or no error, so nothing bounds it", name)
			continue
		}
		calls = append(calls, methodCall{name, func(ctx context.Context) error {
			in := []reflect.Value{reflect.ValueOf(ctx)}
			for i := 1; i < method.Type().NumIn(); i++ {
				in = append(in, plausible(method.Type().In(i)))
			}
			err, _ := method.Call(in)[last].Interface().(error)
			return err
		}})
	}
	if len(calls) < 50 {
		t.Fatalf("%d methods", len(calls))
	}
	return append(calls, methodCall{"Index.Update", func(ctx context.Context) error { return db.Index.Update(ctx, 1) }})
}

// plausible returns a value with which a method queries the database.
func plausible(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.String:
		v.SetString("word")
	case reflect.Slice:
		v.Set(reflect.Append(v, plausible(t.Elem())))
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(plausible(t.Elem()))
	case reflect.Func:
		v.Set(reflect.MakeFunc(t, func([]reflect.Value) (out []reflect.Value) {
			for i := range t.NumOut() {
				out = append(out, reflect.Zero(t.Out(i)))
			}
			return out
		}))
	case reflect.Struct:
		for i := range t.NumField() {
			if f := v.Field(i); f.CanSet() && (f.Kind() == reflect.Int || f.Kind() == reflect.Int64) {
				f.SetInt(1)
			}
		}
	}
	return v
}

// logLines records log messages.
type logLines struct {
	mu    sync.Mutex
	lines []string
}

func (l *logLines) Enabled(context.Context, slog.Level) bool { return true }
func (l *logLines) WithAttrs([]slog.Attr) slog.Handler       { return l }
func (l *logLines) WithGroup(string) slog.Handler            { return l }

func (l *logLines) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, r.Message)
	return nil
}

func (l *logLines) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := l.lines
	l.lines = nil
	return lines
}

// drop removes messages that contain the text.
func (l *logLines) drop(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = slices.DeleteFunc(l.lines, func(line string) bool { return strings.Contains(line, text) })
}

// want compares the messages since the last take, in any order. Each may occur a few
// times: on a busy machine a call may succeed in the middle of an outage, which then
// begins again. When each call was logged, there were hundreds.
func (l *logLines) want(t *testing.T, want ...string) {
	t.Helper()
	got := slices.DeleteFunc(l.take(), func(line string) bool {
		// The background creates the event log's partitions at any time, and the tests'
		// server may run without fsync.
		return strings.Contains(line, "event log") || strings.Contains(line, "fsync off")
	})
	slices.Sort(got)
	slices.Sort(want)
	const few = 4
	if distinct := slices.Compact(slices.Clone(got)); !slices.Equal(distinct, want) || len(got) > few*len(want) {
		t.Errorf("the log says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
