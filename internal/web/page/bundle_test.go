package page

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

var update = flag.Bool("update", false, "write the bundled scripts to static")

// The modules of scripts are bundled, so that a browser requests one file: pages.js, which is
// app.js with all that it imports, stream.js, which runs as a worker of its own,
// and docs.js of the documentation.
func TestScriptsAreBundled(t *testing.T) {
	for from, to := range map[string]string{"app.js": "pages.js", "stream.js": "stream.js", "docs.js": "docs.js"} {
		from, to = filepath.Join("scripts", from), filepath.Join("static", to)
		result := api.Build(api.BuildOptions{
			EntryPoints: []string{from}, Bundle: true, Format: api.FormatESModule, Target: api.ES2022, Charset: api.CharsetUTF8,
			// 8 KB less of the 150 KB that a browser may load first.
			MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true, LineLimit: 160,
			// A browser without shared workers imports it where it is.
			External: []string{"./stream.js"}, LogLevel: api.LogLevelSilent,
		})
		for _, problem := range append(result.Errors, result.Warnings...) {
			at := ""
			if l := problem.Location; l != nil {
				at = l.File + ": " + l.LineText + ": "
			}
			t.Errorf("%s%s", at, problem.Text)
		}
		if len(result.OutputFiles) != 1 {
			t.Fatalf("%s: %d files", from, len(result.OutputFiles))
		}
		bundled := result.OutputFiles[0].Contents
		if *update {
			if err := os.WriteFile(to, bundled, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if stored, err := os.ReadFile(to); err != nil || !bytes.Equal(stored, bundled) {
			t.Errorf("%s is not what %s is bundled to (%v): run go generate ./internal/web/page", to, from, err)
		}
	}
	served, err := filepath.Glob("static/*.js")
	if err != nil || len(served) != 4 {
		t.Errorf("static has %v (%v): beside the bundled scripts it has htmx.min.js; modules belong into scripts", served, err)
	}
}
