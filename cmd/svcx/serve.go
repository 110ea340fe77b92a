package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/inbox"
)

type serveCmd struct {
	AdminEmail string `help:"Address of the first admin ($SVCX_ADMIN_EMAIL)." placeholder:"admin@localhost"`
}

// Validate refuses an address that is none before anything is made.
func (cmd serveCmd) Validate() error {
	if cmd.AdminEmail != "" && !svcx.IsEmail(cmd.AdminEmail) {
		return fmt.Errorf("--admin-email must be an e-mail address, not %q", cmd.AdminEmail)
	}
	return nil
}

// Run serves until a signal stops it. The first start on an empty database prints
// a sign-in link for the admin, and so does each one after it until somebody has
// signed in: the first may have failed, or its link may have expired.
func (cmd serveCmd) Run(ctx context.Context, c app.Config) error {
	if cmd.AdminEmail != "" {
		c.AdminEmail = cmd.AdminEmail
	}
	log := app.NewLog(c, os.Stderr)
	defer sayHangup(log)()
	a, err := app.Open(ctx, c, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Serve(ctx, func(baseURL string) {
		ctx := context.WithoutCancel(ctx) // a stop that comes now still leaves a link behind
		email, err := a.Inbox.FirstAdmin(ctx)
		if err == nil && email == "" {
			return
		}
		var link inbox.LoginLink
		if err == nil {
			link, err = a.Inbox.CreateLoginLink(ctx, email, "")
		}
		if err != nil {
			a.Log.Warn("making the first sign-in link", "error", err)
			return
		}
		fmt.Fprintf(app.Lossy(os.Stdout), "Sign in as %s (the link works once, for 15 minutes):\n%s\n", link.Email, svcx.SignInURL(baseURL, link.Token))
	})
}

// sayHangup takes SIGHUP, which would else end the service at once, and says that
// it has no effect: there is nothing to read again. The default is back when the
// function that it returns is called.
func sayHangup(log *slog.Logger) (end func()) {
	hangup, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-hangup:
				log.Info("SIGHUP has no effect: settings and certificates are read at start")
			}
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(ended)
	}
}

type migrateCmd struct{}

// Run migrates and says what it did.
func (migrateCmd) Run(ctx context.Context, c app.Config) error {
	n, err := app.Migrate(ctx, beside(c), app.NewLog(c, os.Stderr))
	if err != nil {
		return err
	}
	if n == 0 {
		return printf("The database is up to date.\n")
	}
	return printf("Migrations that ran: %d.\n", n)
}

type versionCmd struct {
	JSON bool `help:"Print one JSON object."`
}

func (v versionCmd) Run() error {
	if v.JSON {
		return printJSON(struct {
			Version string `json:"version"`
		}{app.Version})
	}
	return printf("svcx %s\n", app.Version)
}
