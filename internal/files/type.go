package files

import (
	"bytes"
	"net/http"
	"strings"
)

// HeadSize is how many bytes of a content its type is detected from.
const HeadSize = 512

const unknownType = "application/octet-stream"

// officeTypes are types of documents that are ZIP or OLE archives: only the ending of
// the name tells them apart.
var officeTypes = map[string]map[string]string{
	"application/zip": {
		".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
		".odt":  "application/vnd.oasis.opendocument.text",
		".ods":  "application/vnd.oasis.opendocument.spreadsheet",
		".odp":  "application/vnd.oasis.opendocument.presentation",
		".epub": "application/epub+zip",
	},
	"ole": {
		".doc": "application/msword",
		".xls": "application/vnd.ms-excel",
		".ppt": "application/vnd.ms-powerpoint",
		".msg": "application/vnd.ms-outlook",
	},
}

var oleHead = []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")

// DetectType returns the media type of a content by its first bytes, without
// parameters. Where several types share their beginning, the ending of the name
// (".docx") decides among them, and only among them. An unknown type is
// application/octet-stream.
func DetectType(head []byte, ending string) string {
	detected, _, _ := strings.Cut(http.DetectContentType(head), ";")
	family := detected
	if bytes.HasPrefix(head, oleHead) {
		family = "ole"
	}
	if office, ok := officeTypes[family][ending]; ok {
		return office
	}
	switch {
	case detected == "application/ogg":
		return "audio/ogg"
	case detected == unknownType && len(head) > 1 && head[0] == 0xFF && head[1]&0xE6 == 0xE2:
		return "audio/mpeg" // a frame of layer III; DetectContentType detects only ID3
	}
	return detected
}
