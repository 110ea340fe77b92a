package importer

import (
	"strings"

	"svcx"
)

// memory keeps records without a file: a fuzzer makes many of them.
type memory struct {
	people, conversations, ratings map[string][]byte
	messages                       map[[2]string][]byte
}

func (m memory) Person(id string) ([]byte, error) { return m.people[id], nil }

func (m memory) PutPerson(id string, data []byte) error {
	m.people[id] = data
	return nil
}

func (m memory) PutConversation(id string, data []byte) error {
	m.conversations[id] = data
	return nil
}

func (m memory) AddConversation(id string, data []byte) error {
	if m.conversations[id] == nil {
		m.conversations[id] = data
	}
	return nil
}

func (m memory) PutMessage(conversation, id string, _ int64, data []byte) error {
	m.messages[[2]string{conversation, id}] = data
	return nil
}

func (m memory) PutRating(conversation string, data []byte) error {
	m.ratings[conversation] = data
	return nil
}

// Convert reads a file and makes of its records what an import hands to the use case.
func Convert(o Options, content string) (contacts []svcx.ImportContact, threads []svcx.ImportThread, err error) {
	m := memory{make(map[string][]byte), make(map[string][]byte), make(map[string][]byte), make(map[[2]string][]byte)}
	r := &reading{spool: m, report: newReport(), columns: map[string]bool{o.CategoryFrom: true}}
	for name := range o.Map {
		r.columns[name] = true
	}
	if err := r.readContent(o.format(), strings.NewReader(content)); err != nil {
		return nil, nil, err
	}
	c := newConverter(&o, r.report, func(id string) (*person, error) { return decoded[person](m.people[id]) })
	for _, data := range m.people {
		p, err := decoded[person](data)
		if err != nil {
			return nil, nil, err
		}
		contacts = append(contacts, c.contact(p, false))
	}
	for id, data := range m.conversations {
		of, err := decoded[conversation](data)
		if err != nil {
			return nil, nil, err
		}
		thread, err := c.conversation(id, of)
		if err != nil {
			return nil, nil, err
		}
		for key, data := range m.messages {
			if key[0] != id {
				continue
			}
			in, err := decoded[message](data)
			if err != nil {
				return nil, nil, err
			}
			messages, _, _, err := c.messages(key[1], in, of)
			if err != nil {
				return nil, nil, err
			}
			thread.Messages = append(thread.Messages, messages...)
		}
		if given, err := decoded[rating](m.ratings[id]); err != nil {
			return nil, nil, err
		} else if given != nil {
			thread.Rating = c.given(given, svcx.At(o.Now()))
		}
		resolveBy(&thread)
		threads = append(threads, thread)
	}
	return contacts, threads, nil
}
