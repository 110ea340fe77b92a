package svcx

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxMentions bounds the members whom a note mentions.
const MaxMentions = 50

// maxAts is how many "@" of a text are looked at.
const maxAts = 1000

// Mention is a member whom a note mentions.
type Mention struct {
	User UserID
	// Name is as it stands in the note, after the "@".
	Name string
}

// MentionName is what a member without a name of their own, or with an unclear one, is mentioned
// by: the address, which nobody shares.
func (m *Member) MentionName() string {
	if name := OneLine(m.Name); name != "" {
		return name
	}
	return m.Email
}

// Mentions finds members in a text: an "@" with their name or their address after it, ignoring
// case, where no letter or digit stands before it or goes on after it. Of names that begin alike
// the longest counts. found are at most MaxMentions, and over is set if there are more; unclear are
// the names that stand for several members, of whom none is mentioned.
func Mentions(text string, members []*Member) (found []Mention, unclear []string, over bool) {
	if !strings.Contains(text, "@") {
		return nil, nil, false
	}
	names := make(map[string][]UserID)
	for _, m := range members {
		if name := OneLine(m.Name); name != "" {
			names[FoldCase(name)] = append(names[FoldCase(name)], m.ID)
		}
	}
	for _, m := range members { // an address is its owner's, whoever has it for a name
		names[FoldCase(m.Email)] = []UserID{m.ID}
	}
	known := make(map[UserID]bool)
	newNameFinder(names).each(text, func(_ int, name string, of []UserID) {
		switch {
		case len(of) > 1:
			if !slices.ContainsFunc(unclear, func(other string) bool { return FoldCase(other) == FoldCase(name) }) {
				unclear = append(unclear, name)
			}
		case known[of[0]]:
		case len(found) == MaxMentions:
			over = true
		default:
			known[of[0]] = true
			found = append(found, Mention{of[0], name})
		}
	})
	return found, unclear, over
}

// MentionPart is a part of a text; User is 0 unless it mentions a member.
type MentionPart struct {
	Text string
	User UserID
}

// CutMentions cuts a text at the mentions that it has.
func CutMentions(text string, mentions []Mention) (parts []MentionPart) {
	names := make(map[string][]UserID)
	for _, m := range mentions {
		names[FoldCase(m.Name)] = []UserID{m.User}
	}
	last := 0
	newNameFinder(names).each(text, func(at int, name string, of []UserID) {
		if at > last {
			parts = append(parts, MentionPart{Text: text[last:at]})
		}
		last = at + len("@") + len(name)
		parts = append(parts, MentionPart{text[at:last], of[0]})
	})
	if last < len(text) {
		parts = append(parts, MentionPart{Text: text[last:]})
	}
	return parts
}

// nameFinder finds names after an "@". They are folded.
type nameFinder struct {
	names map[string][]UserID
	// lengths are those of the names in characters, longest first.
	lengths []int
}

func newNameFinder(names map[string][]UserID) nameFinder {
	f := nameFinder{names: names}
	for name := range names {
		f.lengths = append(f.lengths, utf8.RuneCountInString(name))
	}
	slices.Sort(f.lengths)
	slices.Reverse(f.lengths)
	f.lengths = slices.Compact(f.lengths)
	return f
}

// each calls take with each name in a text, and where its "@" stands.
func (f nameFinder) each(text string, take func(at int, name string, of []UserID)) {
	end := 0
	for n := 0; n < maxAts; n++ {
		at := strings.IndexByte(text[end:], '@')
		if at < 0 {
			return
		}
		at += end
		end = at + 1
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); isWordRune(before) {
			continue // an address
		}
		if name := f.at(text[end:]); name != "" {
			take(at, name, f.names[FoldCase(name)])
			end += len(name)
		}
	}
}

// at is the longest name that a text begins with, as it stands there; "" if there is none.
func (f nameFinder) at(text string) string {
	for _, length := range f.lengths {
		end := 0
		for range length {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		name, rest := text[:end], text[end:]
		if f.names[FoldCase(name)] != nil && endsName(name, rest) {
			return name
		}
	}
	return ""
}

// endsName reports whether a name does not go on in what follows it.
func endsName(name, rest string) bool {
	next, size := utf8.DecodeRuneInString(rest)
	after, _ := utf8.DecodeRuneInString(rest[size:])
	switch {
	case isWordRune(next):
		return false
	case next == '@', next == '-', next == '.' && strings.Contains(name, "@"): // as of a longer address
		return !isWordRune(after)
	}
	return true
}

func isWordRune(r rune) bool {
	return r != utf8.RuneError && (r == '_' || unicode.In(r, unicode.L, unicode.N, unicode.M))
}
