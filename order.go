package svcx

// Move says where something goes in an ordered list: by some places, up if By is negative; or,
// if By is 0, before another one, 0 being the end of the list.
type Move[ID ~int64] struct {
	By     int
	Before ID
}
