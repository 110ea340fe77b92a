package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"

	"svcx/internal/store"
)

// servingSetting is where a server leaves what the commands beside it need.
const servingSetting = "serving"

// serving is how a server is reached, what its webhooks may reach and what a new
// workspace gets. The last one that started has left it, and it stays when that has
// ended: the next one most likely has the same. Nothing in it is secret.
type serving struct {
	BaseURL     string   `json:"baseUrl"`
	AllowCIDRs  []string `json:"allowCidrs"`
	AllowHTTP   bool     `json:"allowHttp"`
	DefaultForm string   `json:"defaultForm"`
	AdminEmail  string   `json:"adminEmail"`
}

// leaveSettings writes down what commands need to know of this server.
func (a *App) leaveSettings(ctx context.Context, baseURL string) error {
	c := a.Config
	text, err := json.Marshal(serving{baseURL, slices.Concat(c.OutboundAllowCIDRs, c.OwnCIDRs), c.OutboundAllowHTTP, c.DefaultForm, c.AdminEmail})
	if err != nil {
		return err
	}
	// Most starts change nothing, and need no room on the disk.
	if left, err := a.db.ServerSetting(ctx, servingSetting); err != nil || left == string(text) {
		return err
	}
	return a.db.Write(ctx, 0, func(tx *store.Tx) error { return tx.SetServerSetting(servingSetting, string(text)) })
}

// adoptSettings takes what the server has left, but for what was given to the
// command itself.
func (a *App) adoptSettings(ctx context.Context) error {
	text, err := a.db.ServerSetting(ctx, servingSetting)
	if err != nil || text == "" {
		return err
	}
	var left serving
	if err := json.Unmarshal([]byte(text), &left); err != nil {
		return fmt.Errorf("reading what the server has left for commands: %w", err)
	}
	c := &a.Config
	if !c.given("base-url") && !(c.given("addr") && namesPort(c.Addr)) {
		c.BaseURL = left.BaseURL
	}
	if !c.given("outbound-allow-cidrs") {
		c.OutboundAllowCIDRs = left.AllowCIDRs
	}
	if !c.given("outbound-allow-http") {
		c.OutboundAllowHTTP = left.AllowHTTP
	}
	if !c.given("default-form") {
		c.DefaultForm = left.DefaultForm
	}
	if !c.given("server-admin-email") {
		c.AdminEmail = left.AdminEmail
	}
	return nil
}

// given reports whether the operator has set the flag's setting.
func (c *Config) given(flag string) bool { return c.Given != nil && c.Given(flag) }

// namesPort reports whether an address to listen on says at which port that will
// be: at port 0 the system chooses.
func namesPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	return err == nil && port != "0"
}
