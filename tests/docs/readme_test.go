package docs

import (
	"os"
	"strings"
	"testing"
)

// commandsOf are the indented blocks of a section of README.md.
func commandsOf(t *testing.T, section string) (all []string) {
	t.Helper()
	file, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(file), "\n## "+section+"\n")
	if !found {
		t.Fatalf("README.md has no section %q", section)
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	for paragraph := range strings.SplitSeq(rest, "\n\n") {
		if strings.HasPrefix(paragraph, "    ") {
			all = append(all, paragraph)
		}
	}
	return all
}

// Every command of the README's section for terminals works, in both forms, after each other, and
// does what the text says.
func TestReadmeOnTheCommandLine(t *testing.T) {
	for _, form := range []string{"A", "B"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t, form)
			s := d.newShell()
			says := map[string]string{
				"echo \"$INBOUND_URL": d.base + "/api/webhooks/custom/1 svcx_",
				"?dryRun=1":           `"outcome":{"status":"ok"`,
				`"messageId":"m-1"`:   "ok",
				"/events\"":           `"status":"ok"`,
				"It is on its way.":   `"content":"It is on its way."`,
				"/feed?after=0":       `"nextAfter"`,
				"channel list":        "Shop",
			}
			for _, command := range commandsOf(t, "The same on the command line") {
				// The desk has a workspace of the form and a server at another address.
				command = strings.NewReplacer("./svcx workspace create --slug acme --name \"Acme\" --form B", ":", "./svcx", "svcx", "http://127.0.0.1:8080", d.base, "wait=30", "wait=1").Replace(command)
				if strings.Contains(command, "/feed?") {
					d.command("svcx", "channel", "set", "--workspace", workspace, "--id", "1", "--settings", `{"feedEnabled":true}`)
				}
				out := s.run(command)
				for in, want := range says {
					if strings.Contains(command, in) {
						if !strings.Contains(out, want) {
							t.Errorf("%s\nprints %s", command, out)
						}
						delete(says, in)
					}
				}
			}
			for in := range says {
				t.Errorf("no command has %s", in)
			}
		})
	}
}
