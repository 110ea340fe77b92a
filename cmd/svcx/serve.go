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
	"svcx/internal/identity"
)

type serveCmd struct {
	AdminEmail string `help:"Address of the first admin ($SVCX_ADMIN_EMAIL)." placeholder:"admin@localhost"`
}

// Validate refuses a malformed address before anything is created.
func (cmd serveCmd) Validate() error {
	if cmd.AdminEmail != "" && !svcx.IsEmail(cmd.AdminEmail) {
		return fmt.Errorf("--admin-email must be an e-mail address, not %q", cmd.AdminEmail)
	}
	return nil
}

// Run serves until a signal stops it. The first start on an empty database prints
// a sign-in link for the admin, and so does each later start until a user has
// signed in: the first one may have failed, or its link may have expired.
func (cmd serveCmd) Run(ctx context.Context, c app.Config) error {
	if cmd.AdminEmail != "" {
		c.AdminEmail = cmd.AdminEmail
	}
	log := app.NewLog(c, os.Stderr)
	defer logHangup(log)()
	a, err := app.Open(ctx, c, log)
	if err != nil {
		return err
	}
	defer a.Close()
	return a.Serve(ctx, func(baseURL string) {
		ctx := context.WithoutCancel(ctx) // a stop during this still prints the link
		email, err := a.Identity.FirstAdmin(ctx)
		if err == nil && email == "" {
			return
		}
		var link identity.LoginLink
		if err == nil {
			link, err = a.Identity.CreateLoginLink(ctx, email, "")
		}
		if err != nil {
			a.Log.Warn("the first sign-in link could not be created, use svcx login-link", "error", err)
			return
		}
		fmt.Fprintf(app.Lossy(os.Stdout), "Sign in as %s (the link works once, for 15 minutes):\n%s\n", link.Email, svcx.SignInURL(baseURL, link.Token))
	})
}

// logHangup catches SIGHUP, which would otherwise end the service at once, and logs
// that it has no effect: no setting is read again. The function that it returns
// restores the default.
func logHangup(log *slog.Logger) (end func()) {
	hangup, ended := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(hangup, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-hangup:
				log.Info("SIGHUP has no effect: settings are read at start only")
			}
		}
	}()
	return func() {
		signal.Stop(hangup)
		close(ended)
	}
}

type migrateCmd struct{}

// Run migrates and prints how many migrations ran.
func (migrateCmd) Run(ctx context.Context, c app.Config) error {
	n, err := app.Migrate(ctx, beside(c), app.NewLog(c, os.Stderr))
	if err != nil {
		return err
	}
	if n == 0 {
		return printf("The database is up to date.\n")
	}
	return printf("Migrations applied: %d.\n", n)
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
