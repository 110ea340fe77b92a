package assist

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"

	"svcx"
	"svcx/internal/assist/keep"
	"svcx/internal/assist/prompt"
	"svcx/internal/assist/provider"
	"svcx/internal/safehttp"
	"svcx/internal/vault"
)

// errNoProvider is the error if neither the operator nor the workspace has set a provider.
var errNoProvider = &svcx.Error{Kind: svcx.KindAIUnavailable, Message: "no AI provider is set up: an admin can set one in the AI settings, the operator with SVCX_AI_BASE_URL"}

// providerOf is the provider of a workspace: its own, or the operator's, perhaps with another model
// or key. The operator's key goes to the operator's address alone (D 6).
func (s *Service) providerOf(ctx context.Context, ws svcx.WorkspaceID) (*provider.Provider, error) {
	return s.providerWith(ctx, ws, svcx.AIPatch{})
}

// providerWith is the provider that the workspace would have with a change of its settings. As when
// they are stored, another address does not get the stored key.
func (s *Service) providerWith(ctx context.Context, ws svcx.WorkspaceID, patch svcx.AIPatch) (*provider.Provider, error) {
	settings, err := s.db.Read(ctx).AISettings(ws)
	if err != nil {
		return nil, err
	}
	if patch.BaseURL != nil && *patch.BaseURL != settings.BaseURL {
		settings.BaseURL, settings.APIKey = *patch.BaseURL, nil
	}
	if patch.Model != nil {
		settings.Model = *patch.Model
	}
	own := ""
	if patch.APIKey != nil {
		own, settings.APIKey = *patch.APIKey, nil
	}
	if settings.APIKey != nil {
		if own, err = s.Vault.Open(settings.APIKey, vault.AIKey(ws)); err != nil {
			return nil, err
		}
	}
	p := &provider.Provider{BaseURL: settings.BaseURL, Key: own, Model: cmp.Or(settings.Model, s.Operator.Model), HTTP: s.Guarded}
	if p.BaseURL == "" {
		p.BaseURL, p.Key, p.HTTP = s.Operator.BaseURL, cmp.Or(own, s.Operator.Key), s.Trusted
	}
	if p.BaseURL == "" {
		return nil, errNoProvider
	}
	return p, nil
}

// Provider is the provider of a workspace that has the AI switched on.
func (s *Service) Provider(ctx context.Context, w *svcx.Workspace) (*provider.Provider, error) {
	settings, err := s.db.Read(ctx).AISettings(w.ID)
	if err != nil {
		return nil, err
	}
	if !settings.Enabled {
		return nil, switchedOff()
	}
	return s.providerOf(ctx, w.ID)
}

// isUnreached reports whether a call has failed before it reached the provider. Such calls do not
// count (D 6).
func isUnreached(err error) bool {
	var failed *provider.Error
	return errors.As(err, &failed) && failed.Reason == provider.Unreachable
}

// unavailable is a failure of a call, or an answer that cannot be used, in words for the agent. The
// cause is for the log.
func unavailable(err error) error {
	return &svcx.Error{Kind: svcx.KindAIUnavailable, Message: words(err), Err: err}
}

// Explain says in words why a call failed.
func Explain(err error) string { return words(err) }

func words(err error) string {
	switch fault := FaultOf(err); fault {
	case FaultAnswer:
		return err.Error() // why an answer cannot be used: package prompt writes these for agents
	case FaultStatus:
		var failed *provider.Error
		errors.As(err, &failed)
		return "the AI provider answered with status " + strconv.Itoa(failed.Status)
	default:
		return faultWords[fault]
	}
}

// Fault is a kind of failure of a call, as one who sets a provider up tells them apart.
type Fault string

// The faults.
const (
	FaultNoProvider  Fault = "noProvider"
	FaultBlocked     Fault = "blocked" // the address may not be called
	FaultUnreachable Fault = "unreachable"
	FaultTimeout     Fault = "timeout"
	FaultDeclined    Fault = "declined"
	FaultTruncated   Fault = "truncated"
	FaultMalformed   Fault = "malformed" // what answers speaks another protocol
	FaultKey         Fault = "key"
	FaultModel       Fault = "model" // the model is not known, or nothing is at the address
	FaultQuota       Fault = "quota"
	FaultRedirect    Fault = "redirect"
	FaultStatus      Fault = "status" // another error status
	FaultAnswer      Fault = "answer" // the answer cannot be used
)

var faultWords = map[Fault]string{
	FaultNoProvider:  errNoProvider.Message,
	FaultBlocked:     "the address of the AI provider may not be called from here",
	FaultUnreachable: "the AI provider cannot be reached",
	FaultTimeout:     "the AI provider did not answer in time",
	FaultDeclined:    "the model declined to answer",
	FaultTruncated:   "the model's answer was cut off",
	FaultMalformed:   "the AI provider did not answer as expected",
	FaultKey:         "the AI provider does not accept the key",
	FaultModel:       "the AI provider does not know the model, or its address is wrong",
	FaultQuota:       "the AI provider is too busy or its quota is used up",
	FaultRedirect:    "the AI provider redirects, which is not followed",
}

// Failure says why a call failed, or why its answer cannot be used, for texts in the language of a page.
type Failure struct {
	Fault Fault
	// Status is what the provider answered with, of FaultStatus.
	Status int
	// Reason, Lost and Added are of FaultAnswer: why the answer cannot be used, and the kinds of what a rewrite
	// has lost and invented.
	Reason      string
	Lost, Added []string
}

// FailureOf is the failure of an operation.
func FailureOf(err error) Failure {
	f := Failure{Fault: FaultOf(err)}
	var failed *provider.Error
	if errors.As(err, &failed) {
		f.Status = failed.Status
	}
	var unusable *prompt.Unusable
	if errors.As(err, &unusable) {
		f.Reason = string(unusable.Reason)
		for _, k := range keep.KindsOf(unusable.Changes.Lost) {
			f.Lost = append(f.Lost, string(k))
		}
		for _, k := range keep.KindsOf(unusable.Changes.Invented) {
			f.Added = append(f.Added, string(k))
		}
	}
	return f
}

// FaultOf is the kind of a failure of a call, or of an answer that cannot be used.
func FaultOf(err error) Fault {
	if errors.Is(err, errNoProvider) {
		return FaultNoProvider
	}
	var failed *provider.Error
	if !errors.As(err, &failed) {
		if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			return FaultTimeout
		}
		return FaultAnswer
	}
	switch failed.Reason {
	case provider.Unreachable:
		if safehttp.Code(err) == safehttp.CodeBlockedURL {
			return FaultBlocked
		}
		return FaultUnreachable
	case provider.TimedOut:
		return FaultTimeout
	case provider.Declined:
		return FaultDeclined
	case provider.Truncated:
		return FaultTruncated
	case provider.Refused:
		return refusedAs(failed.Status)
	}
	return FaultMalformed
}

func refusedAs(status int) Fault {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return FaultKey
	case http.StatusNotFound:
		return FaultModel
	case http.StatusTooManyRequests:
		return FaultQuota
	case 0:
		return FaultRedirect
	}
	return FaultStatus
}
