package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"svcx"
	"svcx/internal/inbox"
)

// I doctor: the AI provider is asked for its models, which costs nothing; each line says what to do.
func TestDoctorAsksTheAIProvider(t *testing.T) {
	bare(t)
	_, by := diagnosed(t)
	hasFinding(t, by, "ai", "ok: none", "SVCX_AI_BASE_URL")
	asked := []string{}
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		switch r.Header.Get("Authorization") {
		case "Bearer right":
			_ = json.NewEncoder(w).Encode(map[string]any{"data": []any{map[string]any{"id": "small"}, map[string]any{"id": "large:latest"}}})
		case "Bearer no-list":
			http.NotFound(w, r)
		default:
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer provider.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	for _, c := range []struct{ url, key, model, want, remedy string }{
		{provider.URL, "right", "small", "ok: ", "has the model small"},
		{provider.URL, "right", "large", "ok: ", "has the model large"},
		{provider.URL, "right", "", "ok: ", "it chooses"},
		{provider.URL, "right", "huge", "warning: ", "it has small, large:latest"},
		{provider.URL, "wrong", "small", "failed: ", "does not accept the key -> correct the key in SVCX_AI_BASE_URL"},
		{provider.URL, "no-list", "small", "warning: ", "svcx ai eval"},
		{gone.URL, "right", "small", "failed: ", "cannot be reached -> start it"},
	} {
		args := []string{"--ai-base-url", c.url + "/v1", "--ai-api-key", c.key}
		if c.model != "" {
			args = append(args, "--ai-model", c.model)
		}
		_, by := diagnosed(t, args...)
		hasFinding(t, by, "ai", c.want, c.remedy)
	}
	for _, one := range asked {
		if one != "GET /v1/models" {
			t.Errorf("asked %s", one)
		}
	}

	s := startServer(t, "--data-dir", "data")
	w, _ := s.channel(t, "")
	url, key, model := provider.URL+"/v1", "right", "small"
	if _, err := s.Admin.SetWorkspace(t.Context(), inbox.Call{Actor: inbox.Operator}, w.Slug, svcx.WorkspacePatch{AI: &svcx.AIPatch{BaseURL: &url, APIKey: &key, Model: &model}}); err != nil {
		t.Fatal(err)
	}
	_, by = diagnosed(t, "--data-dir", "data")
	hasFinding(t, by, "ai", "ok: acme: ", "has the model small")
}
