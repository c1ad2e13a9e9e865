package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/plugin"
)

// names translates the Go identifiers in comments: fields to the names of their properties, constants to their values, and types and
// constructors to the resource.
type names struct {
	// fields are the names of the properties beside the one that is described, others those of all arguments.
	fields, others map[string]string
	values         map[string]string
	words          map[string]bool
}

// names returns the translation of the comments of fields that are in one struct.
func (g *generator) names(fields []plugin.Field) names {
	n := names{fields: map[string]string{}, others: g.properties, values: g.values, words: g.words}
	for _, field := range fields {
		n.fields[field.Go.Name] = field.Name
	}
	return n
}

var (
	// identifier is a word that can be a Go identifier, with its package or struct.
	identifier = regexp.MustCompile(`(?:\b[A-Za-z]\w*\.)*\b[A-Z]\w*`)
	// link is a link of a Go comment: [LoadInstallDir].
	link = regexp.MustCompile(`(^|[\s(])\[([A-Za-z.]+)\]`)
	// compound is a name that cannot be a word of a sentence: it has a capital after a small letter. Zones and CIDR can be.
	compound   = regexp.MustCompile(`[a-z][A-Z]`)
	initialism = regexp.MustCompile(`^[A-Z]{3,}[a-z]`)
	// ofPackage is an identifier of one of the module's packages.
	ofPackage = regexp.MustCompile(`^(network|iam|cluster|rosa|configuration|machineconfig|nodes|storage|ingress|blueprint)\.(.*)`)
	// option is an option of Pulumi's SDK for Go beside the words for it.
	option = regexp.MustCompile(" \\(`pulumi\\.DependsOn[^`]*`\\)")
	// constructor is the name of a constructor.
	constructor = regexp.MustCompile(`^New([A-Z]\w+)$`)
)

// text is the description of a field.
func (n names) text(field plugin.Field, comment string) string {
	text := plain(comment)
	if rest, ok := strings.CutPrefix(text, field.Go.Name+" "); ok {
		return "`" + field.Name + "` " + n.prose(rest)
	}
	return n.prose(text)
}

// prose translates the identifiers in a text.
func (n names) prose(text string) string {
	text = option.ReplaceAllString(text, "")
	text = strings.ReplaceAll(link.ReplaceAllString(plain(text), "$1$2"), "InfraNodes()", "InfraNodes")
	return identifier.ReplaceAllStringFunc(text, n.word)
}

func (n names) word(word string) string {
	name := word
	if found := ofPackage.FindStringSubmatch(word); found != nil {
		name = found[2]
	}
	if value, ok := n.values[name]; ok && (name != word || compound.MatchString(name) || initialism.MatchString(name)) {
		return "`" + value + "`"
	}
	if found := constructor.FindStringSubmatch(name); found != nil && n.words[found[1]] {
		return found[1]
	}
	if phrase := cmp.Or(functions[word], functions[name]); phrase != "" {
		return phrase
	}
	structure, field, dotted := strings.Cut(name, ".")
	short := strings.TrimSuffix(structure, "Args")
	switch {
	case name == "Vpc.Network":
		return "a Vpc"
	case strings.HasPrefix(name, "Install."):
		return "`" + property(name) + "`"
	case dotted && (n.fields[structure] != "" || n.others[structure] != ""):
		return "`" + property(name) + "`"
	case dotted && (n.words[structure] || n.words[structure+"Args"]):
		return "`" + property(field) + "` of " + short
	case n.words[structure]:
		return short
	case n.fields[name] != "" && compound.MatchString(name):
		return "`" + n.fields[name] + "`"
	case n.others[name] != "":
		return "`" + n.others[name] + "`"
	}
	return word
}

// property returns the path of a property of another resource: PlacementGroup.Partition.
func property(path string) string {
	var parts []string
	for part := range strings.SplitSeq(path, ".") {
		parts = append(parts, plugin.PropertyName(part))
	}
	return strings.Join(parts, ".")
}

// functions are the names of the functions by those of the Go functions.
var functions = func() map[string]string {
	names := map[string]string{"AllowExpiredIgnition": "`allowExpiredIgnition`"}
	for _, function := range slices.Backward(plugin.Functions) {
		pkg, name, _ := strings.Cut(function.Go, ".")
		of := "`" + function.Token[strings.LastIndex(function.Token, ":")+1:] + "`"
		names[pkg+"."+name], names[name[strings.LastIndex(name, ".")+1:]] = of, of
		names[name] = of
	}
	delete(names, "AMI") // also a word
	return names
}()

// plain returns a comment with the lines of each paragraph joined. Code, which is Go, is left out.
func plain(comment string) string {
	var paragraphs []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(comment), "\n\n") {
		if strings.HasPrefix(paragraph, "\t") {
			if last := len(paragraphs) - 1; last >= 0 && strings.HasSuffix(paragraphs[last], ":") {
				paragraphs[last] = strings.TrimSuffix(paragraphs[last], ":") + "."
			}
			continue
		}
		paragraphs = append(paragraphs, strings.ReplaceAll(paragraph, "\n", " "))
	}
	return strings.Join(paragraphs, "\n\n")
}

// learn reads the names that comments can use: those of all types, of fields that no sentence has as a word, and of constants.
func (g *generator) learn() error {
	for name := range g.comments {
		last := name[strings.LastIndex(name, "/")+1:]
		if parts := strings.Split(last, "."); len(parts) == 2 {
			g.words[parts[1]] = true
		}
	}
	for _, values := range g.constants {
		for _, value := range values {
			g.values[value.name] = value.value
		}
	}
	for name, of := range g.constantAliases {
		g.values[name] = g.values[of]
	}
	taken := map[string]bool{}
	for _, component := range plugin.Components {
		shape, err := plugin.ShapeOf(component.Args)
		if err != nil {
			return err
		}
		g.learnFields(shape, taken)
	}
	for value := range taken {
		delete(g.properties, value)
	}
	return nil
}

func (g *generator) learnFields(shape *plugin.Shape, taken map[string]bool) {
	if shape.Element != nil {
		g.learnFields(shape.Element, taken)
	}
	for _, field := range shape.Fields {
		for _, value := range alternatives(field.Rules) {
			taken[value] = true
		}
		if compound.MatchString(field.Go.Name) && !g.words[field.Go.Name] {
			g.properties[field.Go.Name] = field.Name
		}
		g.learnFields(field.Shape, taken)
	}
}

// componentText is the description of a component.
func (g *generator) componentText(component plugin.Component, outputs []plugin.Field) string {
	return g.names(outputs).prose(g.comments[nameOf(component.Result)])
}
