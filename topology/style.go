package topology

import (
	"regexp"
	"strings"
)

// light and dark are the colors of the pictures, for readers with either color scheme.
const (
	light = `--page:#ffffff;--text:#1c2733;--muted:#5a6877;--frame:#8793a1;--faint:#c9d1da;--box:#ffffff;--boxline:#c3ccd6;
--public:#edf7ef;--publicline:#a5d3ae;--private:#eef4fb;--privateline:#aac8e8;--card:#f7f9fb;
--lb:#7a4fbf;--nat:#2f8a47;--proxy:#6b7280;--bootstrap:#8a6d00;--controlplane:#c9190b;--infra:#b65c02;--worker:#2368b3`
	dark = `--page:#0d1117;--text:#e6edf3;--muted:#9dabb9;--frame:#6b7887;--faint:#39434f;
--box:#161c24;--boxline:#3b4654;--public:#10231a;--publicline:#2e5a3d;--private:#101d2e;--privateline:#2d4a6e;--card:#131922;
--lb:#b392f0;--nat:#56c271;--proxy:#a3adb8;--bootstrap:#d8b430;--controlplane:#ff7b72;--infra:#f0a35e;--worker:#6cb6ff`
)

// rules are the rules of the style sheet.
const rules = `
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:var(--text)}
.h1{font-size:18px;font-weight:600}.h2{font-size:13.5px;font-weight:600}.zone{font-size:12.5px;font-weight:600}
.name{font-size:12.5px;font-weight:600}.label,.detail{font-size:11.5px;fill:var(--muted)}
.page{fill:var(--page)}.vpc{fill:none;stroke:var(--frame);stroke-width:1.5}.foreign{stroke-dasharray:7 4}
.zonebox{fill:none;stroke:var(--faint);stroke-dasharray:5 4}
.public{fill:var(--public);stroke:var(--publicline)}.private{fill:var(--private);stroke:var(--privateline)}
.box{fill:var(--box);stroke:var(--boxline)}.managed{stroke-dasharray:4 3;stroke:var(--frame)}
.card{fill:var(--card);stroke:var(--boxline)}
.icon{fill:none;stroke:var(--muted);stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}
.wire{stroke:var(--frame);stroke-width:1.4;fill:none}.wire.head{fill:var(--frame);stroke:none}
.link{stroke:var(--frame);stroke-width:1.3;stroke-dasharray:4 3}
.bar-lb{fill:var(--lb)}.bar-nat{fill:var(--nat)}.bar-proxy{fill:var(--proxy)}.bar-bootstrap{fill:var(--bootstrap)}
.bar-controlplane{fill:var(--controlplane)}.bar-infra{fill:var(--infra)}.bar-worker{fill:var(--worker)}.bar-machine{fill:var(--proxy)}
.icon.lb{stroke:var(--lb)}.icon.nat{stroke:var(--nat)}.icon.bootstrap{stroke:var(--bootstrap)}
.icon.controlplane{stroke:var(--controlplane)}.icon.infra{stroke:var(--infra)}.icon.worker{stroke:var(--worker)}
`

var variable = regexp.MustCompile(`([a-z]+):var\(--([a-z]+)\)`)

// styleSheet returns the style sheet of the pictures. Before each variable stands its light color: rsvg-convert, and with it
// GNOME, ImageMagick and many wikis, know no variables, and would draw everything in black.
func styleSheet() string {
	colors := map[string]string{}
	for declaration := range strings.SplitSeq(light, ";") {
		name, color, _ := strings.Cut(strings.TrimSpace(declaration), ":")
		colors[name] = color
	}
	return "\nsvg{" + light + "}\n@media (prefers-color-scheme:dark){svg{" + dark + "}}" +
		variable.ReplaceAllStringFunc(rules, func(found string) string {
			parts := variable.FindStringSubmatch(found)
			return parts[1] + ":" + colors["--"+parts[2]] + ";" + found
		})
}

// classes are the classes and icons of items by their kind.
var classes = map[kind]struct{ class, icon string }{
	loadBalancer: {"lb", "loadbalancer"},
	natGateway:   {"nat", "nat"},
	proxy:        {"proxy", "server"},
	bootstrap:    {"bootstrap", "server"},
	controlPlane: {"controlplane", "server"},
	infra:        {"infra", "server"},
	worker:       {"worker", "server"},
	machine:      {"machine", "server"},
}

// icons are paths of 18 by 18 pixels.
var icons = map[string]string{
	"server":       "M2 2.5h14v5.5h-14z M2 10h14v5.5h-14z M5 5.25h.1 M5 12.75h.1 M9 5.25h4 M9 12.75h4",
	"loadbalancer": "M9 1.5v5 M9 6.5a2.5 2.5 0 1 0 .01 0 M7.3 10.8l-4 4.2 M9 11.5v4.5 M10.7 10.8l4 4.2",
	"nat":          "M2 4h14v10h-14z M5 9h7.5 M10 6.5l2.6 2.5-2.6 2.5",
	"cloud":        "M5 14.5h8.5a3.3 3.3 0 0 0 .4-6.6a5 5 0 0 0-9.6-.7a3.7 3.7 0 0 0 .7 7.3z",
	"internet":     "M9 1.5a7.5 7.5 0 1 0 .01 0 M1.5 9h15 M9 1.5c-5 5-5 10 0 15 M9 1.5c5 5 5 10 0 15",
	"people":       "M9 2a3 3 0 1 0 .01 0 M3 16c0-4 2.5-6 6-6s6 2 6 6",
	"bucket":       "M2.5 4c0-1.4 13-1.4 13 0c0 1.4-13 1.4-13 0 M2.5 4l1.8 10.6c.5 1.3 8.9 1.3 9.4 0l1.8-10.6",
	"dns":          "M9 1.5a7.5 7.5 0 1 0 .01 0 M5 7h8 M5 11h8",
	"endpoint":     "M1.5 9h5 M11.5 9h5 M9 6.5a2.5 2.5 0 1 0 .01 0",
	"key":          "M5.5 6a3 3 0 1 0 .01 0 M8.5 9h7.5 M13 9v3 M16 9v2.2",
	"cluster":      "M9 1.5l6.5 3.7v7.6l-6.5 3.7l-6.5-3.7v-7.6z M2.5 5.2l6.5 3.8l6.5-3.8 M9 9v7.5",
}
