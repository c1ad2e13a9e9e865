package nodes

import (
	"strings"
	"time"
)

// duration writes a duration without the units that are zero at its end, as people do: 30m, 1h, 90s as 1m30s.
func duration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
