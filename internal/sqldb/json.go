package sqldb

import (
	"encoding/json"
	"fmt"
)

// EncodeJSON encodes the value of a column that holds a list or a structure.
func EncodeJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		// No type of a column fails to be encoded.
		panic("sqldb: encoding a column: " + err.Error())
	}
	return string(b)
}

// DecodeJSON decodes such a column; an empty one changes nothing. What cannot be
// decoded is ErrDamaged.
func DecodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}
