package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"svcx"
)

//go:generate go test -run ^TestScriptsAreBundled$ -update .

//go:embed static
var embedded embed.FS

// staticPath is where the static files are.
const staticPath = "/static/"

// staticFile is an embedded file as it is sent; zipped is nil if that is no smaller.
type staticFile struct {
	kind            string
	content, zipped []byte
}

// staticFiles are the embedded files by name, and staticVersion is a hash of them
// all. It is part of every address, so that browsers cache a file forever and still
// get the next version's. The style sheets in the folder css are one file, app.css.
var staticFiles, staticVersion = loadStatic()

func loadStatic() (map[string]*staticFile, string) {
	files := make(map[string]*staticFile)
	sum := sha256.New()
	err := fs.WalkDir(embedded, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(name)
		sum.Write([]byte(name))
		sum.Write(content)
		to := strings.TrimPrefix(name, "static/")
		if path.Dir(to) == "css" {
			to = "app.css"
		}
		f := files[to]
		if f == nil {
			f = &staticFile{kind: mediaType(to)}
			files[to] = f
		}
		f.content = append(f.content, content...)
		return err
	})
	if err != nil {
		panic(err) // the folder is part of the program
	}
	for _, f := range files {
		if zipped := zip(f.content); len(zipped) < len(f.content)*9/10 {
			f.zipped = zipped
		}
	}
	return files, hex.EncodeToString(sum.Sum(nil)[:6])
}

// mediaType is the type of a file, whatever the system's own list says.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// Asset is the address of a static file.
func Asset(name string) string { return staticPath + staticVersion + "/" + name }

// static serves the embedded files. At another version's address, which a page from
// before an update may request, it serves the current file and forbids caching.
func (h *Site) static(w http.ResponseWriter, r *http.Request) {
	f := staticFiles[r.PathValue("file")]
	if f == nil {
		h.refuse(w, r, svcx.NotFound("path"))
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	if r.PathValue("version") != staticVersion {
		header.Set("Cache-Control", "no-cache")
	}
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Type", f.kind)
	content := f.content
	if f.zipped != nil {
		header.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			header.Set("Content-Encoding", "gzip")
			content = f.zipped
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(http.StatusOK)
	w.Write(content)
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(name, "gzip") {
			return !slices.Contains([]string{"q=0", "q=0.0", "q=0.00", "q=0.000"}, strings.ReplaceAll(quality, " ", ""))
		}
	}
	return false
}

// zip compresses as well as it can, which takes its time.
func zip(content []byte) []byte {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return content // a level that does not exist
	}
	z.Write(content)
	z.Close()
	return out.Bytes()
}
