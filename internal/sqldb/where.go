package sqldb

import "strings"

// Where builds a condition, and the arguments of its placeholders.
type Where struct {
	// Parts all hold.
	Parts []string
	Args  []any
}

// Text is the condition.
func (w *Where) Text() string { return strings.Join(w.Parts, " AND ") }

// Bind adds an argument and returns its placeholder.
func (w *Where) Bind(value any) string {
	w.Args = append(w.Args, value)
	return Placeholder(len(w.Args))
}

// Add adds a condition that ends in the $ of its only placeholder.
func (w *Where) Add(condition string, value any) {
	w.Parts = append(w.Parts, strings.TrimSuffix(condition, "$")+w.Bind(value))
}
