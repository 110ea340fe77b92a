// Sbom lists what is in a Go program, as CycloneDX: the modules that the linker wrote into it,
// so that the list is that of the file and not of go.mod.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
	Relations  []relation  `json:"dependencies"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type relation struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

func main() {
	version := flag.String("version", "", "version of the program")
	flag.Parse()
	if flag.NArg() != 1 || *version == "" {
		fmt.Fprintln(os.Stderr, "usage: sbom -version VERSION PROGRAM")
		os.Exit(2)
	}
	info, err := buildinfo.ReadFile(flag.Arg(0))
	if err == nil {
		encoder := json.NewEncoder(os.Stdout)
		encoder.SetIndent("", "  ")
		err = encoder.Encode(list(info, *version))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func list(info *debug.BuildInfo, version string) bom {
	program := component{Type: "application", Ref: "svcx", Name: "svcx", Version: version}
	for _, s := range info.Settings {
		if s.Key == "GOOS" || s.Key == "GOARCH" || s.Key == "CGO_ENABLED" {
			program.Properties = append(program.Properties, property{"svcx:" + s.Key, s.Value})
		}
	}
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	all := []component{{Type: "library", Ref: "std", Name: "std", Version: goVersion, PURL: "pkg:golang/std@" + goVersion}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		purl := "pkg:golang/" + m.Path + "@" + strings.ReplaceAll(m.Version, "+", "%2B")
		c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
		if m.Sum != "" {
			c.Properties = []property{{"svcx:go.sum", m.Sum}}
		}
		all = append(all, c)
	}
	uses := relation{Ref: program.Ref}
	for _, c := range all {
		uses.On = append(uses.On, c.Ref)
	}
	return bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{program}, Components: all, Relations: []relation{uses}}
}
