package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/client"
	"svcx/internal/app"
	"svcx/internal/listen"
)

type sendCmd struct {
	URL, Key       string
	Content        string
	ContentType    string
	MessageID      string
	ConversationID string
	From           string
	Name, Email    string
	FromType       string
	Subject        string
	Attachments    []string
	Action         string
	AssignedTo     string
	Rating         int
	Comment        string
	RatedBy        string
	Intent         string
	Data           string
	File           string
	DryRun         bool
	JSON           bool
}

func newSend() *cobra.Command {
	var cmd sendCmd
	c := &cobra.Command{
		Use:   "send",
		Short: "Send a message, an action or an intent to a channel, and print what became of it.",
		Long: "Without --content, --action, --intent and --file it sends a sample message. The server answers ok to whatever arrives, so the " +
			"outcome is read from the event log; exit code 1 if it is not ok.",
		RunE: func(c *cobra.Command, _ []string) error { return cmd.run(c.Context()) },
	}
	text(c, &cmd.URL, "url", "URL", "Inbound address of the channel, which its page shows.")
	text(c, &cmd.Key, "key", "KEY", "Key of the channel.")
	text(c, &cmd.Content, "content", "TEXT", "Text of the message.")
	choice(c, &cmd.ContentType, "content-type", []string{"text", "html"}, "Type of the text; text if not given.")
	text(c, &cmd.MessageID, "message-id", "ID", "Id of the message; a new one if not given.")
	text(c, &cmd.ConversationID, "conversation", "ID", "Id of the conversation; sample-1 for a message if not given.")
	text(c, &cmd.From, "from", "ID", "External id of the sender; sample-customer if not given.")
	text(c, &cmd.Name, "name", "NAME", "Name of the sender.")
	text(c, &cmd.Email, "email", "ADDRESS", "Address of the sender.")
	choice(c, &cmd.FromType, "from-type", []string{"customer", "staff", "bot"}, "Who the sender is (form B); customer if not given.")
	text(c, &cmd.Subject, "subject", "TEXT", "Subject of a new conversation.")
	texts(c, &cmd.Attachments, "attachment", "URL", "Address of a file of the message.")
	choice(c, &cmd.Action, "action", []string{client.ActionResolve, client.ActionClose, client.ActionReopen, client.ActionAssign, client.ActionSubmitRating}, "Send an action (form B): conversation.resolve, conversation.close, conversation.reopen, conversation.assign or rating.submit.")
	c.Flags().Lookup("action").Annotations[placeholderOf] = []string{"ACTION"}
	text(c, &cmd.AssignedTo, "assigned-to", "ID", "Member of conversation.assign; nobody if not given.")
	c.Flags().IntVar(&cmd.Rating, "rating", 0, "Rating of rating.submit, 1 to 5.")
	text(c, &cmd.Comment, "comment", "TEXT", "Comment of rating.submit.")
	text(c, &cmd.RatedBy, "rated-by", "WHO", "Who rates.")
	choice(c, &cmd.Intent, "intent", []string{client.IntentRequestRating, client.IntentUpdateInfo}, "Send an intent (form B).")
	text(c, &cmd.Data, "data", "JSON", "Data of the intent updateinfo, as {\"name\": \"Ada\"}.")
	text(c, &cmd.File, "file", "FILE", "Send the body in this file as it is; - is standard input.")
	c.Flags().BoolVar(&cmd.DryRun, "dry-run", false, "Store nothing, and print what would become of it.")
	c.Flags().BoolVar(&cmd.JSON, "json", false, "Print one JSON object.")
	required(c, "url", "key")
	c.PreRunE = func(*cobra.Command, []string) error { return cmd.check() }
	return c
}

