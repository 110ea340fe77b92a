package inbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"svcx"
	"svcx/internal/seal"
	"svcx/internal/store"
)

// Mailer sends e-mails with sign-in links.
type Mailer interface {
	// Send must not block.
	Send(svcx.Email)
}

// maxLinkRequests is how many requests for links may wait for the database.
const maxLinkRequests = 256

// errFull is why a login request is dropped.
var errFull = errors.New("the queue is full")

// LinkRequest is a request for a sign-in link.
type LinkRequest struct {
	Email    string
	Redirect string // where to go after signing in; "/" unless it is a path of this server
	IP       string
}

// RequestLink mails a sign-in link to the address if it is a member's. It only queues the
// request and looks nothing up, so that it takes the same time for known and unknown
// addresses (D 6). If the queue is full the request is dropped, which is logged.
func (in *Inbox) RequestLink(r LinkRequest) {
	in.enqueueLogin(func(ctx context.Context) error { return in.mailLink(ctx, r) })
}

// enqueueLogin queues the sending of an e-mail with a sign-in link.
func (in *Inbox) enqueueLogin(send func(context.Context) error) {
	select {
	case in.loginRequests <- send:
		in.loginQueueFull.Works()
	default:
		in.loginQueueFull.Failed(errFull)
	}
}

// serveLoginRequests serves the queue until ctx ends, and then for a short time what is still
// queued.
func (in *Inbox) serveLoginRequests(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(shutdownTime, end) })()
	for {
		select {
		case send := <-in.loginRequests:
			in.serveLoginRequest(alive, send)
			continue
		default:
		}
		select {
		case send := <-in.loginRequests:
			in.serveLoginRequest(alive, send)
		case <-ctx.Done():
			return
		}
	}
}

// serveLoginRequest serves one request. If the database is unavailable that is logged once,
// not for each request.
func (in *Inbox) serveLoginRequest(ctx context.Context, send func(context.Context) error) {
	err := send(ctx)
	if svcx.KindOf(err) == svcx.KindUnavailable {
		in.loginLost.Failed(err)
		return
	}
	in.loginLost.Works()
	if err != nil {
		in.log.Error("mailing a sign-in link failed", "error", err)
	}
}

func (in *Inbox) mailLink(ctx context.Context, r LinkRequest) error {
	if !svcx.IsEmail(r.Email) {
		return nil
	}
	return in.mail(ctx, r.Email, svcx.LocalPath(r.Redirect), svcx.Email{IP: r.IP})
}

// mail creates a link for the user with the address and sends the message. Unknown addresses
// are ignored. The message goes to the stored address, not to the given spelling.
func (in *Inbox) mail(ctx context.Context, address, redirect string, message svcx.Email) error {
	err := in.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		id, err := tx.UserByEmail(address)
		if err != nil {
			return err
		}
		if _, err := in.landing(tx, id, address, ""); err != nil {
			return err
		}
		user, err := tx.User(id)
		if err != nil {
			return err
		}
		link, err := in.insertLink(tx, user.ID, user.Email, redirect)
		message.To, message.Token = link.Email, link.Token
		return err
	})
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	if err == nil {
		in.mailer.Send(message)
	}
	return err
}

// inboxPage is the path of the workspace's inbox.
func inboxPage(slug string) string { return "/app/" + slug + "/inbox" }

// LoginLink is a sign-in token for a user, which can be used once.
type LoginLink struct {
	Email     string
	Token     string
	ExpiresAt svcx.Time
}

// CreateLoginLink creates a sign-in token for a member of the workspace, or of any workspace
// if slug is "". If there is no such member it is NotFound.
func (in *Inbox) CreateLoginLink(ctx context.Context, email, slug string) (link LoginLink, err error) {
	err = in.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		user, err := tx.UserByEmail(email)
		if err != nil {
			return missingUser(err, email)
		}
		redirect, err := in.landing(tx, user, email, slug)
		if err != nil {
			return err
		}
		link, err = in.insertLink(tx, user, email, redirect)
		return err
	})
	return link, err
}

func (in *Inbox) insertLink(tx *store.Tx, user svcx.UserID, email, redirect string) (LoginLink, error) {
	now := in.Now()
	link := LoginLink{Email: email, Token: seal.NewToken(), ExpiresAt: now.Add(svcx.LinkLifetime)}
	return link, tx.InsertLoginToken(store.LoginToken{Hash: seal.Hash(link.Token), User: user, Redirect: redirect, ExpiresAt: link.ExpiresAt, CreatedAt: now})
}

// landing is the page to go to after signing in.
func (in *Inbox) landing(tx *store.Tx, user svcx.UserID, email, slug string) (string, error) {
	mine, err := tx.MemberWorkspaces(user)
	if err != nil {
		return "", err
	}
	if len(mine) == 0 {
		return "", missingUser(svcx.NotFound("user"), email)
	}
	if slug == "" {
		return "/", nil
	}
	if !slices.ContainsFunc(mine, func(w *svcx.Workspace) bool { return w.Slug == slug }) {
		return "", &svcx.Error{Kind: svcx.KindNotFound, Message: fmt.Sprintf("%s is not a member of workspace %s", email, slug)}
	}
	return inboxPage(slug), nil
}

func missingUser(err error, email string) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return &svcx.Error{Kind: svcx.KindNotFound, Message: "no user has the address " + email}
	}
	return err
}
