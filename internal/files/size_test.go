package files_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"svcx/internal/files"
)

// The size of an image is read from its headers without decoding it; truncated images
// cause no panic.
func TestImageSize(t *testing.T) {
	picture := image.NewPaletted(image.Rect(0, 0, 300, 7), color.Palette{color.White, color.Black})
	var p, j, g bytes.Buffer
	for _, err := range []error{png.Encode(&p, picture), jpeg.Encode(&j, picture, nil), gif.Encode(&g, picture, nil)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	app := append([]byte("\xFF\xD8\xFF\xE1\xFF\xFF"), make([]byte, 65533)...) // a large segment in front
	unpacked := func(s string) []byte {
		b, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for name, test := range map[string]struct {
		content       []byte
		width, height int
	}{
		"png":           {p.Bytes(), 300, 7},
		"jpeg":          {j.Bytes(), 300, 7},
		"jpeg, segment": {append(app, j.Bytes()[2:]...), 300, 7},
		"gif":           {g.Bytes(), 300, 7},
		"webp":          {unpacked("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"), 1, 1},
		"webp lossless": {unpacked("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="), 1, 1},
		"webp extended": {[]byte("RIFF....WEBPVP8X\x0A\x00\x00\x00\x00\x00\x00\x00\x2B\x01\x00\x06\x00\x00"), 300, 7},
	} {
		w, h, ok := files.ImageSize(test.content)
		if !ok || w != test.width || h != test.height {
			t.Errorf("%s: %d × %d, %t", name, w, h, ok)
		}
		for n := range min(len(test.content), 100) {
			files.ImageSize(test.content[:n])
		}
	}
	for _, none := range []string{"", "x", "\xFF\xD8\xFF\xD9", "\xFF\xD8\xFF\xE0\x00\x00", "RIFF....WEBP", "\x89PNG\r\n\x1a\nrest"} {
		if w, h, ok := files.ImageSize([]byte(none)); ok {
			t.Errorf("%q: %d × %d", none, w, h)
		}
	}
}

func FuzzImageSize(f *testing.F) {
	for _, seed := range []string{"\x89PNG\r\n\x1a\n", "GIF89a", "\xFF\xD8\xFF\xC0\x00\x11", "RIFF....WEBPVP8 ........\x9D\x01\x2A"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) { files.ImageSize(content) })
}
