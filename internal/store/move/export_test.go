package move

// Rows makes the batches small.
func (o Options) Rows(n int) Options {
	o.rows = n
	return o
}
