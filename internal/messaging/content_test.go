package messaging

import (
	"strings"
	"testing"

	"svcx"
)

// Answers are read up to a bound and fail beyond it, so references are divided into calls
// by the size of their answers.
func TestContentCallsHaveBoundedAnswers(t *testing.T) {
	for _, length := range []int{20, 200, 1000, svcx.MaxURL} {
		refs := make([]string, 120)
		for i := range refs {
			refs[i] = strings.Repeat("x", length)
		}
		total := 0
		for _, call := range contentCalls(refs) {
			answer := 0
			for _, ref := range call {
				answer += 2*len(ref) + 900 // its URL has a signature
			}
			if len(call) == 0 || len(call) > svcx.MaxContentRefs || answer > 64<<10 && len(call) > 1 {
				t.Errorf("%d references of %d bytes in a call", len(call), length)
			}
			total += len(call)
		}
		if total != len(refs) {
			t.Errorf("%d references of %d bytes are requested", total, length)
		}
	}
}
