package textsearch_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"svcx"
	"svcx/internal/store"
	"svcx/internal/store/storetest"
	"svcx/internal/textsearch"
)

// Any input is words: it never reaches the query language, and the index finds what
// reading finds. Only too many words are refused.
//
//	go test ./internal/textsearch -run XXX -fuzz FuzzConversationSearch
func FuzzConversationSearch(f *testing.F) {
	for _, q := range []string{"refund", `"`, `a"*`, "NEAR(a b, 5)", "a AND NOT b", "-a", "^a", "words:a", "{a b}:c", "a\x00b", "'", "a' | 'b", "a:*", "!a & (b", "<->",
		"\\", "%_", "山田太郎", "ﬁ ß ł İ", "\xff\xfe", "e\u0301", "\u0301", "ー", "ーa", "a山b", "ก็", "x1", "w1xa", "\u2028", strings.Repeat("山", 300), strings.Repeat("a", 3000), "𝔞𝔟", "ａ１", "٣", "राम", "\u093e", "क्ष", "soft\u00adhyphen", "か\u3099", "\u3099", "ΟΔΟΣ", "กำ", "می\u200cخواهم", "二〇"} {
		f.Add(q)
	}
	db := storetest.SQLite(f)
	var n svcx.ConversationID
	f.Fuzz(func(t *testing.T, q string) {
		if !utf8.ValidString(q) || strings.Contains(q, "\x00") {
			q = strings.ToValidUTF8(strings.ReplaceAll(q, "\x00", ""), "\ufffd")
		}
		// The text is found by itself, by the index and by reading.
		n++
		ws := svcx.WorkspaceID(n)
		c := &svcx.Conversation{Workspace: ws, Status: svcx.StatusOpen, UpdatedAt: epoch, MessageCount: 1}
		err := db.Write(t.Context(), ws, func(tx *store.Tx) error {
			conversations, err := tx.ReserveConversations(1)
			if err != nil {
				return err
			}
			messages, err := tx.ReserveMessages(1)
			if err != nil {
				return err
			}
			c.ID = svcx.ConversationID(conversations[0])
			if err := tx.InsertConversations(c); err != nil {
				return err
			}
			return tx.InsertMessages(&svcx.Message{ID: svcx.MessageID(messages[0]), Workspace: ws, Conversation: c.ID, Kind: svcx.MessageKindMessage, Content: q, SentAt: epoch, CreatedAt: epoch})
		})
		if err != nil {
			t.Fatal(err)
		}
		// Nothing is indexed yet.
		page, err := db.SearchConversations(t.Context(), ws, svcx.ConversationFilter{}, q, nil, 2)
		if svcx.KindOf(err) == svcx.KindValidation {
			return
		}
		storetest.WantNil(t, err, db.Index.Update(t.Context(), ws))
		found, err := db.Index.Matching(t.Context(), ws, q)
		storetest.WantNil(t, err)
		want := 0
		if textsearch.HasWords(q) {
			want = 1
		}
		if len(page.Items) != want || len(found) != want {
			t.Errorf("%q finds %v, by the index %v; want any: %t", q, page.Items, found, want == 1)
		}
	})
}
