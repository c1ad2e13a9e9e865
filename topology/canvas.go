package topology

import (
	"fmt"
	"html"
	"strings"
)

// canvas is an SVG that grows with what is drawn on it. Coordinates are pixels.
type canvas struct {
	body          strings.Builder
	width, height int
}

// grow extends the canvas to a point.
func (c *canvas) grow(x, y int) {
	c.width, c.height = max(c.width, x), max(c.height, y)
}

func (c *canvas) rect(class string, x, y, width, height, radius int) {
	fmt.Fprintf(&c.body, "<rect class=%q x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\"/>\n",
		class, x, y, width, height, radius)
	c.grow(x+width, y+height)
}

// text draws a line of text from its left end; text that is wider than the limit ends in an ellipsis.
func (c *canvas) text(class string, x, y, limit int, text string) {
	fmt.Fprintf(&c.body, "<text class=%q x=\"%d\" y=\"%d\">%s</text>\n",
		class, x, y, html.EscapeString(shorten(text, class, limit)))
}

func (c *canvas) line(class string, x1, y1, x2, y2 int) {
	fmt.Fprintf(&c.body, "<line class=%q x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", class, x1, y1, x2, y2)
}

// arrow draws a horizontal line with a head at its right end.
func (c *canvas) arrow(class string, x1, x2, y int) {
	c.line(class, x1, y, x2-5, y)
	fmt.Fprintf(&c.body, "<path class=\"%s head\" d=\"M%d %d l-8 -4.5 v9 z\"/>\n", class, x2, y)
}

// icon draws one of the icons, 18 by 18 pixels.
func (c *canvas) icon(class, name string, x, y int) {
	fmt.Fprintf(&c.body, "<path class=\"icon %s\" transform=\"translate(%d %d)\" d=%q/>\n", class, x, y, icons[name])
}

// svg returns the whole picture.
func (c *canvas) svg(title, description string) []byte {
	width, height := c.width+margin, c.height+margin
	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		width, height, width, height)
	fmt.Fprintf(&out, "<title>%s</title>\n<desc>%s</desc>\n", html.EscapeString(title), html.EscapeString(description))
	out.WriteString("<style>" + styleSheet() + "</style>\n")
	fmt.Fprintf(&out, "<rect class=\"page\" width=\"%d\" height=\"%d\" rx=\"10\"/>\n", width, height)
	out.WriteString(c.body.String())
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// bold is how much wider the letters of titles are.
const bold = 1.1

// sizes are the font sizes of the classes of texts, those of titles times bold.
var sizes = map[string]float64{
	"h1": 18 * bold, "h2": 13.5 * bold, "zone": 12.5 * bold, "label": 11.5, "name": 12.5 * bold, "detail": 11.5,
}

// shorten cuts a text to a width.
func shorten(text, class string, limit int) string {
	if textWidth(text, class) <= limit {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && textWidth(string(runes)+"…", class) > limit {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ·") + "…"
}

// textWidth estimates the width of a text in the widest of the usual sans-serif fonts: readers have different ones.
func textWidth(text, class string) int {
	var units float64
	for _, r := range text {
		switch {
		case strings.ContainsRune("iljtf.,:;'|!()[] ·/-", r):
			units += 0.34
		case strings.ContainsRune("mwMW@%", r):
			units += 0.9
		case r >= 'A' && r <= 'Z':
			units += 0.7
		default:
			units += 0.58
		}
	}
	return int(units*sizes[class]) + 1
}
