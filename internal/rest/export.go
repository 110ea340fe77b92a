package rest

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"svcx"
	"svcx/internal/admin"
	"svcx/internal/form"
	"svcx/internal/httpd"
)

// export is an answer that is written while the data is read.
type export struct {
	request *request
	// from is nil for HEAD requests.
	from   *admin.Export
	counts map[string]int
	view   form.ChannelView
}

// exportWorkspace serves GET /export: all data of the workspace as lines of JSON,
// {type, data} each. The first line is header; the last is end, with the number of
// records by type. Without that line the export is incomplete: an error while
// writing cuts the connection. Keys and the values of secrets are never included,
// and integrators' URLs come without their query. A second export of the same
// workspace at the same time is answered with 409.
func (a *API) exportWorkspace(r *request) (any, error) {
	e := &export{request: r, counts: make(map[string]int)}
	if r.http.Method == http.MethodHead {
		return e, nil
	}
	var err error
	if e.from, err = a.Admin.BeginExport(r.http.Context(), r.call()); err != nil {
		return nil, err
	}
	if e.view, err = r.channelView(); err != nil {
		e.from.End()
		return nil, err
	}
	return e, nil
}

// send writes the answer, compressed if the client accepts that.
func (e *export) send() {
	w, r := e.request.w, e.request.http
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson")
	h.Set("Content-Disposition", `attachment; filename="`+e.request.workspace.Slug+`.ndjson"`)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	zipped := takesGzip(r)
	if zipped {
		h.Set("Content-Encoding", "gzip")
	}
	if e.from == nil {
		w.WriteHeader(http.StatusOK)
		return
	}
	defer e.from.End()
	httpd.EndReadDeadline(w)
	var err error
	if zipped {
		err = e.zip(r.Context(), w)
	} else {
		err = e.write(r.Context(), w)
	}
	if err != nil {
		e.request.cut(err)
	}
}

func takesGzip(r *http.Request) bool {
	for encoding := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(encoding), ";")
		quality = strings.TrimPrefix(strings.ReplaceAll(quality, " ", ""), "q=")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			return strings.Trim(quality, "0.") != "" || quality == ""
		}
	}
	return false
}

// zip writes the export compressed. The compressed stream is only ended if the
// export is complete.
func (e *export) zip(ctx context.Context, w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	if err := e.write(ctx, z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return errors.Join(errReaderGone, err)
	}
	return nil
}

func (e *export) write(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	line := func(kind string, data any) error {
		text, err := form.ExportLine(kind, data)
		if err != nil {
			return err
		}
		if _, err = out.Write(text); err != nil {
			return errors.Join(errReaderGone, err)
		}
		return nil
	}
	if err := line("header", form.ExportHeader(e.request.workspace, e.from.At)); err != nil {
		return err
	}
	err := e.from.Read(ctx, func(record any) error {
		kind, data, err := e.record(record)
		if err != nil {
			return err
		}
		e.counts[kind]++
		return line(kind, data)
	})
	if err != nil {
		return err
	}
	if err := line("end", form.ExportEnd(e.counts)); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return errors.Join(errReaderGone, err)
	}
	return nil
}

// errReaderGone means that the client could not be written to.
var errReaderGone = errors.New("the client is gone")

// record encodes a record and returns the name of its type.
func (e *export) record(record any) (kind string, data any, err error) {
	r, f := e.request, e.request.form
	switch v := record.(type) {
	case *svcx.Workspace:
		ai, err := r.api.Admin.AISettings(r.http.Context(), v)
		return "workspace", r.api.Forms.Workspace(v, &ai), err
	case *svcx.Member:
		return "member", f.Member(v), nil
	case *svcx.Category:
		return "category", f.Category(v), nil
	case *svcx.Field:
		return "field", f.Field(v), nil
	case *svcx.Channel:
		return "channel", r.channel(v, e.view), nil
	case *svcx.StaffLink:
		return "staffLink", f.StaffLink(v), nil
	case *svcx.Secret:
		return "secret", form.Secret(v), nil
	case *svcx.SavedReply:
		return "savedReply", f.SavedReply(v), nil
	case svcx.AIUsage:
		return "aiUsage", form.AIUsageDay(v, &svcx.AISettings{}), nil
	case *svcx.File:
		data, err = f.FullFile(v, r.api.Links.File(v.Workspace, v.ID, v.Name, svcx.FileLinkForIntegrator))
		return "file", data, err
	case *svcx.Contact:
		data, err = f.FullContact(v)
		return "contact", data, err
	case svcx.ExportedConversation:
		data, err = f.FullConversation(v)
		return "conversation", data, err
	case svcx.ExportedMessage:
		data, err = f.FullMessage(&v)
		return "message", data, err
	case *svcx.Rating:
		return "rating", f.Rating(v), nil
	case svcx.HistoryEntry:
		data, err = f.FullHistory(v)
		return "history", data, err
	case *svcx.AuditEntry:
		return "audit", f.Audit(v), nil
	}
	return "", nil, fmt.Errorf("an export has no type for a %T", record)
}