// check refuses what does not fit together.
func (cmd *sendCmd) check() error {
	if err := listen.CheckURL(cmd.URL); err != nil {
		return fmt.Errorf("--url: %w", err)
	}
	kinds := 0
	for _, given := range []bool{cmd.Content != "" || len(cmd.Attachments) > 0, cmd.Action != "", cmd.Intent != "", cmd.File != ""} {
		if given {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return errors.New("give one of --content, --action, --intent and --file")
	case (cmd.Action != "" || cmd.Intent != "") && cmd.ConversationID == "":
		return errors.New("an action and an intent need --conversation")
	case cmd.Action == client.ActionSubmitRating && (cmd.Rating < 1 || cmd.Rating > 5):
		return errors.New("rating.submit needs --rating, 1 to 5")
	case cmd.Data != "" && cmd.Intent != client.IntentUpdateInfo:
		return errors.New("--data is for --intent updateinfo")
	case cmd.Data != "" && !json.Valid([]byte(cmd.Data)):
		return errors.New("--data must be JSON")
	}
	return nil
}

// body is what is sent.
func (cmd *sendCmd) body(stdin io.Reader) (json.RawMessage, error) {
	var v any
	switch {
	case cmd.File == "-":
		return io.ReadAll(stdin)
	case cmd.File != "":
		return os.ReadFile(cmd.File)
	case cmd.Action != "":
		a := client.Action{Action: cmd.Action, ConversationID: cmd.ConversationID, Rating: cmd.Rating, Comment: cmd.Comment, RatedBy: cmd.RatedBy}
		if cmd.Action == client.ActionAssign {
			if a.AssignedTo = client.Null[int64](); cmd.AssignedTo != "" {
				var id int64
				if err := json.Unmarshal([]byte(cmd.AssignedTo), &id); err != nil {
					return nil, fmt.Errorf("--assigned-to must be an id, not %q", cmd.AssignedTo)
				}
				a.AssignedTo = client.Set(id)
			}
		}
		v = a
	case cmd.Intent != "":
		i := map[string]any{"intent": cmd.Intent, "conversationId": cmd.ConversationID}
		if cmd.Data != "" {
			i["data"] = json.RawMessage(cmd.Data)
		}
		v = i
	default:
		v = cmd.message()
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSpace(text.Bytes()), err
}

// message is the message of the flags; what form A requires is always there.
func (cmd *sendCmd) message() client.Message {
	m := client.Message{
		MessageID: cmd.MessageID, ConversationID: cmd.ConversationID, Content: cmd.Content, ContentType: cmd.ContentType, Subject: cmd.Subject,
		From: client.Sender{ExternalID: cmd.From, Name: cmd.Name, Email: cmd.Email, Type: cmd.FromType},
	}
	for _, url := range cmd.Attachments {
		m.Attachments = append(m.Attachments, client.Attachment{URL: url})
	}
	if m.MessageID == "" {
		m.MessageID = "svcx-send-" + strings.ReplaceAll(time.Now().UTC().Format("20060102150405.000000"), ".", "")
	}
	if m.ConversationID == "" {
		m.ConversationID = "sample-1"
	}
	if m.From.ExternalID == "" {
		m.From.ExternalID = "sample-customer"
	}
	if m.Content == "" && len(m.Attachments) == 0 {
		m.Content = "Hello from svcx send."
	}
	return m
}

// sent is what became of a request, as JSON.
type sent struct {
	Sent      json.RawMessage  `json:"sent"`
	RequestID string           `json:"requestId"`
	Outcome   *client.LogEntry `json:"outcome"`
}

// errNotOK ends the command after it has printed the outcome.
var errNotOK = errors.New("the outcome is not ok")

func (cmd sendCmd) run(ctx context.Context) error {
	body, err := cmd.body(os.Stdin)
	if err != nil {
		return err
	}
	channel := client.NewChannel(cmd.URL, cmd.Key, client.WithUserAgent("svcx/"+app.Version))
	if cmd.DryRun {
		return cmd.dryRun(ctx, channel, body)
	}
	receipt, err := channel.Post(ctx, body)
	if err != nil {
		return err
	}
	entry, err := channel.Outcome(ctx, receipt)
	var refused *client.Error
	switch {
	case errors.As(err, &refused) && refused.Status == 401:
		return fmt.Errorf("the server answered ok, and has not taken it: the channel or its key is wrong (request %s)", receipt.RequestID)
	case err != nil:
		return fmt.Errorf("the server answered ok, and the outcome could not be read: %w", err)
	}
	if cmd.JSON {
		shown := body
		if !json.Valid(shown) {
			shown = nil
		}
		err = printJSON(sent{shown, receipt.RequestID, &entry})
	} else {
		err = printf("%s", outcomeText(entry.EventType, entry.Status, entry.Error, entry.Warnings, "conversation "+entry.ConversationID+", request "+receipt.RequestID))
	}
	if err == nil && !entry.OK() {
		err = errNotOK
	}
	return err
}

func (cmd *sendCmd) dryRun(ctx context.Context, channel *client.Channel, body json.RawMessage) error {
	d, err := channel.DryRun(ctx, body)
	if err != nil {
		return err
	}
	if cmd.JSON {
		err = printJSON(d)
	} else {
		more := "nothing was stored"
		if len(d.Events) > 0 {
			more += "; events: " + strings.Join(d.Events, ", ")
		}
		if len(d.Ignored) > 0 {
			more += "; ignored: " + strings.Join(d.Ignored, ", ")
		}
		err = printf("%s", outcomeText(d.Outcome.EventType, d.Outcome.Status, d.Outcome.Error, d.Outcome.Warnings, more))
	}
	if err == nil && d.Outcome.Status != "ok" {
		err = errNotOK
	}
	return err
}

// outcomeText is an outcome for people, a line for each warning.
func outcomeText(kind, status, reason string, warnings []string, more string) string {
	line := svcx.OneLine(kind + ": " + status)
	if reason != "" {
		line += ", " + svcx.OneLine(reason)
	}
	line += " (" + svcx.OneLine(more) + ")\n"
	for _, w := range warnings {
		line += "  warning: " + svcx.OneLine(w) + "\n"
	}
	return line
}
