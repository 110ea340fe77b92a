package prompt

import (
	"strings"
	"unicode/utf8"

	"svcx"
	"svcx/internal/assist/guard"
	"svcx/internal/assist/keep"
	"svcx/internal/assist/provider"
)

// draft is a text that is rewritten.
type draft struct {
	Text     string `json:"text"`
	Language string `json:"language,omitempty"`
}

// rewriting is the prompt of an operation that rewrites a text. Card numbers, passwords and keys do
// not go out: the model sees placeholders for them. The answer must have what a rewrite may not
// change, and nothing of that kind that the text did not have.
func rewriting(op svcx.AIOperation, instructions string, d draft) Prompt[string] {
	hidden, restore := guard.Hide(clean(d.Text))
	d.Text = hidden
	return Prompt[string]{
		Operation: op, Messages: ask(instructions+copied+plain, d),
		Read: func(answer string) (string, error) {
			text, err := readText(answer)
			if err != nil {
				return "", err
			}
			if op != svcx.AITranslate && translated(hidden, text) {
				return "", errLanguage
			}
			if changed := keep.Missing(hidden, text, keep.Operation(op)); !changed.None() {
				return "", &Unusable{Changed, changed}
			}
			return restore(text), nil
		},
	}
}

// copied is what the instructions of a rewrite say of what package keep checks.
const copied = ` Copy links, e-mail addresses, numbers, dates, prices, order numbers, names of people and products, code, ` +
	`and placeholders such as {{name}} exactly as they are. Add nothing, and leave nothing out that matters.`

// Polish improves the draft of a reply (R 4.8).
func Polish(text string) Prompt[string] {
	return rewriting(svcx.AIPolish, `"text" is the draft of an agent's reply to a customer. Write it again in the same language: `+
		`correct spelling and grammar, and make it clear, friendly and professional, without becoming longer than it needs to be.`, draft{Text: text})
}

// Cleanup cleans a text up (R 4.8).
func Cleanup(text string) Prompt[string] {
	return rewriting(svcx.AICleanup, `"text" was pasted from somewhere else, perhaps from an e-mail, a log or a dictation. Clean it up in the same language: `+
		`correct spelling, punctuation and line breaks, and remove quoted mails, signatures, disclaimers, filler words and repetitions. Do not change what it says or its tone.`,
		draft{Text: text})
}

// Translate translates a text into a language, as a person names it (R 4.8).
func Translate(text, language string) Prompt[string] {
	return rewriting(svcx.AITranslate, `Translate "text" into the language that "language" names, with the tone that it has. If it is in that language already, repeat it.`,
		draft{Text: text, Language: svcx.OneLine(language)})
}

// Suggest writes a reply to a conversation, of its last messages (R 4.8).
func Suggest(messages []svcx.Message) Prompt[string] {
	shown := conversationOf(messages)
	return Prompt[string]{
		Operation: svcx.AISuggest,
		Messages: ask(`"messages" is a conversation with a customer, oldest first. Write the reply that an agent could send next, in the language of the customer's last message: `+
			`answer what was asked as far as the conversation allows, and ask for what is missing. Where a fact is needed that the conversation does not have, `+
			`write a placeholder in square brackets that says what belongs there. Be friendly and short. No subject, no signature.`+plain, shown),
		Read: func(answer string) (string, error) {
			// A picture is fetched where it is shown: a customer's text must not have the model write one whose
			// address carries off what the conversation says.
			text, err := readText(withoutPictures(answer))
			if err != nil {
				return "", err
			}
			if isJSON(text) {
				return "", errShape
			}
			if invented := keep.InventedNames(saidIn(shown), text, keep.Polish); len(invented) > 0 {
				return "", &Unusable{Changed, keep.Changes{Invented: invented}}
			}
			return text, nil
		},
	}
}

// saidIn is all that the messages of a conversation say.
func saidIn(c conversation) string {
	var all strings.Builder
	for _, m := range c.Messages {
		all.WriteString(m.Text + "\n")
	}
	return all.String()
}

// Bounds of a subject that a model writes. One that is longer than maxSubject, in characters, is cut: lists show about as
// many. What has more words or is much longer is no subject.
const (
	maxSubject      = 80
	maxSubjectWords = 24
	maxNoSubject    = 3 * maxSubject
)

// Rename finds a subject for a conversation (R 4.8).
func Rename(messages []svcx.Message) Prompt[string] {
	return Prompt[string]{
		Operation: svcx.AIRename,
		Messages: ask(`"messages" is a conversation with a customer, oldest first. Write a subject by which agents recognize it in a list: what the customer wants, `+
			`in the language of the customer, at most eight words, without a full stop, and without names, numbers or addresses of people.`+plain, conversationOf(messages)),
		Read: func(answer string) (string, error) {
			text, err := readText(answer)
			if err != nil {
				return "", err
			}
			if isJSON(text) || isRefusal(text) || len(strings.Fields(text)) > maxSubjectWords || utf8.RuneCountInString(text) > maxNoSubject {
				return "", errShape
			}
			text = openFence.ReplaceAllString(text, "")
			text = line(strings.Trim(strings.TrimPrefix(text, "Subject:"), " \t\n\"'“”„«».*#`"), maxSubject)
			if text == "" {
				return "", errEmpty
			}
			return text, nil
		},
	}
}

// Try asks for one word, to find out whether a model answers (admins try their settings).
func Try() []provider.Message {
	return []provider.Message{{Role: provider.System, Content: "Answer with the word OK and nothing else."}, {Role: provider.User, Content: "Are you there?"}}
}
