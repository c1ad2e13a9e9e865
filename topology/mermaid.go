package topology

import (
	"fmt"
	"strings"
)

// Mermaid draws the stack as a flowchart in Mermaid's language, for Markdown pages: the VPC with a subgraph for each zone and
// subnet. Load balancers and Auto Scaling groups, which are in several zones, are next to them.
func (t *Topology) Mermaid() string {
	m := &mermaid{}
	m.linef(0, "flowchart LR")
	for i, n := range t.networks {
		m.network(fmt.Sprintf("vpc%d", i), n)
	}
	for _, card := range t.cards {
		m.linef(1, "%s[%s]", m.next(), quoted("<b>"+card.title+"</b>", card.lines...))
	}
	return m.text.String()
}

type mermaid struct {
	text  strings.Builder
	nodes int
}

func (m *mermaid) linef(indent int, format string, args ...any) {
	fmt.Fprintf(&m.text, strings.Repeat("  ", indent)+format+"\n", args...)
}

// next returns the ID of a new node.
func (m *mermaid) next() string {
	m.nodes++
	return fmt.Sprintf("n%d", m.nodes)
}

func (m *mermaid) network(id string, n *network) {
	m.linef(1, "subgraph %s [%s]", id, quoted(n.title(), n.name))
	for i, zone := range n.zones {
		m.linef(2, "subgraph %s_zone%d [%s]", id, i, quoted(n.zoneTitle(zone)))
		for _, public := range []bool{true, false} {
			m.subnet(fmt.Sprintf("%s_zone%d", id, i), n, zone, public)
		}
		m.linef(2, "end")
	}
	type edge struct{ source, node string }
	var edges []edge
	for _, it := range n.items {
		if len(it.zones) > 1 {
			node := m.next()
			m.linef(2, "%s[%s]", node, quoted(it.title, it.fullDetail(n)))
			for _, s := range it.outside(n) {
				edges = append(edges, edge{quoted(s.name, s.ports), node})
			}
		}
	}
	m.linef(1, "end")
	for _, e := range edges {
		m.linef(1, "%s([%s]) --> %s", m.next(), e.source, e.node)
	}
}

func (m *mermaid) subnet(id string, n *network, zone string, public bool) {
	label, found := n.label(zone, public)
	if !found {
		return
	}
	if public {
		id += "_public"
	} else {
		id += "_private"
	}
	m.linef(3, "subgraph %s [%s]", id, quoted(label))
	m.linef(4, "direction TB")
	for _, it := range n.items {
		if len(it.zones) == 1 && it.zones[0] == zone && it.public == public {
			m.linef(4, "%s[%s]", m.next(), quoted(it.title, it.fullDetail(n)))
		}
	}
	m.linef(3, "end")
}

// quoted is a label of several lines in quotes; empty lines are omitted.
func quoted(first string, lines ...string) string {
	texts := []string{first}
	for _, line := range lines {
		if line != "" {
			texts = append(texts, line)
		}
	}
	return `"` + strings.ReplaceAll(strings.Join(texts, "<br>"), `"`, "#quot;") + `"`
}
