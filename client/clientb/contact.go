package clientb

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"

	"svcx/client"
)

// Contact is a person.
type Contact struct {
	ID         int64     `json:"id"`
	ExternalID string    `json:"externalId"`
	Name       string    `json:"name"`
	Email      string    `json:"email"`
	AvatarURL  string    `json:"avatarUrl"`
	Tags       []string  `json:"tags"`
	CreatedAt  time.Time `json:"createdAt"`
	UpdatedAt  time.Time `json:"updatedAt"`
}

// Contacts lists contacts, newest first; search, if it is not empty, holds words that a
// contact's name, address or external id has words beginning with.
func (c *Client) Contacts(ctx context.Context, search string) iter.Seq2[Contact, error] {
	q := url.Values{}
	if search != "" {
		q.Set("search", search)
	}
	return client.Pages[Contact](ctx, c.API, "/contacts", q)
}

// Contact reads a contact.
func (c *Client) Contact(ctx context.Context, id int64) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodGet, path("contacts", id), nil)
}

// NewContact is a contact to create; all of it is optional.
type NewContact struct {
	ExternalID string `json:"externalId,omitempty"`
	Name       string `json:"name,omitempty"`
	Email      string `json:"email,omitempty"`
}

// CreateContact creates a contact.
func (c *Client) CreateContact(ctx context.Context, n NewContact) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodPost, "/contacts", n)
}

// ContactChange changes a contact; what is left out stays.
type ContactChange struct {
	ExternalID client.Optional[string]   `json:"externalId,omitzero"`
	Name       client.Optional[string]   `json:"name,omitzero"`
	Email      client.Optional[string]   `json:"email,omitzero"`
	Tags       client.Optional[[]string] `json:"tags,omitzero"`
}

// UpdateContact changes a contact.
func (c *Client) UpdateContact(ctx context.Context, id int64, change ContactChange) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodPatch, path("contacts", id), change)
}

// SetAvatar sets the https address of a contact's picture.
func (c *Client) SetAvatar(ctx context.Context, id int64, address string) (Contact, error) {
	return client.Data[Contact](ctx, c.API, http.MethodPatch, path("contacts", id, "avatar"), map[string]string{"url": address})
}

// DeleteAvatar removes a contact's picture.
func (c *Client) DeleteAvatar(ctx context.Context, id int64) error {
	return c.API.Do(ctx, http.MethodDelete, path("contacts", id, "avatar"), nil, nil, nil)
}
