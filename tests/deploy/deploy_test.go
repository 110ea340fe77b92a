package deploy

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"svcx/internal/app"
)

// settingsIn finds the variables in a text, and fails for those that the program does not have.
func settingsIn(t *testing.T, where, text string, others ...string) []string {
	t.Helper()
	var c app.Config
	var known []string
	for _, s := range c.Settings().All() {
		known = append(known, s.Env)
	}
	var found []string
	for _, name := range regexp.MustCompile(`\bSVCX_[A-Z_]*[A-Z]`).FindAllString(text, -1) {
		if slices.Contains(others, name) {
			continue
		}
		found = append(found, name)
		if !slices.Contains(known, name) {
			t.Errorf("%s: there is no setting %s", where, name)
		}
	}
	return found
}

// All variables in deploy/ are settings of the program; those of the configuration file are
// accepted as it has them.
func TestSettingsExist(t *testing.T) {
	for _, path := range []string{"deploy/Dockerfile", "deploy/compose.yaml", "deploy/svcx.conf", "deploy/svcx.service",
		"deploy/helm/svcx/values.yaml", "deploy/helm/svcx/templates/deployment.yaml"} {
		// SVCX_HOST is of Caddy and the compose file alone.
		if found := settingsIn(t, path, read(t, path), "SVCX_HOST", "SVCX_UPSTREAM"); len(found) == 0 && path != "deploy/svcx.service" {
			t.Errorf("%s sets nothing", path)
		}
	}
	values := make(map[string]string)
	for line := range strings.Lines(read(t, "deploy/svcx.conf")) {
		if name, value, isSetting := strings.Cut(strings.TrimSpace(line), "="); isSetting && !strings.HasPrefix(name, "#") {
			values[name] = value
		}
	}
	if len(values) < 5 {
		t.Errorf("%v", values)
	}
	var c app.Config
	if err := c.Settings().Read(func(env string) string { return values[env] }); err != nil {
		t.Error(err)
	}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
}

// docs/operations.md shows what is in deploy/; the examples of proxies run in
// cmd/svcx.TestFault2_14ReverseProxies.
func TestDocumentationShowsTheFiles(t *testing.T) {
	operations := read(t, "docs/operations.md")
	block := func(language string) string {
		_, rest, _ := strings.Cut(operations, "\n```"+language+"\n")
		text, _, found := strings.Cut(rest, "```\n")
		if !found {
			t.Fatalf("docs/operations.md has no %s", language)
		}
		return text
	}
	if !strings.HasSuffix(read(t, "deploy/nginx.conf"), block("nginx")) {
		t.Error("deploy/nginx.conf is not that of docs/operations.md")
	}
	if block("ini") != read(t, "deploy/svcx.service") {
		t.Error("deploy/svcx.service is not that of docs/operations.md")
	}
	caddy := strings.NewReplacer("{$SVCX_HOST:inbox.example.com}", "inbox.example.com", "{$SVCX_UPSTREAM:svcx:8080}", "127.0.0.1:8080").Replace(read(t, "deploy/Caddyfile"))
	if strip(caddy) != strip(block("caddy")) {
		t.Error("deploy/Caddyfile is not that of docs/operations.md")
	}
}

// strip removes comments and white space.
func strip(text string) string {
	return strings.Join(strings.Fields(regexp.MustCompile(`(?m)#.*$`).ReplaceAllString(text, "")), " ")
}

// program returns the path of a program that a test needs. Without it the test is skipped; with
// SVCX_REQUIRE_PROGRAMS=1, as in CI, it fails.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("SVCX_REQUIRE_PROGRAMS") == "1" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	return path
}

// systemd knows every line of the unit, which leaves the service little of the machine.
func TestUnit(t *testing.T) {
	analyze := program(t, "systemd-analyze")
	path := filepath.Join(t.TempDir(), "svcx.service")
	// The program is not installed here.
	text := strings.Replace(read(t, "deploy/svcx.service"), "/usr/local/bin/svcx", "/bin/true", 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", path).CombinedOutput(); err != nil || strings.Contains(string(out), "svcx.service") {
		t.Errorf("%v: %s", err, out)
	}
	out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=15", path).CombinedOutput()
	if err != nil {
		t.Errorf("%v: %.2000s", err, out[max(0, len(out)-2000):])
	}
}

// Caddy reads its file.
func TestCaddyfile(t *testing.T) {
	caddy := program(t, "caddy")
	cmd := exec.Command(caddy, "adapt", "--config", "../../deploy/Caddyfile", "--adapter", "caddyfile")
	cmd.Env = append(os.Environ(), "SVCX_HOST=inbox.example.com", "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "svcx:8080") {
		t.Errorf("%v: %s", err, out)
	}
}

type composed struct {
	Services map[string]struct {
		Image           string
		Environment     map[string]string
		Networks        []string
		Volumes         []string
		Expose, Ports   []string
		ReadOnly        bool     `yaml:"read_only"`
		CapDrop         []string `yaml:"cap_drop"`
		SecurityOpt     []string `yaml:"security_opt"`
		StopGracePeriod string   `yaml:"stop_grace_period"`
	}
	Networks map[string]any
	Volumes  map[string]any
}

