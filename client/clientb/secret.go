package clientb

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"svcx/client"
)

// Secret is a value that the workspace keeps for its integrations. Value is there in Secret,
// not in Secrets.
type Secret struct {
	Key         string `json:"key"`
	Name        string `json:"name"`
	Description string `json:"description"`
	Value       string `json:"value"`
}

// Secrets lists the secrets without their values.
func (c *Client) Secrets(ctx context.Context) iter.Seq2[Secret, error] {
	return client.OffsetPages[Secret](ctx, c.API, "/secrets", nil)
}

// Secret reads a secret, which the audit log records.
func (c *Client) Secret(ctx context.Context, key string) (Secret, error) {
	return client.Data[Secret](ctx, c.API, http.MethodGet, "/secrets/"+url.PathEscape(key), nil)
}

// StaffLink makes messages of a colleague on a channel those of a member.
type StaffLink struct {
	ID           int64  `json:"id"`
	ChannelID    int64  `json:"channelId"`
	UserID       int64  `json:"userId"`
	ExternalID   string `json:"externalId"`
	PlatformName string `json:"platformName"`
	DisplayName  string `json:"displayName"`
}

// StaffLinks lists the staff links of a channel.
func (c *Client) StaffLinks(ctx context.Context, channel int64) iter.Seq2[StaffLink, error] {
	return client.OffsetPages[StaffLink](ctx, c.API, "/staff-links", url.Values{"channelId": {strconv.FormatInt(channel, 10)}})
}

// NewStaffLink is a staff link to create, or to replace by its channel and external id.
type NewStaffLink struct {
	ChannelID    int64  `json:"channelId"`
	UserID       int64  `json:"userId"`
	ExternalID   string `json:"externalId"`
	PlatformName string `json:"platformName,omitempty"`
	DisplayName  string `json:"displayName,omitempty"`
}

// PutStaffLink creates or replaces a staff link.
func (c *Client) PutStaffLink(ctx context.Context, n NewStaffLink) (StaffLink, error) {
	return client.Data[StaffLink](ctx, c.API, http.MethodPost, "/staff-links", n)
}

// DeleteStaffLink deletes a staff link.
func (c *Client) DeleteStaffLink(ctx context.Context, id int64) error {
	return c.API.Do(ctx, http.MethodDelete, path("staff-links", id), nil, nil, nil)
}
