// Package backup writes and reads the file of a backup: a tar archive with a description of
// it, a copy of the embedded database, the stored files, and the SHA-256 of each of them at
// the end. Programs that read tar archives can read it too, and `sha256sum -c SHA256SUMS`
// checks what they extract.
//
//	backup.go  what is in the archive
//	write.go   writing it
//	read.go    reading it into an empty data folder
package backup

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
)

// The entries of an archive, in order; files come between the last two.
const (
	manifestName = "svcx-backup.json"
	databaseName = "svcx.db"
	filesName    = "files"
	sumsName     = "SHA256SUMS"
)

// format is the version of the archive's layout.
const format = 1

// Manifest describes a backup. It is the first entry, so that a backup that cannot be
// restored is refused before anything is written.
type Manifest struct {
	Format int `json:"format"`
	// Version is the program that made it, CreatedAt when, in RFC 3339.
	Version   string `json:"version"`
	CreatedAt string `json:"createdAt"`
	// KeyCheck is the check value of the master key that its secrets are encrypted under;
	// "" if it has none.
	KeyCheck string `json:"keyCheck"`
}

// fileName is the name of a stored file in the archive.
var fileName = regexp.MustCompile(`^` + filesName + `/[0-9a-f]{2}/[0-9a-f]{32}$`)

// isFile reports whether an entry is a stored file, in the folder of its first digits.
func isFile(name string) bool {
	return fileName.MatchString(name) && path.Base(path.Dir(name)) == path.Base(name)[:2]
}

func parseManifest(text []byte) (m Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil || m.Format == 0 {
		return m, errNoBackup
	}
	if m.Format != format {
		return m, fmt.Errorf("the backup has format %d, this program reads format %d: restore it with the version that made it, svcx %s", m.Format, format, m.Version)
	}
	return m, nil
}
