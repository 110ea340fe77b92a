// Package clientb has the operations of the REST API v1 for workspaces with form B of the
// contract, in which ids are integers. Package client says how calls are repeated and what
// their errors are.
package clientb

import (
	"net/url"
	"strconv"

	"svcx/client"
)

// Client makes the calls. What it has no method for, its API can call.
type Client struct{ API *client.API }

// New returns the client of a workspace, named by its slug, at a server's address. key is an
// API key with the scopes that the calls need.
func New(baseURL, workspace, key string, options ...client.Option) *Client {
	return &Client{client.NewAPI(baseURL, workspace, key, options...)}
}

// path is the path of something with an id, and of what belongs to it.
func path(collection string, id int64, rest ...string) string {
	joined := "/" + collection + "/" + strconv.FormatInt(id, 10)
	for _, e := range rest {
		joined += "/" + url.PathEscape(e)
	}
	return joined
}
