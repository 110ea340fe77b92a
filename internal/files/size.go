package files

import (
	"bytes"
	"encoding/binary"
)

// ImageSize reads the width and height of a PNG, JPEG, GIF or WebP image from its
// headers; it decodes nothing. ok is false if they are not found.
func ImageSize(content []byte) (width, height int, ok bool) {
	switch {
	case bytes.HasPrefix(content, []byte("\x89PNG\r\n\x1a\n")):
		// The first chunk is IHDR.
		if len(content) < 24 || string(content[12:16]) != "IHDR" {
			return 0, 0, false
		}
		return int(binary.BigEndian.Uint32(content[16:])), int(binary.BigEndian.Uint32(content[20:])), true
	case bytes.HasPrefix(content, []byte("GIF8")):
		if len(content) < 10 {
			return 0, 0, false
		}
		return int(binary.LittleEndian.Uint16(content[6:])), int(binary.LittleEndian.Uint16(content[8:])), true
	case bytes.HasPrefix(content, []byte("\xFF\xD8")):
		return jpegSize(content[2:])
	case len(content) >= 12 && string(content[:4]) == "RIFF" && string(content[8:12]) == "WEBP":
		return webpSize(content[12:])
	}
	return 0, 0, false
}

// jpegSize finds the frame header among the segments.
func jpegSize(content []byte) (width, height int, ok bool) {
	for len(content) >= 4 && content[0] == 0xFF {
		marker := content[1]
		switch {
		case marker == 0xFF: // padding
			content = content[1:]
			continue
		case marker == 0x01 || marker >= 0xD0 && marker <= 0xD7: // without a length
			content = content[2:]
			continue
		case marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
			if len(content) < 9 {
				return 0, 0, false
			}
			return int(binary.BigEndian.Uint16(content[7:])), int(binary.BigEndian.Uint16(content[5:])), true
		}
		length := 2 + int(binary.BigEndian.Uint16(content[2:]))
		if marker == 0xD9 || marker == 0xDA || length < 4 || length > len(content) {
			return 0, 0, false
		}
		content = content[length:]
	}
	return 0, 0, false
}

// webpSize reads the first chunk, which has one of three types.
func webpSize(chunk []byte) (width, height int, ok bool) {
	if len(chunk) < 18 {
		return 0, 0, false
	}
	kind, data := string(chunk[:4]), chunk[8:]
	switch {
	case kind == "VP8X":
		return 1 + uint24(data[4:]), 1 + uint24(data[7:]), true
	case kind == "VP8L" && data[0] == 0x2F:
		bits := binary.LittleEndian.Uint32(data[1:])
		return 1 + int(bits&0x3FFF), 1 + int(bits>>14&0x3FFF), true
	case kind == "VP8 " && string(data[3:6]) == "\x9D\x01\x2A":
		return int(binary.LittleEndian.Uint16(data[6:]) & 0x3FFF), int(binary.LittleEndian.Uint16(data[8:]) & 0x3FFF), true
	}
	return 0, 0, false
}

func uint24(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
