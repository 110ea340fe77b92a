package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"slices"

	"svcx/internal/store"
)

// servingSetting is the name under which a server stores what other commands need.
const servingSetting = "serving"

// serving is how a server is reached, what its webhooks may reach, and the defaults
// of a new workspace. The last server that started has stored it. It stays when that
// server stops, since the next one most likely has the same. Nothing in it is secret.
type serving struct {
	BaseURL     string   `json:"baseUrl"`
	AllowCIDRs  []string `json:"allowCidrs"`
	AllowHTTP   bool     `json:"allowHttp"`
	DefaultForm string   `json:"defaultForm"`
	AdminEmail  string   `json:"adminEmail"`
}

// leaveSettings stores this server's settings for commands.
func (a *App) leaveSettings(ctx context.Context, baseURL string) error {
	c := a.Config
	text, err := json.Marshal(serving{baseURL, slices.Concat(c.OutboundAllowCIDRs, c.OwnCIDRs), c.OutboundAllowHTTP, c.DefaultForm, c.AdminEmail})
	if err != nil {
		return err
	}
	// Most starts change nothing and then write nothing.
	if left, err := a.db.Read(ctx).ServerSetting(servingSetting); err != nil || left == string(text) {
		return err
	}
	return a.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error { return tx.SetServerSetting(servingSetting, string(text)) })
}

// adoptSettings takes the settings that the last server stored, except for those
// that were given to the command itself.
func (a *App) adoptSettings(ctx context.Context) error {
	text, err := a.db.Read(ctx).ServerSetting(servingSetting)
	if err != nil || text == "" {
		return err
	}
	var left serving
	if err := json.Unmarshal([]byte(text), &left); err != nil {
		return fmt.Errorf("reading the settings that the server stored for commands: %w", err)
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

// given reports whether the operator set the flag's setting.
func (c *Config) given(flag string) bool { return c.Given != nil && c.Given(flag) }

// namesPort reports whether an address to listen on has a fixed port: for port 0
// the system chooses one.
func namesPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	return err == nil && port != "0"
}
