package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"

	"svcx"
)

//go:embed static
var embedded embed.FS

// staticPath is where the static files are.
const staticPath = "/static/"

// staticFiles are the embedded files by name, and staticVersion is a hash of them
// all. It is part of every address, so that browsers cache a file forever and still
// get the next version's.
var staticFiles, staticVersion = loadStatic()

func loadStatic() (fs.FS, string) {
	files, err := fs.Sub(embedded, "static")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	sum := sha256.New()
	err = fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, path)
		sum.Write([]byte(path))
		sum.Write(content)
		return err
	})
	if err != nil {
		panic(err)
	}
	return files, hex.EncodeToString(sum.Sum(nil)[:6])
}

// asset is the address of a static file.
func asset(name string) string { return staticPath + staticVersion + "/" + name }

// static serves the embedded files. At another version's address, which a page from
// before an update may request, it serves the current file and forbids caching.
func (h *Handler) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if info, err := fs.Stat(staticFiles, name); err != nil || info.IsDir() {
		h.refuse(w, r, svcx.NotFound("path"))
		return
	}
	cache := "public, max-age=31536000, immutable"
	if r.PathValue("version") != staticVersion {
		cache = "no-cache"
	}
	w.Header().Set("Cache-Control", cache)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeFileFS(w, r, staticFiles, name)
}
