package mocks

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

const (
	// longest is the length in bytes of the longest string that Golden prints; of a longer one it prints a digest.
	longest = 128
	// widest is the width of the lines that lists and objects share with their names.
	widest = 110
)

// Golden returns everything that the last run registered as text to review and to compare: types, names, parents,
// providers, inputs, edges, options and stack outputs. It is the same in every run, regardless of the order of
// registration. Secrets are [secret], strings over 128 bytes a digest. A dependency that another one implies is omitted,
// as are the version and URL of plugins, which change with every release of the provider's SDK; one on "Subnet main-*" is
// on all Subnets whose names begin with main-. Lists and objects that fit are on one line.
func (r *Recorder) Golden() []byte {
	w := &goldenWriter{
		labels: labels(r.Resources()), matches: map[string]int{},
		graph: r.Graph(), reached: map[string]map[string]bool{},
	}
	for _, label := range w.labels {
		for _, pattern := range patterns(label) {
			w.matches[pattern]++
		}
	}
	for _, resource := range r.Resources() {
		w.resource(resource)
	}
	for _, call := range r.Calls() {
		w.linef(0, "call %s %s", call.Token, render(call.Args))
	}
	w.section("outputs", 0, r.Outputs())
	return []byte(strings.TrimRight(w.text.String(), "\n") + "\n")
}

type goldenWriter struct {
	text   strings.Builder
	labels map[string]string
	// matches counts the labels that each pattern of names matches.
	matches map[string]int
	graph   *Graph
	// reached keeps the results of upstream.
	reached map[string]map[string]bool
}

// labels returns short names for edges, such as "Vpc main-vpc"; resources with the same short name keep their URNs.
func labels(resources []Resource) map[string]string {
	short := func(resource Resource) string {
		return resource.Type[strings.LastIndex(resource.Type, ":")+1:] + " " + resource.Name
	}
	count := map[string]int{}
	for _, resource := range resources {
		count[short(resource)]++
	}
	labels := map[string]string{}
	for _, resource := range resources {
		labels[resource.URN] = resource.URN
		if count[short(resource)] == 1 {
			labels[resource.URN] = short(resource)
		}
	}
	return labels
}

func (w *goldenWriter) label(urn string) string {
	return cmp.Or(w.labels[urn], urn)
}

func (w *goldenWriter) linef(indent int, format string, args ...any) {
	w.text.WriteString(strings.Repeat("  ", indent))
	fmt.Fprintf(&w.text, format+"\n", args...)
}

func (w *goldenWriter) resource(resource Resource) {
	verb := ""
	if resource.Read {
		verb = "read "
	}
	w.linef(0, "%s%s %s", verb, resource.Type, resource.Name)
	if resource.Parent != "" {
		w.linef(1, "parent: %s", w.label(resource.Parent))
	}
	if resource.Provider != "" {
		w.linef(1, "provider: %s", w.label(resource.Provider))
	}
	w.edges(resource)
	w.section("inputs", 1, resource.Inputs)
	w.options(resource.Options)
	w.text.WriteString("\n")
}

func (w *goldenWriter) section(title string, indent int, values map[string]any) {
	if len(values) > 0 {
		w.linef(indent, "%s:", title)
		w.object(indent+1, values)
	}
}

func (w *goldenWriter) object(indent int, values map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		w.value(indent, key+":", values[key])
	}
}

func (w *goldenWriter) value(indent int, head string, value any) {
	line := head + " " + render(value)
	fits := 2*indent+len(line) <= widest
	switch value := value.(type) {
	case map[string]any:
		if len(value) > 0 && !fits {
			w.linef(indent, "%s", head)
			w.object(indent+1, value)
			return
		}
	case []any:
		if len(value) > 0 && !fits {
			w.linef(indent, "%s", head)
			for _, element := range value {
				w.value(indent+1, "-", element)
			}
			return
		}
	}
	w.linef(indent, "%s", line)
}

// options prints the options that are set, by the names of their fields.
func (w *goldenWriter) options(options Options) {
	options.Version, options.PluginDownloadURL = "", ""
	set := map[string]any{}
	v := reflect.ValueOf(options)
	for i := range v.NumField() {
		field := v.Field(i)
		if field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0 {
			continue
		}
		name := v.Type().Field(i).Name
		name = strings.ToLower(name[:1]) + name[1:]
		switch value := field.Interface().(type) {
		case pulumi.CustomTimeouts:
			set[name] = timeouts(value)
		case string:
			set[name] = w.label(value)
		case []string:
			labelled := make([]any, 0, len(value))
			for _, item := range value {
				labelled = append(labelled, w.label(item))
			}
			set[name] = labelled
		default:
			set[name] = value
		}
	}
	w.section("options", 1, set)
}

func timeouts(t pulumi.CustomTimeouts) map[string]any {
	set := map[string]any{"create": t.Create, "update": t.Update, "delete": t.Delete, "read": t.Read}
	maps.DeleteFunc(set, func(_ string, value any) bool { return value == "" })
	return set
}

// render returns a value on one line.
func render(value any) string {
	switch value := value.(type) {
	case Secret:
		return "[secret]"
	case Unknown:
		return "[unknown]"
	case Asset:
		return "asset " + renderString(cmp.Or(value.Path, value.URI, value.Text))
	case string:
		return renderString(value)
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(value)) {
			parts = append(parts, key+": "+render(value[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		var parts []string
		for _, element := range value {
			parts = append(parts, render(element))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}

func renderString(text string) string {
	if len(text) > longest {
		return fmt.Sprintf("[%d bytes, sha256 %x]", len(text), sha256.Sum256([]byte(text)))
	}
	return fmt.Sprintf("%q", text)
}
