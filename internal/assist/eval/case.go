// Package eval measures how well a model does the AI operations: whether its answers have the expected form, keep what they
// must keep, are in the right language, and withstand instructions in what customers write; how long they take and how many
// tokens they cost. An operator chooses a model by it.
//
// It asks with the prompts of the operations and reads the answers as they do, over synthetic conversations (Cases) or those
// of a workspace. It stores nothing.
package eval

import (
	"embed"
	"fmt"
	"strings"

	"svcx"
	"svcx/internal/assist/language"
	"svcx/internal/assist/prompt"
)

// Case is a conversation with what the operations are given.
type Case struct {
	Name string
	// Language is that of the customer, as a tag; "" if it is not known.
	Language string
	Messages []svcx.Message
	// Draft is what is polished, cleaned up and translated, Reply what the handbrake checks. An operation without its
	// input is not asked.
	Draft, Reply string
	// Mistake says that the reply must not be sent; Checked, that this is known.
	Mistake, Checked bool
	// Hostile says that texts of the case have instructions for the model, which it must not follow. Canary is what it says if
	// it does; "" if that shows otherwise.
	Hostile bool
	Canary  string
}

//go:embed cases
var files embed.FS

// Cases are the synthetic conversations.
func Cases() ([]Case, error) {
	entries, err := files.ReadDir("cases")
	if err != nil {
		return nil, err
	}
	var all []Case
	for _, e := range entries {
		content, err := files.ReadFile("cases/" + e.Name())
		if err != nil {
			return nil, err
		}
		c, err := parse(strings.TrimSuffix(e.Name(), ".txt"), string(content))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// parse reads a case: a line for each message and input, with \n for line breaks.
func parse(name, content string) (Case, error) {
	c := Case{Name: name, Hostile: strings.HasPrefix(name, "inject-")}
	for line := range strings.Lines(content) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			return c, fmt.Errorf("%s: %q is no line of a case", name, line)
		}
		value = strings.ReplaceAll(value, `\n`, "\n")
		switch key {
		case "language":
			c.Language = value
		case "canary":
			c.Canary = value
		case "customer", "agent":
			c.Messages = append(c.Messages, svcx.Message{
				ID: svcx.MessageID(len(c.Messages) + 1), Kind: svcx.MessageKindMessage, Author: svcx.Author{Type: svcx.AuthorType(key)},
				Content: value, ContentType: svcx.ContentText,
			})
		case "draft":
			c.Draft = value
		case "reply":
			c.Reply, c.Checked = value, true
		case "mistake":
			c.Mistake = value == "yes"
		default:
			return c, fmt.Errorf("%s: %q is unknown", name, key)
		}
	}
	return c, nil
}

// CaseOf is a case of a conversation of the workspace: its last reply stands for a draft. Notes are left out.
func CaseOf(name string, messages []svcx.Message) Case {
	c := Case{Name: name}
	var said []string
	for i := range messages {
		m := &messages[i]
		if m.Kind == svcx.MessageKindNote {
			continue
		}
		c.Messages = append(c.Messages, *m)
		switch m.Author.Type {
		case svcx.AuthorCustomer:
			said = append(said, prompt.TextOf(m))
		case svcx.AuthorAgent:
			c.Draft = prompt.TextOf(m)
			c.Reply = c.Draft
		}
	}
	c.Language = language.Of(strings.Join(said, "\n\n"))
	return c
}
