package storage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzCronSchedule reads any schedule: a valid one is @every, a descriptor or five fields of the known characters.
func FuzzCronSchedule(f *testing.F) {
	for _, text := range []string{
		"0 3 * * *", "*/5 0-6/2 1,15 JAN-mar sun", "? ? ? ? ?", "@every 1h30m", "@daily", "@every -x", "60 * * * *",
		"5- * * * *",
		"*/0 * * * *", "99999999999999999999 * * * *", "TZ=UTC 0 3 * * *", ", , , , ,",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if isCronSchedule(text) && !strings.HasPrefix(text, "@") {
			assert.Len(t, strings.Fields(text), 5)
			const characters = "0123456789abcdefghijklmnopqrstuvwxyz*?,-/+"
			assert.Empty(t, strings.Trim(strings.ToLower(strings.Join(strings.Fields(text), "")), characters))
		}
	})
}
