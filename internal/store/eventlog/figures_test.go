package eventlog

import "testing"

// Times below some milliseconds were counted as up to a third longer.
func TestBucketsAreOnePartInElevenWide(t *testing.T) {
	before := int64(0)
	for ms := range int64(200_000) {
		bucket := bucketOf(ms)
		if bucket < ms || 11*bucket > 12*ms || bucket < before {
			t.Fatalf("%d ms are counted as %d, those before as %d", ms, bucket, before)
		}
		before = bucket
	}
}
