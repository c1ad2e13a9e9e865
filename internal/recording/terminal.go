package main

import (
	"fmt"
	"html"
	"strings"
)

// Sizes of the terminal in pixels, and of its text in characters.
const (
	lineHeight = 19
	charWidth  = 8
	columns    = 104
	header     = 38
	padding    = 18
)

// seconds is the time between two lines of the animation.
const seconds = 0.07

const style = `
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:13px;fill:#d5dde5;white-space:pre}
.command{fill:#ffffff;font-weight:600}.create{fill:#7ee2a0}.update{fill:#f2cc60}.delete{fill:#ff8f88}.quiet{fill:#8b98a5}
.line{opacity:0;animation:show .01s linear forwards}
@keyframes show{to{opacity:1}}
@media (prefers-reduced-motion:reduce){.line{opacity:1;animation:none}}
`

// draw returns the lines as the SVG of a terminal in which they appear one after the other.
func draw(lines []string) []byte {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	width, height := columns*charWidth+2*padding, header+len(lines)*lineHeight+padding
	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height)
	fmt.Fprintf(&out, "<title>The sandbox</title>\n<desc>%s</desc>\n<style>%s</style>\n",
		html.EscapeString(strings.Join(lines, "\n")), style)
	fmt.Fprintf(&out, "<rect width=\"%d\" height=\"%d\" rx=\"9\" fill=\"#161b22\"/>\n", width, height)
	for i, color := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(&out, "<circle cx=\"%d\" cy=\"19\" r=\"6\" fill=\"%s\"/>\n", padding+6+20*i, color)
	}
	delay := 0.3
	for i, line := range lines {
		if strings.HasPrefix(line, "$ ") {
			delay += 0.6
		}
		runes := []rune(line)
		if len(runes) > columns {
			line = string(runes[:columns-1]) + "…"
		}
		fmt.Fprintf(&out, "<text class=\"line %s\" style=\"animation-delay:%.2fs\" x=\"%d\" y=\"%d\">%s</text>\n",
			class(line), delay, padding, header+14+i*lineHeight, html.EscapeString(line))
		delay += seconds
	}
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// class is the color of a line.
func class(line string) string {
	mark, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch mark {
	case "$":
		return "command"
	case "+":
		return "create"
	case "~":
		return "update"
	case "-":
		return "delete"
	case "...":
		return "quiet"
	}
	return "plain"
}
