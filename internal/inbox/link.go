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

// Mailer takes the letters that carry sign-in links.
type Mailer interface {
	// Send must not block.
	Send(svcx.Email)
}

// maxLinkRequests is how many requests for links may wait for the database.
const maxLinkRequests = 256

// errFull is why a wish is dropped.
var errFull = errors.New("the queue is full")

// LinkRequest is somebody's wish for a sign-in link.
type LinkRequest struct {
	Email    string
	Redirect string // where the link leads to; "/" unless it is a path of this server
	IP       string
}

// RequestLink mails a sign-in link to the address if it is a member's. It only
// notes the wish: nothing is looked up before it returns, so that its time is
// the same for a known and an unknown address (D 6). A wish that comes
// while too many wait is lost, which is logged.
func (in *Inbox) RequestLink(r LinkRequest) {
	in.enqueueLogin(func(ctx context.Context) error { return in.mailLink(ctx, r) })
}

// enqueueLogin queues a letter to be made.
func (in *Inbox) enqueueLogin(letter func(context.Context) error) {
	select {
	case in.loginRequests <- letter:
		in.loginQueueFull.Works()
	default:
		in.loginQueueFull.Failed(errFull)
	}
}

// serveLoginRequests makes letters until ctx ends, and for a short time those that wait
// then.
func (in *Inbox) serveLoginRequests(ctx context.Context) {
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastTime, end) })()
	for {
		select {
		case letter := <-in.loginRequests:
			in.serveLoginRequest(alive, letter)
			continue
		default:
		}
		select {
		case letter := <-in.loginRequests:
			in.serveLoginRequest(alive, letter)
		case <-ctx.Done():
			return
		}
	}
}

// serveLoginRequest makes a letter. That the database cannot be used is in the log already,
// where it is said once and not for each letter.
func (in *Inbox) serveLoginRequest(ctx context.Context, letter func(context.Context) error) {
	err := letter(ctx)
	if svcx.KindOf(err) == svcx.KindUnavailable {
		in.lostWishes.Failed(err)
		return
	}
	in.lostWishes.Works()
	if err != nil {
		in.log.Error("making a sign-in link to be mailed", "error", err)
	}
}

func (in *Inbox) mailLink(ctx context.Context, r LinkRequest) error {
	if !svcx.IsEmail(r.Email) {
		return nil
	}
	return in.mail(ctx, r.Email, svcx.LocalPath(r.Redirect), svcx.Email{IP: r.IP})
}

// mail makes a link for the person with the address and puts the letter in the
// post; an address that is nobody's is passed over. The letter goes to the
// address as it is kept: one that only looks alike is another.
func (in *Inbox) mail(ctx context.Context, email, redirect string, letter svcx.Email) error {
	err := in.db.Write(ctx, operators, func(tx *store.Tx) error {
		user, err := tx.UserByEmail(email)
		if err != nil {
			return err
		}
		if _, err := in.landing(tx, user, email, ""); err != nil {
			return err
		}
		person, err := tx.User(user)
		if err != nil {
			return err
		}
		link, err := in.insertLink(tx, person.ID, person.Email, redirect)
		letter.To, letter.Token = link.Email, link.Token
		return err
	})
	if svcx.KindOf(err) == svcx.KindNotFound {
		return nil
	}
	if err == nil {
		in.post.Send(letter)
	}
	return err
}

// inboxPage is where a member of the workspace works.
func inboxPage(slug string) string { return "/app/" + slug + "/inbox" }

// LoginLink is a sign-in token for a person, to be used once.
type LoginLink struct {
	Email     string
	Token     string
	ExpiresAt svcx.Time
}

// CreateLoginLink makes a sign-in token for a member. slug narrows to one
// workspace, "" means any; somebody who is a member of none is NotFound.
func (in *Inbox) CreateLoginLink(ctx context.Context, email, slug string) (link LoginLink, err error) {
	err = in.db.Write(ctx, operators, func(tx *store.Tx) error {
		user, err := tx.UserByEmail(email)
		if err != nil {
			return missingPerson(err, email)
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
	return link, tx.InsertLoginToken(store.LoginToken{Hash: hashText(link.Token), User: user, Redirect: redirect, ExpiresAt: link.ExpiresAt, CreatedAt: now})
}

// landing is the page that the link leads to.
func (in *Inbox) landing(tx *store.Tx, user svcx.UserID, email, slug string) (string, error) {
	mine, err := tx.MemberWorkspaces(user)
	if err != nil {
		return "", err
	}
	if len(mine) == 0 {
		return "", missingPerson(svcx.NotFound("person"), email)
	}
	if slug == "" {
		return "/", nil
	}
	if !slices.ContainsFunc(mine, func(w *svcx.Workspace) bool { return w.Slug == slug }) {
		return "", &svcx.Error{Kind: svcx.KindNotFound, Message: fmt.Sprintf("%s is not a member of workspace %s", email, slug)}
	}
	return inboxPage(slug), nil
}

func missingPerson(err error, email string) error {
	if svcx.KindOf(err) == svcx.KindNotFound {
		return &svcx.Error{Kind: svcx.KindNotFound, Message: "nobody has the address " + email}
	}
	return err
}
