package app

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"svcx"
	"svcx/internal/assist"
	"svcx/internal/assist/provider"
	"svcx/internal/safehttp"
)

// modelTime is how long a model has for an answer, or for its beginning if it is streamed.
const modelTime = 60 * time.Second

// operatorsAI is the operator's AI provider.
func (c *Config) operatorsAI() assist.Operator {
	return assist.Operator{BaseURL: c.AIBaseURL, Key: c.AIAPIKey, Model: c.AIModel}
}

// models returns the HTTP clients for AI providers: that for addresses that workspaces choose, which
// are under the rules of all outbound calls, and that for the operator's, which is trusted (D 6): a
// model mostly runs beside the server, or in a private network.
func (c *Config) models() (guarded, trusted *safehttp.Client, err error) {
	if guarded, err = c.outbound(modelTime); err != nil {
		return nil, nil, err
	}
	roots, err := c.roots()
	if err != nil {
		return nil, nil, err
	}
	return guarded, anywhere(safehttp.Options{RootCAs: roots, Timeout: modelTime, StreamIdle: modelTime}), nil
}

// checkAI refuses an address of the AI provider to which no request could be made, and a key that
// none could have.
func (c *Config) checkAI() error {
	if strings.ContainsFunc(c.AIAPIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return errors.New("SVCX_AI_API_KEY (--ai-api-key) must have no white space and no characters beyond ASCII")
	}
	if c.AIBaseURL == "" {
		return nil
	}
	_, trusted, err := c.models()
	if err != nil {
		return err
	}
	if err := trusted.CheckURL(c.AIBaseURL); err != nil {
		var refused *safehttp.Error
		if errors.As(err, &refused) {
			err = refused.Err
		}
		return fmt.Errorf("SVCX_AI_BASE_URL (--ai-base-url) must be an http or https URL such as https://api.openai.com/v1: %w", err)
	}
	if u, err := url.Parse(c.AIBaseURL); err != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("SVCX_AI_BASE_URL (--ai-base-url) must be without a query and a fragment: paths are added to it")
	}
	return nil
}

// OperatorsModel is the operator's provider, for a command that needs no database.
func OperatorsModel(c Config) (*provider.Provider, error) {
	if c.AIBaseURL == "" {
		return nil, errors.New("no AI provider is set up: give its address with SVCX_AI_BASE_URL (--ai-base-url), and its key and model if it needs them")
	}
	_, trusted, err := c.models()
	if err != nil {
		return nil, err
	}
	return &provider.Provider{BaseURL: c.AIBaseURL, Key: c.AIAPIKey, Model: c.AIModel, HTTP: trusted}, nil
}

// WorkspacesModel is the provider of a workspace. It is refused where the AI is switched off: texts of the workspace's
// conversations would go out.
func (a *App) WorkspacesModel(ctx context.Context, w *svcx.Workspace) (*provider.Provider, error) {
	return a.assist.Provider(ctx, w)
}
