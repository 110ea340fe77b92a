package identity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"svcx"
	"svcx/internal/inbox"
	"svcx/internal/seal"
	"svcx/internal/store"
	"svcx/internal/trace"
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
func (s *Service) RequestLink(ctx context.Context, r LinkRequest) {
	s.enqueueLogin(ctx, func(ctx context.Context) error { return s.mailLink(ctx, r) })
}

// enqueueLogin queues the sending of an e-mail with a sign-in link.
func (s *Service) enqueueLogin(ctx context.Context, send func(context.Context) error) {
	span := trace.Of(ctx)
	select {
	case s.loginRequests <- func(ctx context.Context) error { return send(trace.With(ctx, span)) }:
		s.loginQueueFull.Works()
	default:
		s.loginQueueFull.Failed(errFull)
	}
}

// serveLoginRequests serves the queue until ctx ends, and then for a short time what is still
// queued.
func (s *Service) serveLoginRequests(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(inbox.ShutdownTime, end) })()
	for {
		select {
		case send := <-s.loginRequests:
			s.serveLoginRequest(alive, send)
			continue
		default:
		}
		select {
		case send := <-s.loginRequests:
			s.serveLoginRequest(alive, send)
		case <-ctx.Done():
			return
		}
	}
}

// serveLoginRequest serves one request. If the database is unavailable that is logged once,
// not for each request.
func (s *Service) serveLoginRequest(ctx context.Context, send func(context.Context) error) {
	err := send(ctx)
	if svcx.KindOf(err) == svcx.KindUnavailable {
		s.loginLost.Failed(err)
		return
	}
	s.loginLost.Works()
	if err != nil {
		s.log.Error("mailing a sign-in link failed", "error", err)
	}
}

func (s *Service) mailLink(ctx context.Context, r LinkRequest) error {
	if !svcx.IsEmail(r.Email) {
		return nil
	}
	return s.mail(ctx, r.Email, svcx.LocalPath(r.Redirect), svcx.Email{IP: r.IP})
}

// mail creates a link for the user with the address and sends the message. Unknown addresses
// are ignored. The message goes to the stored address, not to the given spelling.
func (s *Service) mail(ctx context.Context, address, redirect string, message svcx.Email) error {
	err := s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		id, err := tx.UserByEmail(address)
		if err != nil {
			return err
		}
		if _, err := s.landing(tx, id, address, ""); err != nil {
			return err
		}
		user, err := tx.User(id)
		if err != nil {
			return err
		}
		link, err := s.insertLink(tx, user.ID, user.Email, redirect, nil)
		message.To, message.Token = link.Email, link.Token
		return err
	})
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	if err == nil {
		message.Trace = trace.Of(ctx).Traceparent()
		s.mailer.Send(message)
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
func (s *Service) CreateLoginLink(ctx context.Context, email, slug string) (link LoginLink, err error) {
	err = s.db.Write(ctx, store.AllWorkspaces, func(tx *store.Tx) error {
		user, err := tx.UserByEmail(email)
		if err != nil {
			return missingUser(err, email)
		}
		redirect, err := s.landing(tx, user, email, slug)
		if err != nil {
			return err
		}
		link, err = s.insertLink(tx, user, email, redirect, nil)
		return err
	})
	return link, err
}

// insertLink stores a link. Its session will be of only that workspace if there is one.
func (s *Service) insertLink(tx *store.Tx, user svcx.UserID, email, redirect string, only *svcx.WorkspaceID) (LoginLink, error) {
	now := s.core.Now()
	link := LoginLink{Email: email, Token: seal.NewToken(), ExpiresAt: now.Add(svcx.LinkLifetime)}
	return link, tx.InsertLoginToken(store.LoginToken{Hash: seal.Hash(link.Token), User: user, Redirect: redirect, ExpiresAt: link.ExpiresAt, CreatedAt: now, Workspace: only})
}

// landing is the page to go to after signing in.
func (s *Service) landing(tx *store.Tx, user svcx.UserID, email, slug string) (string, error) {
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
		return &svcx.Error{Kind: svcx.KindNotFound, Message: "no user has the address " + svcx.OneLine(email)}
	}
	return err
}

// Invite mails a sign-in link to a member. The operator's commands print the link
// instead.
func (s *Service) Invite(ctx context.Context, w *svcx.Workspace, email string, actor svcx.Actor) {
	if actor == inbox.Operator {
		return
	}
	s.enqueueLogin(ctx, func(ctx context.Context) error {
		return s.mail(ctx, email, inboxPage(w.Slug), svcx.Email{Invitation: &svcx.Invitation{Workspace: w.Name, By: actor.Name}})
	})
}
