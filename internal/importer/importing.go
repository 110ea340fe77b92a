package importer

import (
	"context"
	"fmt"
	"time"

	"svcx"
	"svcx/internal/importer/spool"
)

// The sizes of a batch, which is one transaction: a server beside the import waits for it. A
// conversation is cut only beyond what one transaction should hold.
const (
	batchContacts      = 500
	batchConversations = svcx.MaxImportConversations
	batchMessages      = svcx.MaxImportMessages
	batchBytes         = 2 << 20
	threadMessages     = 5000
	threadBytes        = 16 << 20
)

// showEvery is how often clients reload while an import runs.
const showEvery = 5 * time.Second

// importing is the second half of an import.
type importing struct {
	o       *Options
	reading *reading
	spool   *spool.Spool
	report  *Report
	convert *converter

	batch  svcx.ImportThreads
	places []place
	size   int
	// known is set while what comes is there already, shown when clients reloaded last,
	// audited if the audit log has the import; unseen if something was not shown yet.
	known, audited, unseen bool
	shown                  time.Time
	done, total            int64
}

func newImporting(o Options, r *reading, from *spool.Spool) *importing {
	i := &importing{o: &o, reading: r, spool: from, report: r.report, known: true}
	i.convert = newConverter(&o, r.report, func(id string) (*person, error) {
		data, err := r.spool.Person(id)
		if err != nil {
			return nil, err
		}
		return decoded[person](data)
	})
	return i
}

func (i *importing) all(ctx context.Context) error {
	people, conversations, err := i.spool.Count()
	if err != nil {
		return err
	}
	i.done, i.total = 0, int64(people)
	err = i.contacts(ctx)
	if err == nil {
		i.done, i.total, i.known = 0, int64(conversations), true
		err = i.conversations(ctx)
	}
	if i.unseen {
		// Also of an import that is stopped: what it has done is there.
		late, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer stop()
		if e := i.o.Target.Show(late); err == nil {
			err = e
		}
	}
	return err
}

// contacts imports the people who are listed on their own.
func (i *importing) contacts(ctx context.Context) error {
	for after := int64(0); ; {
		people, err := i.spool.People(after, batchContacts)
		if err != nil || len(people) == 0 {
			return err
		}
		for _, record := range people {
			after = record.N
			p, err := decoded[person](record.Data)
			if err != nil {
				return err
			}
			if p.Listed {
				i.batch.Contacts = append(i.batch.Contacts, i.convert.contact(p, false))
			}
		}
		i.done += int64(len(people))
		if err := i.flush(ctx, ImportingContacts); err != nil {
			return err
		}
	}
}

// conversations imports the conversations, and then messages of others that are here already.
func (i *importing) conversations(ctx context.Context) error {
	for after := int64(0); ; {
		found, err := i.spool.Conversations(after, batchConversations)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			break
		}
		for _, record := range found {
			after = record.N
			c, err := decoded[conversation](record.Data)
			if err != nil {
				return err
			}
			thread, err := i.convert.conversation(record.ID, c)
			if err != nil {
				return err
			}
			if err := i.thread(ctx, thread, c); err != nil {
				return err
			}
			i.done++
		}
	}
	for after := ""; ; {
		found, err := i.spool.Strays(after, batchConversations)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return i.flush(ctx, ImportingConversations)
		}
		for _, record := range found {
			after = record.ID
			thread := svcx.ImportThread{Continues: true}
			thread.ExternalID = record.ID
			if err := i.thread(ctx, thread, nil); err != nil {
				return err
			}
		}
	}
}

// thread adds a conversation with its messages to the batch; c is nil if only those are known.
func (i *importing) thread(ctx context.Context, thread svcx.ImportThread, c *conversation) error {
	data, err := i.spool.Rating(thread.ExternalID)
	if err != nil {
		return err
	}
	given, err := decoded[rating](data)
	if err != nil {
		return err
	}
	if given != nil {
		thread.Rating = i.convert.given(given, ratedAt(given, c, svcx.At(i.o.Now())))
	}
	at := place{}
	if c != nil {
		at = c.Place
	} else if given != nil {
		at = given.Place
	}
	for after := (*spool.Place)(nil); ; {
		records, next, err := i.spool.Messages(thread.ExternalID, after, threadMessages, threadBytes)
		if err != nil {
			return err
		}
		size := 0
		for _, record := range records {
			m, err := decoded[message](record.Data)
			if err != nil {
				return err
			}
			if c == nil && len(thread.Messages) == 0 {
				at = m.Place
			}
			out, field, what, err := i.convert.messages(record.ID, m, c)
			if err != nil {
				return err
			}
			if what != "" {
				i.reading.failed(m.Place, name(thread.ExternalID, record.ID), field, what)
				i.report.Messages.Errors++
			}
			size += len(record.Data)
			thread.Messages = append(thread.Messages, out...)
		}
		// Without a time of its own a conversation began with its first message.
		if thread.CreatedAt == nil && !thread.Continues && len(thread.Messages) > 0 {
			first := thread.Messages[0].SentAt
			thread.CreatedAt = &first
		}
		resolveBy(&thread)
		if err := i.add(ctx, thread, at, size); err != nil || next == nil {
			return err
		}
		after = next
		rest := svcx.ImportThread{Continues: true, Begun: i.o.DryRun && c != nil}
		rest.ExternalID = thread.ExternalID
		thread = rest
	}
}

