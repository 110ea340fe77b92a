package vectors

import "testing"

func TestAll(t *testing.T) {
	all := All()
	if len(all) < 500 {
		t.Errorf("%d vectors, want 500", len(all))
	}
	ids := make(map[string]bool)
	for _, v := range all {
		if ids[v.ID] {
			t.Errorf("%s is there twice", v.ID)
		}
		ids[v.ID] = true
		if v.Source == "" || v.Payload == "" {
			t.Errorf("%s has no source or no payload", v.ID)
		}
	}
}
