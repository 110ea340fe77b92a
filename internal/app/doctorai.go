package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"svcx/internal/assist"
	"svcx/internal/assist/provider"
	"svcx/internal/seal"
	"svcx/internal/vault"
)

// maxProviders is how many workspaces' own AI providers are asked.
const maxProviders = 20

// model is an AI provider to be checked, and whose it is.
type model struct {
	*provider.Provider
	whose string
	// place is where its settings are.
	place string
}

// aiProviders asks the AI providers, the operator's and those of workspaces, for their models: a list costs
// nothing, and shows whether they can be reached and accept the key.
func (d *doctor) aiProviders(ctx context.Context) []Finding {
	own, err := d.workspaceModels(ctx)
	if err != nil {
		return []Finding{wrong(err, "")}
	}
	all := own
	if d.AIBaseURL != "" {
		p, err := OperatorsModel(d.Config)
		if err != nil {
			return []Finding{wrong(err, "correct SVCX_AI_BASE_URL")}
		}
		all = slices.Insert(all, 0, model{p, "", "SVCX_AI_BASE_URL, SVCX_AI_API_KEY and SVCX_AI_MODEL"})
	} else if len(own) == 0 {
		return []Finding{found("none: the AI operations are off until SVCX_AI_BASE_URL or a workspace's AI settings name one")}
	}
	asked := make([]Finding, len(all))
	var running sync.WaitGroup
	for i, m := range all {
		running.Go(func() { asked[i] = m.check(ctx) })
	}
	running.Wait()
	return asked
}

// workspaceModels are the providers of workspaces that have set a server or a key of their own.
func (d *doctor) workspaceModels(ctx context.Context) (all []model, err error) {
	if d.db == nil {
		return nil, nil
	}
	r := d.db.Read(ctx)
	workspaces, err := r.Workspaces()
	if err != nil {
		return nil, err
	}
	left := d.known(ctx)
	c := d.Config
	c.OutboundAllowCIDRs, c.OutboundAllowHTTP = left.AllowCIDRs, left.AllowHTTP
	guarded, trusted, err := c.models()
	if err != nil {
		return nil, err
	}
	var keys *vault.Vault
	for _, w := range workspaces {
		settings, err := r.AISettings(w.ID)
		if err != nil {
			return nil, err
		}
		if !settings.Enabled || settings.BaseURL == "" && (settings.APIKey == nil || d.AIBaseURL == "") || len(all) == maxProviders {
			continue
		}
		p := &provider.Provider{BaseURL: settings.BaseURL, Model: cmp.Or(settings.Model, d.AIModel), HTTP: guarded}
		if p.BaseURL == "" {
			p.BaseURL, p.HTTP = d.AIBaseURL, trusted
		}
		if settings.APIKey != nil {
			if keys == nil {
				ring, err := seal.NewKeyring(d.loadMasterKeys)
				if err != nil {
					return nil, nil // the check of the master key says so
				}
				keys = vault.New(d.db, ring, time.Now, slog.New(slog.DiscardHandler))
			}
			if p.Key, err = keys.Open(settings.APIKey, vault.AIKey(w.ID)); err != nil {
				return nil, nil
			}
		}
		all = append(all, model{p, w.Slug + ": ", "the AI settings of the workspace " + w.Slug})
	}
	return all, nil
}

func (m model) check(ctx context.Context) Finding {
	host := m.BaseURL
	if u, err := url.Parse(m.BaseURL); err == nil {
		host = u.Host
	}
	began := time.Now()
	names, err := m.Models(ctx)
	took := time.Since(began).Milliseconds()
	if err != nil {
		return m.wrong(host, err)
	}
	answers := fmt.Sprintf("%s%s answers after %d ms", m.whose, host, took)
	if m.Model == "" {
		return found("%s; no model is named, so it chooses", answers)
	}
	// Ollama lists a model with its tag.
	if !slices.Contains(names, m.Model) && !slices.Contains(names, m.Model+":latest") {
		some := names[:min(len(names), 5)]
		return found("%s, but does not list the model %s", answers, m.Model).but(fmt.Sprintf("correct the model in %s; it has %s", m.place, cmp.Or(strings.Join(some, ", "), "none: install one")))
	}
	return found("%s, accepts the key and has the model %s", answers, m.Model)
}

func (m model) wrong(host string, err error) Finding {
	remedy := "correct " + m.place
	switch fault := assist.FaultOf(err); fault {
	case assist.FaultModel: // no list
		return found("%s%s answers, but has no list of models", m.whose, host).but("svcx ai eval, or Try it in the AI settings, shows whether the model answers")
	case assist.FaultUnreachable, assist.FaultTimeout:
		remedy = "start it, or correct " + m.place + "; check DNS and the firewall of this machine"
	case assist.FaultBlocked:
		remedy = "allow its network with SVCX_OUTBOUND_ALLOW_CIDRS, or correct " + m.place
	case assist.FaultKey:
		remedy = "correct the key in " + m.place
	case assist.FaultQuota:
		remedy = "wait, or raise the quota with the provider"
	}
	return wrong(errors.New(m.whose+host+": "+assist.Explain(err)), remedy)
}
