package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"svcx"
	"svcx/internal/app"
	"svcx/internal/identity"
)

type serveCmd struct {
	AdminEmail string
}

func newServe(config *app.Config) *cobra.Command {
	var cmd serveCmd
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Run the service. The first start creates the database and prints a sign-in link.",
		PreRunE: func(*cobra.Command, []string) error { return cmd.validate() },
		RunE:    func(c *cobra.Command, _ []string) error { return cmd.run(c.Context(), *config) },
	}
	text(c, &cmd.AdminEmail, "admin-email", "admin@localhost", "Address of the first admin ($SVCX_ADMIN_EMAIL).")
	return c
}

// validate refuses a malformed address before anything is created.
func (cmd serveCmd) validate() error {
	if cmd.AdminEmail != "" && !svcx.IsEmail(cmd.AdminEmail) {
		return fmt.Errorf("--admin-email must be an e-mail address, not %q", cmd.AdminEmail)
	}
	return nil
}

// run serves until a signal stops it. The first start on an empty database prints
// a sign-in link for the admin, and so does each later start until a user has
// signed in: the first one may have failed, or its link may have expired.
func (cmd serveCmd) run(ctx context.Context, c app.Config) error {
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

func newMigrate(config *app.Config) *cobra.Command {
	var check bool
	c := &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to this version's schema.",
		Long: `serve does so by itself unless SVCX_AUTO_MIGRATE is false. Servers of the version
before go on beside it. With --check nothing is changed: it exits with 1 if migrations
would run, or if a newer svcx has migrated the database.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if check {
				return checkSchema(c.Context(), *config)
			}
			return migrate(c.Context(), *config)
		},
	}
	c.Flags().BoolVar(&check, "check", false, "Only tell which migrations would run.")
	return c
}

// migrate migrates and prints how many migrations ran.
func migrate(ctx context.Context, c app.Config) error {
	n, err := app.Migrate(ctx, beside(c), app.NewLog(c, os.Stderr))
	if err != nil {
		return err
	}
	if n == 0 {
		return printf("The database is up to date.\n")
	}
	return printf("Migrations applied: %d.\n", n)
}

// checkSchema tells whether the database has this version's schema.
func checkSchema(ctx context.Context, c app.Config) error {
	has, wants, err := app.SchemaVersions(ctx, beside(c), app.NewLog(c, os.Stderr))
	switch {
	case err != nil:
		return err
	case has == 0:
		return errors.New("the database is empty: svcx migrate, or a start of svcx serve, creates its tables")
	case has < wants:
		return fmt.Errorf("the database has schema %d, this svcx needs %d: svcx migrate, or a start of svcx serve, brings it there", has, wants)
	case has > wants:
		return fmt.Errorf("the database has schema %d, this svcx knows up to %d: a newer svcx has migrated it", has, wants)
	}
	return printf("The database is up to date: schema %d.\n", has)
}

func newVersion() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version.",
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return printJSON(struct {
					Version string `json:"version"`
				}{app.Version})
			}
			return printf("svcx %s\n", app.Version)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "Print one JSON object.")
	return c
}
