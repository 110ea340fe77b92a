package form

import "svcx"

// SettingInfo describes a channel setting, for documentation.
type SettingInfo struct {
	Name, Type, Default string
	// Members are those of an object, which has no default of its own; nil for other
	// types.
	Members []SettingInfo
}

// SettingList describes all settings that PatchSettings accepts.
func SettingList() ([]SettingInfo, error) {
	body, err := Encode(EncodeSettings(svcx.DefaultSettings()))
	if err != nil {
		return nil, err
	}
	defaults, err := ReadObject(body)
	if err != nil {
		return nil, err
	}
	return describeSettings(defaults, settings), defaults.Err()
}

func describeSettings(defaults *Object, table []setting) (list []SettingInfo) {
	for _, s := range table {
		value := defaults.Value(s.name)
		if s.members != nil {
			list = append(list, SettingInfo{Name: s.name, Type: "object", Members: describeSettings(value.Object(), s.members)})
			continue
		}
		list = append(list, SettingInfo{Name: s.name, Type: s.kind, Default: string(value.Raw())})
	}
	return list
}

// toggles returns the members of an object that turns types on and off. They are set
// together, see toggle.
func toggles[T ~string](types []T) []setting {
	members := make([]setting, len(types))
	for i, t := range types {
		members[i] = setting{name: string(t), kind: "boolean"}
	}
	return members
}

// nearest returns the known name that was most likely meant; "" if none is similar.
func nearest(name string, known []string) (near string) {
	best := 1 + min(len(name), 64)/3
	for _, k := range known {
		if len(name) > 2*len(k) {
			continue
		}
		if d := distance(name, k); d < best {
			near, best = k, d
		}
	}
	return near
}

// distance is the Levenshtein distance of a and b in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
