package identity

import (
	"context"

	"svcx/internal/store"
)

// firstAdmin is the setting with the first admin's address, until someone signs in.
const firstAdmin = "first_admin"

// FirstAdmin is the address of the first admin until someone signs in to the deployment, then
// "".
func (s *Service) FirstAdmin(ctx context.Context) (email string, err error) {
	return s.db.Read(ctx).ServerSetting(firstAdmin)
}

// forgetFirstAdmin clears FirstAdmin when someone signs in.
func forgetFirstAdmin(tx *store.Tx) error {
	email, err := tx.ServerSetting(firstAdmin)
	if err != nil || email == "" {
		return err
	}
	return tx.SetServerSetting(firstAdmin, "")
}

// SetFirstAdmin sets FirstAdmin.
func SetFirstAdmin(tx *store.Tx, email string) error { return tx.SetServerSetting(firstAdmin, email) }
