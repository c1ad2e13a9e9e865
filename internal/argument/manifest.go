package argument

import (
	"maps"
	"strings"
	"time"
)

// Put sets the field at a dotted path.
func Put(fields map[string]any, path string, value any) {
	first, rest, nested := strings.Cut(path, ".")
	if !nested {
		fields[first] = value
		return
	}
	block, ok := fields[first].(map[string]any)
	if !ok {
		block = map[string]any{}
		fields[first] = block
	}
	Put(block, rest, value)
}

// Merge returns fields with more fields. Maps in both are merged.
func Merge(fields, more map[string]any) map[string]any {
	merged := maps.Clone(fields)
	for key, value := range more {
		below, isMap := value.(map[string]any)
		if under, wasMap := merged[key].(map[string]any); isMap && wasMap {
			value = Merge(under, below)
		}
		merged[key] = value
	}
	return merged
}

// Short writes a duration without zero units at its end: 30m, 1h, 1m30s.
func Short(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