// The parts of the compose file fit each other and the image. (There is no docker to start
// them where the tests run.)
func TestCompose(t *testing.T) {
	var c composed
	if err := yaml.Unmarshal([]byte(read(t, "deploy/compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	dockerfile := read(t, "deploy/Dockerfile")
	s := c.Services["svcx"]
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || s.StopGracePeriod != "35s" || len(s.Ports) != 0 {
		t.Errorf("%+v", s)
	}
	if !strings.Contains(dockerfile, "EXPOSE 8080") || s.Environment["SVCX_ADDR"] != ":8080" || s.Environment["SVCX_METRICS_ADDR"] != ":9090" || !slices.Equal(s.Expose, []string{"8080", "9090"}) {
		t.Errorf("ports: %+v", s)
	}
	if !strings.Contains(dockerfile, "VOLUME "+s.Environment["SVCX_DATA_DIR"]) || !slices.Contains(s.Volumes, "data:"+s.Environment["SVCX_DATA_DIR"]) {
		t.Errorf("data: %+v", s)
	}
	for _, other := range []string{"postgres", "redis"} {
		if !slices.Equal(c.Services[other].Networks, []string{"inside"}) || len(c.Services[other].Ports) != 0 || !strings.Contains(s.Environment["SVCX_DATABASE_URL"]+s.Environment["SVCX_REDIS_URL"], other+":") {
			t.Errorf("%s: %+v", other, c.Services[other])
		}
	}
	for name, service := range c.Services {
		for _, n := range service.Networks {
			if _, ok := c.Networks[n]; !ok {
				t.Errorf("%s: no network %s", name, n)
			}
		}
		for _, v := range service.Volumes {
			volume, _, _ := strings.Cut(v, ":")
			if _, ok := c.Volumes[volume]; !ok && !strings.HasPrefix(volume, "./") {
				t.Errorf("%s: no volume %s", name, volume)
			}
		}
	}
}

// The image has what the program needs at run time, and runs it as a user without rights.
func TestDockerfile(t *testing.T) {
	text := read(t, "deploy/Dockerfile")
	gomod := read(t, "go.mod")
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(gomod)[1]
	for _, want := range []string{"FROM golang:" + version + " AS build", "CGO_ENABLED=0", "FROM scratch", "ca-certificates.crt", "zoneinfo.zip", "USER 65532:65532", `ENTRYPOINT ["/svcx"]`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	// As docs/operations.md and CI build it.
	const flags = "-gcflags 'svcx/internal/web/...=-l'"
	for _, path := range []string{"deploy/Dockerfile", "deploy/release", "docs/operations.md", ".ci/run"} {
		if !strings.Contains(read(t, path), flags) {
			t.Errorf("%s does not build with %s", path, flags)
		}
	}
}

// The list of what is in a program names its modules, and the same program has the same list.
func TestBillOfMaterials(t *testing.T) {
	self := filepath.Join(t.TempDir(), "svcx")
	if out, err := exec.Command("go", "build", "-o", self, "svcx/cmd/svcx").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := func() []byte {
		out, err := exec.Command("go", "run", "svcx/deploy/sbom", "-version", "1.2.3", self).Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := run()
	var list struct {
		BomFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version, Purl string }
	}
	if err := json.Unmarshal(first, &list); err != nil {
		t.Fatal(err)
	}
	if list.BomFormat != "CycloneDX" || list.SpecVersion != "1.6" || list.Metadata.Component.Version != "1.2.3" {
		t.Errorf("%+v", list)
	}
	named := func(name string) bool {
		return slices.ContainsFunc(list.Components, func(c struct{ Name, Version, Purl string }) bool {
			return c.Name == name && c.Version != "" && c.Purl == "pkg:golang/"+name+"@"+c.Version
		})
	}
	if !named("std") || !named("github.com/jackc/pgx/v5") || !named("modernc.org/sqlite") {
		t.Errorf("%s", first)
	}
	if !bytes.Equal(first, run()) {
		t.Error("the second list differs")
	}
}

// All documents of a file of Kubernetes or compose are YAML, values and templates of the chart
// agree: each value that a template reads exists, and each that exists is read.
func TestChartsValues(t *testing.T) {
	var values map[string]any
	if err := yaml.Unmarshal([]byte(read(t, "deploy/helm/svcx/values.yaml")), &values); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob("../../deploy/helm/svcx/templates/*")
	if err != nil || len(paths) < 6 {
		t.Fatal(paths, err)
	}
	text := ""
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text += string(content)
	}
	used := make(map[string]bool)
	for _, m := range regexp.MustCompile(`\.Values\.(\w+)(?:\.(\w+))?`).FindAllStringSubmatch(text, -1) {
		used[m[1]] = true
		value, ok := values[m[1]]
		if !ok {
			t.Errorf("there is no value %s", m[1])
			continue
		}
		if inner, isMap := value.(map[string]any); isMap && m[2] != "" && m[1] != "secretSettings" {
			if _, ok := inner[m[2]]; !ok {
				t.Errorf("there is no value %s.%s", m[1], m[2])
			}
		}
	}
	for name := range values {
		if !used[name] {
			t.Errorf("no template reads the value %s", name)
		}
	}
	decoder := yaml.NewDecoder(strings.NewReader(read(t, "deploy/helm/svcx/Chart.yaml")))
	var chart map[string]any
	if err := decoder.Decode(&chart); err != nil || chart["apiVersion"] != "v2" || chart["name"] != "svcx" {
		t.Errorf("%v, %v", chart, err)
	}
	if err := decoder.Decode(&chart); !errors.Is(err, io.EOF) {
		t.Error("more than one document")
	}
}
