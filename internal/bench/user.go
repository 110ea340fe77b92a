package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// user has the credentials for all requests to the workspace: an API key and a member's
// session.
type user struct {
	*run
	key, cookie string
	token       string // of the sign-in link
}

// scopes are those of the key that measures.
const scopes = "conversations:read,conversations:write,messages:read,messages:write,contacts:read"

// authorize makes an API key, and a sign-in link for a member.
func (u *user) authorize(ctx context.Context, email string) error {
	var key struct {
		Key string `json:"key"`
	}
	if err := u.command(ctx, &key, "key", "create", "--workspace", benchSlug, "--name", "Load", "--scopes", scopes); err != nil {
		return err
	}
	var link struct {
		Token string `json:"token"`
	}
	if err := u.command(ctx, &link, "login-link", "--email", email, "--workspace", benchSlug); err != nil {
		return err
	}
	u.key, u.token = key.Key, link.Token
	return nil
}

// signIn uses the sign-in link. The server must run.
func (u *user) signIn(ctx context.Context) error {
	answer, err := u.do(ctx, http.MethodPost, "/api/auth/verify", strings.NewReader(fmt.Sprintf(`{"token":%q}`, u.token)))
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	for _, c := range answer.Cookies() {
		u.cookie = c.Name + "=" + c.Value
	}
	return nil
}

// do sends a request with all credentials and expects a 2xx.
func (u *user) do(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+u.target.address+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Svcx-Api-Key", u.target.key)
	request.Header.Set("Cookie", u.cookie)
	if strings.HasPrefix(path, "/api/v1/") {
		request.Header.Set("Authorization", "Bearer "+u.key)
	}
	answer, err := http.DefaultClient.Do(request)
	if err == nil && answer.StatusCode/100 != 2 {
		answer.Body.Close()
		err = fmt.Errorf("%s %s: %s", method, path, answer.Status)
		if answer.StatusCode == http.StatusNotFound {
			err = fmt.Errorf("%w: %w", errNotFound, err)
		}
	}
	return answer, err
}

// errNotFound is in the error of a request that was answered 404.
var errNotFound = errors.New("not found")

// get decodes the answer to a GET.
func (u *user) get(ctx context.Context, path string, into any) error {
	answer, err := u.do(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		return fmt.Errorf("GET %s: %w", path, err)
	}
	return nil
}

// head is the beginning of a request, up to its end for a GET.
func (u *user) head(method, path string) []byte {
	head := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: svcx-bench\r\n", method, path, u.target.address)
	if strings.HasPrefix(path, "/api/v1/") {
		head = fmt.Appendf(head, "Authorization: Bearer %s\r\n", u.key)
	} else {
		head = fmt.Appendf(head, "Cookie: %s\r\n", u.cookie)
	}
	if method == http.MethodGet {
		return append(head, "\r\n"...)
	}
	return append(head, "Content-Type: application/json\r\nContent-Length: "...)
}
