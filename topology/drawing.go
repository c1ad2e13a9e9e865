package topology

import (
	"cmp"
	"slices"
	"strings"
)

// drawing is one network on a canvas. Its zones are columns, its public and private subnets bands across them.
type drawing struct {
	*canvas
	network *network
	x, y    int
	column  int
	bottom  int
}

// row is one row of boxes in a band: those of each zone, or one box across zones.
type row struct {
	across *item
	cells  map[string][]item
}

func (d *drawing) width() int {
	return len(d.network.zones)*(d.column+gap) + gap
}

func (d *drawing) draw() {
	d.column = d.columnWidth()
	frame := d.body.Len()
	y := d.y + 36
	zones := y
	y += 30
	for _, public := range []bool{true, false} {
		if rows := d.network.rows(public); len(rows) > 0 || d.network.has(public) {
			y = d.band(public, rows, y) + gap
		}
	}
	d.bottom = y
	// The frames are drawn first, so that arrows and boxes are above them.
	contents := d.body.String()[frame:]
	before := d.body.String()[:frame]
	d.body.Reset()
	d.body.WriteString(before)
	d.frames(zones, y)
	d.body.WriteString(contents)
}

// frames draws the VPC and its zones.
func (d *drawing) frames(zones, bottom int) {
	class := "vpc"
	if d.network.foreign {
		class = "vpc foreign"
	}
	d.rect(class, d.x, d.y, d.width(), bottom-d.y, 9)
	d.text("h2", d.x+gap+2, d.y+24, d.width()-40, d.network.title())
	if name := d.network.name; name != "" {
		offset := textWidth(d.network.title(), "h2") + 20
		d.text("label", d.x+gap+offset, d.y+24, d.width()-offset-30, name)
	}
	if d.network.internet {
		label := "internet gateway"
		width := textWidth(label, "label") + 44
		x := d.x + d.width() - width - 2*gap
		d.rect("box", x, d.y-14, width, 28, 14)
		d.icon("nat", "internet", x+10, d.y-9)
		d.text("label", x+34, d.y+4, width, label)
	}
	for i, zone := range d.network.zones {
		x := d.columnX(i)
		d.rect("zonebox", x, zones, d.column, bottom-zones-gap+4, 7)
		d.text("zone", x+inset, zones+20, d.column-2*inset, d.network.zoneTitle(zone))
	}
}

// columnWidth is the width of a zone, in which the texts of boxes across all zones fit.
func (d *drawing) columnWidth() int {
	width := columnWidth
	count := len(d.network.zones)
	for _, it := range d.network.items {
		text := max(textWidth(it.title, "name"), textWidth(it.fullDetail(d.network), "detail")) + 60
		switch len(it.zones) {
		case 1:
			width = max(width, min(text+2*inset, widestColumn))
		case count:
			width = max(width, (text+2*inset-(count-1)*gap)/count)
		}
	}
	return width
}

func (d *drawing) columnX(i int) int {
	return d.x + gap + i*(d.column+gap)
}

// has reports whether the network has public or private subnets.
func (n *network) has(public bool) bool {
	return slices.ContainsFunc(n.subnets, func(s subnet) bool { return s.public == public })
}

// rows arranges the items of a band: by kind, those in one zone before those across zones.
func (n *network) rows(public bool) []row {
	byKind := map[kind][]row{}
	for _, it := range n.items {
		if it.public != public {
			continue
		}
		if len(it.zones) > 1 {
			byKind[it.kind] = append(byKind[it.kind], row{across: &it})
			continue
		}
		rows := byKind[it.kind]
		if len(rows) == 0 || rows[0].cells == nil {
			rows = slices.Insert(rows, 0, row{cells: map[string][]item{}})
		}
		rows[0].cells[it.zones[0]] = append(rows[0].cells[it.zones[0]], it)
		byKind[it.kind] = rows
	}
	var all []row
	for k := loadBalancer; k <= machine; k++ {
		all = append(all, byKind[k]...)
	}
	return all
}

// band draws the public or private subnets with their boxes and returns their end.
func (d *drawing) band(public bool, rows []row, y int) int {
	class := "private"
	if public {
		class = "public"
	}
	height := 28 + gap/2
	for _, r := range rows {
		height += r.height(d.network) + gap - 2
	}
	for i, zone := range d.network.zones {
		if label, found := d.network.label(zone, public); found {
			d.rect(class, d.columnX(i)+8, y, d.column-16, height, 6)
			d.text("label", d.columnX(i)+inset, y+19, d.column-2*inset, label)
		}
	}
	end := y + height
	y += 28
	for _, r := range rows {
		d.row(r, y)
		y += r.height(d.network) + gap - 2
	}
	return end
}

