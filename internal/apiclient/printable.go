package apiclient

import (
	"strconv"
	"strings"
	"unicode"
)

// textLimit is how much of a text of a server is shown.
const textLimit = 2000

// Printable returns a text of a server for a terminal: control characters, which could overwrite what the terminal shows or set its title,
// are written as in a Go string, and white space is one space.
func Printable(text string) string {
	var shown strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if shown.Len() > textLimit {
			shown.WriteString("...")
			break
		}
		if unicode.IsPrint(r) {
			shown.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		shown.WriteString(quoted[1 : len(quoted)-1])
	}
	return shown.String()
}
