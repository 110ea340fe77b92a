package clientb

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"strconv"

	"svcx/client"
)

// Category is a category of conversations.
type Category struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Color       string `json:"color"`
	Description string `json:"description"`
	Position    int    `json:"position"`
}

// Categories lists the categories by their position.
func (c *Client) Categories(ctx context.Context) iter.Seq2[Category, error] {
	return client.OffsetPages[Category](ctx, c.API, "/categories", nil)
}

// NewCategory is a category to create; only Name is required.
type NewCategory struct {
	Name        string `json:"name"`
	Color       string `json:"color,omitempty"`
	Description string `json:"description,omitempty"`
}

// CreateCategory creates a category.
func (c *Client) CreateCategory(ctx context.Context, n NewCategory) (Category, error) {
	return client.Data[Category](ctx, c.API, http.MethodPost, "/categories", n)
}

// CategoryChange changes a category; what is left out stays.
type CategoryChange struct {
	Name        client.Optional[string] `json:"name,omitzero"`
	Color       client.Optional[string] `json:"color,omitzero"`
	Description client.Optional[string] `json:"description,omitzero"`
	Position    client.Optional[int]    `json:"position,omitzero"`
}

// UpdateCategory changes a category.
func (c *Client) UpdateCategory(ctx context.Context, id int64, change CategoryChange) (Category, error) {
	return client.Data[Category](ctx, c.API, http.MethodPatch, path("categories", id), change)
}

// DeleteCategory deletes a category with its fields; conversations in it have none then.
func (c *Client) DeleteCategory(ctx context.Context, id int64) error {
	return c.API.Do(ctx, http.MethodDelete, path("categories", id), nil, nil, nil)
}

// Field is the definition of a custom field. CategoryID is 0 for a field of every conversation.
type Field struct {
	ID         int64    `json:"id"`
	Key        string   `json:"key"`
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	CategoryID int64    `json:"categoryId"`
	Required   bool     `json:"required"`
	Options    []string `json:"options"`
	Position   int      `json:"position"`
}

// Fields lists the fields that every conversation has, and with a category (not 0) those of
// its conversations too.
func (c *Client) Fields(ctx context.Context, category int64) iter.Seq2[Field, error] {
	q := url.Values{}
	if category != 0 {
		q.Set("categoryId", strconv.FormatInt(category, 10))
	}
	return client.OffsetPages[Field](ctx, c.API, "/fields", q)
}

// CategoryFields lists the fields of a category and those that every conversation has.
func (c *Client) CategoryFields(ctx context.Context, category int64) iter.Seq2[Field, error] {
	return client.OffsetPages[Field](ctx, c.API, path("categories", category, "fields"), nil)
}

// NewField is a field to create; Key and Name are required. Type is text (the default),
// number, select, boolean or date; select needs Options.
type NewField struct {
	Key      string   `json:"key"`
	Name     string   `json:"name"`
	Type     string   `json:"type,omitempty"`
	Required bool     `json:"required,omitempty"`
	Options  []string `json:"options,omitempty"`
	// CategoryID counts for CreateField.
	CategoryID int64 `json:"categoryId,omitempty"`
}

// CreateField creates a field.
func (c *Client) CreateField(ctx context.Context, n NewField) (Field, error) {
	return client.Data[Field](ctx, c.API, http.MethodPost, "/fields", n)
}

// CreateCategoryField creates a field of a category.
func (c *Client) CreateCategoryField(ctx context.Context, category int64, n NewField) (Field, error) {
	n.CategoryID = 0
	return client.Data[Field](ctx, c.API, http.MethodPost, path("categories", category, "fields"), n)
}

// FieldChange changes a field; what is left out stays.
type FieldChange struct {
	Name     client.Optional[string]   `json:"name,omitzero"`
	Options  client.Optional[[]string] `json:"options,omitzero"`
	Required client.Optional[bool]     `json:"required,omitzero"`
	Position client.Optional[int]      `json:"position,omitzero"`
}

// UpdateField changes a field.
func (c *Client) UpdateField(ctx context.Context, id int64, change FieldChange) (Field, error) {
	return client.Data[Field](ctx, c.API, http.MethodPatch, path("fields", id), change)
}

// DeleteField deletes a field with all its values.
func (c *Client) DeleteField(ctx context.Context, id int64) error {
	return c.API.Do(ctx, http.MethodDelete, path("fields", id), nil, nil, nil)
}

// FieldValue is a conversation's value of a field: string, float64, bool or nil.
type FieldValue struct {
	FieldID int64  `json:"fieldId"`
	Key     string `json:"key"`
	Name    string `json:"name"`
	Type    string `json:"type"`
	Value   any    `json:"value"`
}

// FieldValues reads a conversation's values: all fields that apply to it, and others that
// are set.
func (c *Client) FieldValues(ctx context.Context, conversation int64) ([]FieldValue, error) {
	return client.Data[[]FieldValue](ctx, c.API, http.MethodGet, path("conversations", conversation, "fields"), nil)
}

// SetFieldValues sets values by the fields' keys; nil clears one. Unknown keys are ignored.
func (c *Client) SetFieldValues(ctx context.Context, conversation int64, values map[string]any) ([]FieldValue, error) {
	return client.Data[[]FieldValue](ctx, c.API, http.MethodPatch, path("conversations", conversation, "fields"), map[string]any{"fields": values})
}
