package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"

	"svcx/internal/files"
)

// inStorage is the beginning of the place of a backup in S3-compatible storage: a whole
// address, s3://…, or s3:NAME for a name below SVCX_BACKUP_URL.
const inStorage = "s3:"

// InStorage reports whether a backup is in S3-compatible storage.
func InStorage(place string) bool { return strings.HasPrefix(place, inStorage) }

// NewBackupName is the place of a new backup below SVCX_BACKUP_URL; "" if that is not set.
func (c *Config) NewBackupName() string {
	if c.BackupURL == "" {
		return ""
	}
	return inStorage + "svcx-" + c.clock()().UTC().Format("20060102T150405Z") + ".tar"
}

// CheckBackupPlace refuses a place in storage that cannot be one. It does not connect.
func (c *Config) CheckBackupPlace(place string) error {
	_, err := c.stored(place)
	return err
}

// stored finds a backup in S3-compatible storage. An error shows nothing of an address.
func (c *Config) stored(place string) (*files.Object, error) {
	if strings.HasPrefix(place, inStorage+"//") {
		return files.OpenObject(place)
	}
	name := strings.TrimPrefix(place, inStorage)
	if c.BackupURL == "" {
		return nil, errors.New("names a backup below SVCX_BACKUP_URL, which is not set")
	}
	if !fs.ValidPath(name) || name == "." {
		return nil, fmt.Errorf("must be s3: and a name below SVCX_BACKUP_URL, not %q", name)
	}
	below, err := url.Parse(c.BackupURL)
	if err != nil {
		return nil, errors.New("SVCX_BACKUP_URL is not an address")
	}
	object, err := files.OpenObject(below.JoinPath(strings.Split(escaped(name), "/")...).String())
	if err != nil {
		err = fmt.Errorf("SVCX_BACKUP_URL %w", err)
	}
	return object, err
}

// escaped is a name in an address.
func escaped(name string) string { return (&url.URL{Path: name}).EscapedPath() }

// checkBackupURL refuses a SVCX_BACKUP_URL that is not the address of a bucket.
func (c *Config) checkBackupURL() error {
	if c.BackupURL == "" {
		return nil
	}
	if _, err := files.OpenS3(c.BackupURL, nil); err != nil {
		return fmt.Errorf("SVCX_BACKUP_URL %w", err)
	}
	return nil
}

// BackupToStorage is Backup to a new object in S3-compatible storage, which is there when it
// is complete. It returns the object's address, without the key, and its size.
func (a *App) BackupToStorage(ctx context.Context, place string, report func(Progress)) (at string, size int64, err error) {
	if a.Config.DatabaseURL != "" {
		return "", 0, errOwnTools
	}
	object, err := a.Config.stored(place)
	if err != nil {
		return "", 0, err
	}
	upload, err := object.Upload(ctx, a.db.FileBytes()+sizes(filepath.Join(a.Config.DataDir, "files")))
	if err != nil {
		return "", 0, err
	}
	if err = a.Backup(ctx, upload, a.Config.DataDir, report); err == nil {
		size, err = upload.Complete()
	}
	if err != nil {
		if failed := upload.Abort(); failed != nil {
			err = fmt.Errorf("%w; %w", err, failed)
		}
		return "", 0, err
	}
	return object.String(), size, nil
}

// RestoreFromStorage is Restore from S3-compatible storage.
func RestoreFromStorage(ctx context.Context, c Config, place string, withoutSecrets bool, report func(Progress)) (Restored, error) {
	if c.DatabaseURL != "" {
		return Restored{}, errOwnTools
	}
	object, err := c.stored(place)
	if err != nil {
		return Restored{}, err
	}
	// What the folder refuses needs no storage.
	if err := c.holdsKeysOnly(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Restored{}, err
	}
	from, err := object.Open(ctx)
	if err != nil {
		return Restored{}, err
	}
	defer from.Close()
	return Restore(ctx, c, from, withoutSecrets, report)
}