// label names the public or private subnets of a zone; found is false if there are none. Whether a subnet of another stack is
// public is not known.
func (n *network) label(zone string, public bool) (label string, found bool) {
	var names []string
	for _, s := range n.subnets {
		if s.zone == zone && s.public == public {
			names = append(names, cmp.Or(s.cidr, strings.TrimPrefix(s.id, "subnet-")))
		}
	}
	kind := "private subnet "
	switch {
	case n.unknown():
		kind = "subnet "
	case public:
		kind = "public subnet "
	}
	return kind + strings.Join(names, ", "), len(names) > 0
}

// maximum is the number of boxes of one kind in a subnet; of more, the last one states how many others there are.
const maximum = 6

func (r row) height(n *network) int {
	if r.across != nil {
		return max(boxHeight, len(r.across.outside(n))*(boxHeight-6)-6)
	}
	most := 0
	for _, items := range r.cells {
		most = max(most, min(len(items), maximum))
	}
	return most*(boxHeight+6) - 6
}

func (d *drawing) row(r row, y int) {
	if it := r.across; it != nil {
		first, last := slices.Index(d.network.zones, it.zones[0]), slices.Index(d.network.zones, it.zones[len(it.zones)-1])
		x := d.columnX(first) + inset
		height := r.height(d.network)
		d.box(*it, x, y, d.columnX(last)+d.column-inset-x, height)
		d.sources(*it, x, y, height)
		return
	}
	for i, zone := range d.network.zones {
		for j, it := range condense(r.cells[zone]) {
			x, top := d.columnX(i)+inset, y+j*(boxHeight+6)
			d.box(it, x, top, d.column-2*inset, boxHeight)
			if it.kind == loadBalancer {
				d.sources(it, x, top, boxHeight)
			}
		}
	}
}

func condense(items []item) []item {
	if len(items) <= maximum {
		return items
	}
	others := item{kind: items[0].kind, title: plural(len(items)-maximum+1, "other"), managed: items[0].managed}
	return append(slices.Clone(items[:maximum-1]), others)
}

// box draws an item.
func (d *drawing) box(it item, x, y, width, height int) {
	look, class := classes[it.kind], "box"
	if it.managed {
		class = "box managed"
	}
	d.rect(class, x, y, width, height, 5)
	d.rect("bar-"+look.class, x, y, 4, height, 2)
	d.icon(look.class, look.icon, x+14, y+height/2-9)
	detail := it.fullDetail(d.network)
	if detail == "" {
		d.text("name", x+42, y+height/2+4, width-50, it.title)
		return
	}
	d.text("name", x+42, y+height/2-4, width-50, it.title)
	d.text("detail", x+42, y+height/2+13, width-50, detail)
}

// sources draws who may reach a load balancer from outside of the VPC, left of the VPC.
func (d *drawing) sources(it item, x, y, height int) {
	outside := it.outside(d.network)
	for i, s := range outside {
		const boxOfSource = boxHeight - 12
		top := y + height/2 - (len(outside)*(boxOfSource+6)-6)/2 + i*(boxOfSource+6)
		left := d.x - sourceWidth - wireLength
		icon := "people"
		if s.internet {
			icon = "internet"
		}
		d.rect("box", left, top, sourceWidth, boxOfSource, boxOfSource/2)
		d.icon("", icon, left+12, top+boxOfSource/2-9)
		d.text("label", left+38, top+14, sourceWidth-46, s.name)
		d.text("name", left+38, top+28, sourceWidth-46, s.ports)
		d.arrow("wire", left+sourceWidth, x-2, top+boxOfSource/2)
	}
}

// fullDetail is the detail of an item, for a load balancer with its sources in the VPC.
func (it item) fullDetail(n *network) string {
	var ports []string
	names := map[string][]string{}
	for _, s := range it.sources {
		if s.inside(n) {
			ports = append(ports, s.ports)
			names[s.ports] = append(names[s.ports], n.localName(s.name))
		}
	}
	details := []string{it.detail}
	slices.Sort(ports)
	for _, port := range slices.Compact(ports) {
		details = append(details, port+" from "+strings.Join(names[port], " and "))
	}
	return strings.Join(details, " · ")
}

// localName is the name of a source in the VPC, without the infrastructure ID.
func (n *network) localName(name string) string {
	if name == "VPC "+n.cidr {
		return "the VPC"
	}
	switch {
	case strings.HasSuffix(name, "-controlplane"):
		return "control plane"
	case strings.HasSuffix(name, "-node"):
		return "nodes"
	}
	prefix, isNamed := strings.CutSuffix(n.name, "vpc")
	if !isNamed {
		return name
	}
	return strings.TrimPrefix(name, prefix)
}

// outside are the sources that are not in the VPC.
func (it item) outside(n *network) []source {
	return slices.DeleteFunc(slices.Clone(it.sources), func(s source) bool { return s.inside(n) })
}