// ratedAt is when a rating was given: a ticket of Zendesk does not say when.
func ratedAt(given *rating, of *conversation, now svcx.Time) svcx.Time {
	times := []*svcx.Time{given.At}
	if of != nil {
		times = append(times, of.ResolvedAt, of.UpdatedAt, of.CreatedAt)
	}
	for _, at := range times {
		if at != nil {
			return *at
		}
	}
	return now
}

// resolveBy gives a conversation that was resolved or closed a time of that which can be.
func resolveBy(thread *svcx.ImportThread) {
	if thread.Continues || thread.Status == svcx.StatusOpen {
		return
	}
	if thread.ResolvedAt == nil && len(thread.Messages) > 0 {
		last := thread.Messages[len(thread.Messages)-1].SentAt
		thread.ResolvedAt = &last
	}
	if thread.ResolvedAt != nil && thread.CreatedAt != nil && *thread.ResolvedAt < *thread.CreatedAt {
		thread.ResolvedAt = thread.CreatedAt
	}
}

// add adds a conversation to the batch, which is imported first if there is no room for it.
func (i *importing) add(ctx context.Context, thread svcx.ImportThread, at place, size int) error {
	messages := len(thread.Messages)
	for k := range i.batch.Threads {
		messages += len(i.batch.Threads[k].Messages)
	}
	if len(i.batch.Threads) > 0 && (len(i.batch.Threads) == batchConversations || messages > batchMessages || i.size+size > batchBytes) {
		if err := i.flush(ctx, ImportingConversations); err != nil {
			return err
		}
	}
	i.batch.Threads, i.places, i.size = append(i.batch.Threads, thread), append(i.places, at), i.size+size
	return nil
}

// flush imports the batch.
func (i *importing) flush(ctx context.Context, stage Stage) error {
	batch, places := i.batch, i.places
	i.batch, i.places, i.size = svcx.ImportThreads{}, nil, 0
	if err := ctx.Err(); err != nil {
		return err
	}
	i.o.Progress(Progress{stage, i.done, i.total})
	if len(batch.Threads)+len(batch.Contacts) == 0 {
		return nil
	}
	began := i.o.Now()
	batch.Channel, batch.DryRun, batch.Known = i.o.Channel, i.o.DryRun, i.known
	batch.Audit, batch.Show = !i.audited, began.Sub(i.shown) >= showEvery
	// The transaction is not stopped half-way.
	done, err := i.o.Target.Threads(context.WithoutCancel(ctx), batch)
	if err != nil {
		return err
	}
	if err := i.tally(&batch, places, done); err != nil {
		return err
	}
	i.known = written(done) == 0
	if i.o.DryRun || i.known {
		return nil
	}
	i.audited = true
	if i.unseen = !batch.Show; batch.Show {
		i.shown = began
	}
	if i.o.Wait != nil {
		i.o.Wait(ctx, i.o.Now().Sub(began)/4)
	}
	return nil
}

// written counts what a batch has written.
func written(d svcx.ImportedThreads) int {
	return d.Contacts.Imported + d.Conversations.Imported + d.Messages.Imported + d.Notes.Imported + d.Ratings.Imported + len(d.Fresh)
}

// tally adds a batch to the report.
func (i *importing) tally(batch *svcx.ImportThreads, places []place, done svcx.ImportedThreads) error {
	r := i.report
	add(&r.Conversations, done.Conversations)
	add(&r.Messages, done.Messages)
	add(&r.Notes, done.Notes)
	add(&r.Ratings, done.Ratings)
	r.FieldValues += done.FieldValues
	// A contact may be new in several batches of a dry run.
	fresh := 0
	for _, id := range done.Fresh {
		first, err := i.spool.Fresh(id)
		if err != nil {
			return err
		}
		if first {
			fresh++
		}
	}
	r.Contacts.Imported += fresh
	r.Contacts.Skipped += max(0, done.Contacts.Imported+done.Contacts.Skipped-fresh)
	for _, d := range done.Details {
		if !d.Refused {
			r.left(d.Field+" "+d.Text, 1)
			continue
		}
		if len(places) == 0 {
			continue
		}
		t := &batch.Threads[d.Index]
		about := "conversation " + t.ExternalID
		if d.Message >= 0 {
			about = name(t.ExternalID, t.Messages[d.Message].ExternalID)
		}
		i.reading.failed(places[d.Index], about, d.Field, d.Text)
	}
	return nil
}

func name(conversation, message string) string {
	return fmt.Sprintf("conversation %s, message %s", conversation, message)
}
