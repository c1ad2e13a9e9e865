package topology

import (
	"fmt"
	"slices"
	"strings"
)

// Distances in pixels.
const (
	margin      = 24 // around the picture
	gap         = 12 // between boxes
	columnWidth = 244
	// widestColumn is the width of a zone whose boxes have long texts.
	widestColumn = 300
	inset        = 20 // from a zone's frame to its boxes
	boxHeight    = 46
	sourceWidth  = 158
	wireLength   = 46
	cardWidth    = 284
	lineHeight   = 18
	titleHeight  = 34
)

// SVG draws the stack as a picture: one column for each availability zone, public subnets above private ones, load balancers
// and Auto Scaling groups across the zones. The style sheet in it has colors for light and dark pages.
func (t *Topology) SVG() []byte {
	c := &canvas{}
	c.text("h1", margin, margin+16, 900, t.title)
	top := margin + titleHeight
	left := margin
	if slices.ContainsFunc(t.networks, (*network).hasSources) {
		left += sourceWidth + wireLength
	}
	right, y := left, top
	var frames [][2]int // Each is the upper right corner of a VPC.
	for _, n := range t.networks {
		d := &drawing{canvas: c, network: n, x: left, y: y}
		d.draw()
		right = max(right, left+d.width())
		frames = append(frames, [2]int{left + d.width(), y})
		y = d.bottom + 2*gap
	}
	if len(t.networks) > 0 {
		right += 36
	}
	bottom := t.drawCards(c, right, top, frames)
	if len(t.networks) > 0 {
		t.drawLegend(c, left, max(bottom, y-gap)+gap)
	}
	return c.svg(t.title, t.description())
}

// description is the text of the picture for readers who cannot see it.
func (t *Topology) description() string {
	var parts []string
	for _, n := range t.networks {
		parts = append(parts, fmt.Sprintf("%s with %s and %s", n.title(), plural(len(n.zones), "zone"), plural(len(n.subnets), "subnet")))
		for _, it := range n.items {
			parts = append(parts, strings.TrimSuffix(it.title+": "+it.detail, ": "))
		}
	}
	for _, card := range t.cards {
		parts = append(parts, card.title+": "+strings.Join(card.lines, ", "))
	}
	return strings.Join(parts, "; ")
}

// drawCards draws the cards below each other, those of endpoints and of hosted control planes with a line to each VPC, and returns
// the end of the last one.
func (t *Topology) drawCards(c *canvas, x, y int, frames [][2]int) int {
	for _, card := range t.cards {
		height := 36 + len(card.lines)*lineHeight + 6
		class := "card"
		if card.managed {
			class = "card managed"
		}
		if card.icon == "endpoint" || card.icon == "cloud" {
			for i, frame := range frames {
				if i == 0 {
					c.line("link", frame[0], y+18, x, y+18)
					continue
				}
				c.line("link", x-18, y+18, x-18, frame[1]+52)
				c.line("link", frame[0], frame[1]+52, x-18, frame[1]+52)
			}
		}
		c.rect(class, x, y, cardWidth, height, 7)
		c.icon("", card.icon, x+12, y+10)
		c.text("h2", x+40, y+24, cardWidth-52, card.title)
		for i, line := range card.lines {
			c.text("detail", x+14, y+48+i*lineHeight, cardWidth-26, line)
		}
		y += height + gap
	}
	return y
}

// drawLegend explains the colors and lines.
func (t *Topology) drawLegend(c *canvas, x, y int) {
	for _, entry := range []struct {
		class, text string
		used        func(*network) bool
	}{
		{"public", "public subnet", func(n *network) bool { return n.has(true) }},
		{"private", "private subnet", func(n *network) bool { return !n.unknown() && n.has(false) }},
		{"private", "subnet", func(n *network) bool { return n.unknown() }},
		{"vpc foreign", "existing VPC", func(n *network) bool { return n.foreign }},
		{"box", "created by the stack", func(n *network) bool { return !n.all(true) }},
		{"box managed", "created by ROSA", func(n *network) bool { return !n.all(false) }},
	} {
		if !slices.ContainsFunc(t.networks, entry.used) {
			continue
		}
		c.rect(entry.class, x, y, 18, 12, 3)
		c.text("label", x+25, y+10, 200, entry.text)
		x += 25 + textWidth(entry.text, "label") + 22
	}
	c.grow(x, y+12)
}

func (n *network) hasSources() bool {
	return slices.ContainsFunc(n.items, func(it item) bool { return it.kind == loadBalancer && len(it.outside(n)) > 0 })
}

// all reports whether ROSA creates all items of the network, or none.
func (n *network) all(managed bool) bool {
	return !slices.ContainsFunc(n.items, func(it item) bool { return it.managed != managed })
}

// unknown reports whether nothing is known of the VPC but the IDs of subnets.
func (n *network) unknown() bool {
	return n.foreign && n.id == ""
}

func (n *network) title() string {
	title := "VPC " + n.cidr
	if n.foreign {
		title = "existing VPC " + n.cidr
	}
	return strings.TrimSpace(title)
}

// zoneTitle is the name of a zone. Of a subnet of an existing VPC it is not always known.
func (n *network) zoneTitle(zone string) string {
	if slices.ContainsFunc(n.subnets, func(s subnet) bool { return s.id == zone }) {
		return "zone not known"
	}
	return zone
}
