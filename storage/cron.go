package storage

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// cronField is a field of a cron schedule: its least and its greatest value, and the names of its values, in order.
type cronField struct {
	least, most int
	names       []string
}

var (
	// cronFields are the fields of a schedule, in order (robfig/cron v3.0.1 spec.go).
	cronFields = []cronField{
		{0, 59, nil},
		{0, 23, nil},
		{1, 31, nil},
		{1, 12, []string{"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
		{0, 6, []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}},
	}
	cronDescriptors = []string{"@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly"}
)

// isCronSchedule reports whether text is a schedule for robfig/cron v3.0.1 parser.go, ParseStandard. It does not accept a time
// zone, because Kubernetes rejects one in a schedule.
func isCronSchedule(text string) bool {
	if interval, found := strings.CutPrefix(text, "@every "); found {
		_, err := time.ParseDuration(interval)
		return err == nil
	}
	fields := strings.Fields(text)
	if len(fields) != len(cronFields) {
		return slices.Contains(cronDescriptors, text)
	}
	for i, field := range fields {
		for list := range strings.SplitSeq(field, ",") {
			if !cronFields[i].isRange(list) {
				return false
			}
		}
	}
	return true
}

// isRange reports whether text is a value, a range of values, or all values (* or ?), with an optional step.
func (f cronField) isRange(text string) bool {
	values, step, hasStep := strings.Cut(text, "/")
	if n, err := strconv.Atoi(step); hasStep && (err != nil || n < 1) {
		return false
	}
	if values == "*" || values == "?" {
		return true
	}
	from, to, isRange := strings.Cut(values, "-")
	first, last := f.value(from), f.value(to)
	return first >= f.least && first <= f.most && (!isRange || last >= first && last <= f.most)
}

// value returns the number of a value; -1 if it has none.
func (f cronField) value(text string) int {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.least + i
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}
