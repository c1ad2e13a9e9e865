package main

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
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
func (g *generator) names(fields []*argument.Field) names {
	n := names{fields: map[string]string{}, others: g.properties, values: g.values, words: g.words}
	for _, field := range fields {
		n.fields[field.Name] = plugin.Property(field)
	}
	return n
}

// identifier is a word that can be a Go identifier, with its package or struct, and one in brackets, which is a link in Go:
// [Drain].
var identifier = regexp.MustCompile(`(?:^|[\s(])\[([A-Za-z.]+)\]|(?:\b[A-Za-z]\w*\.)*\b[A-Z]\w*|\bnil\b`)

// citation is a source in the code of another project, which is for maintainers.
var citation = regexp.MustCompile(`\s\([^()]*/[^()]*\.go\b[^()]*\)`)

// packages lists the packages whose names begin identifiers.
var packages = []string{
	"network", "iam", "cluster", "rosa", "configuration", "machineconfig", "nodes", "storage", "ingress", "blueprint",
}

// terms are names of fields that are terms of Kubernetes and of identity providers as well, as which comments use them without
// brackets.
var terms = []string{"GitHub", "GitLab", "MachineSet", "MachineSets", "OpenID"}

// phrases are words of Go, and those of other languages for them.
var phrases = strings.NewReplacer(
	" of package cluster/", " of the module ",
	" of package ", " of the module ",
	"InfraNodes()", "InfraNodes",
	"infraID", "`infraId`",
	" a field says", " a property says",
	"A field that", "A property that",
	"one field", "one property",
	"Each field", "Each property",
	"Without a field", "Without a property",
)

// text is the description of a field.
func (n names) text(field *argument.Field, comment string) string {
	text := plain(comment)
	if rest, ok := strings.CutPrefix(text, field.Name+" "); ok {
		return "`" + plugin.Property(field) + "` " + n.prose(rest)
	}
	return n.prose(text)
}

// prose translates the identifiers in a text.
func (n names) prose(text string) string {
	text = phrases.Replace(citation.ReplaceAllString(plain(text), ""))
	var translated strings.Builder
	end := 0
	for _, at := range identifier.FindAllStringSubmatchIndex(text, -1) {
		if first, last := at[2], at[3]; first >= 0 {
			translated.WriteString(text[end:first-1] + n.word(text[first:last], true))
		} else {
			translated.WriteString(text[end:at[0]] + n.word(text[at[0]:at[1]], false))
		}
		end = at[1]
	}
	return translated.String() + text[end:]
}

// argumentsText is the description of a struct.
func (n names) argumentsText(name, comment string) string {
	rest, ok := strings.CutPrefix(comment, name+" are ")
	if !ok || !strings.HasSuffix(name, "Args") {
		return n.prose(comment)
	}
	return n.prose(strings.ToUpper(rest[:1]) + rest[1:])
}

// word translates a word. A field whose name can be a word of a sentence, such as Zones or CIDR, is one in brackets only.
func (n names) word(word string, linked bool) string {
	if word == "nil" {
		return "null"
	}
	if !linked && slices.Contains(terms, word) {
		return word
	}
	name, isName := word, linked || isCompound(word)
	if pkg, rest, dotted := strings.Cut(word, "."); dotted && slices.Contains(packages, pkg) {
		name, isName = rest, true
	}
	if value, ok := n.values[name]; ok && isName {
		return "`" + value + "`"
	}
	if made, ok := strings.CutPrefix(name, "New"); ok && n.words[made] {
		return made
	}
	if phrase := cmp.Or(functions[word], functions[name]); phrase != "" {
		return phrase
	}
	structure, field, dotted := strings.Cut(name, ".")
	short := strings.TrimSuffix(structure, "Args")
	switch {
	case name == "Vpc.Network":
		return "a Vpc"
	case strings.HasPrefix(name, "Install."), dotted && (n.fields[structure] != "" || n.others[structure] != ""):
		return "`" + property(name) + "`"
	case dotted && (n.words[structure] || n.words[structure+"Args"]):
		return "`" + property(field) + "` of " + short
	case n.words[structure]:
		return short
	case n.fields[name] != "" && isName:
		return "`" + n.fields[name] + "`"
	case n.others[name] != "":
		return "`" + n.others[name] + "`"
	}
	return word
}

// isCompound reports whether a word cannot be one of a sentence: it has a capital after a small letter, or an initialism with
// another word, as HCP and ARNs are not.
func isCompound(word string) bool {
	capitals := 0
	for i, r := range word {
		switch {
		case !unicode.IsUpper(r):
			if capitals > 2 && i+1 < len(word) && unicode.IsLower(r) {
				return true
			}
			capitals = 0
		case i > 0 && capitals == 0:
			return true
		default:
			capitals++
		}
	}
	return false
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

// plain returns a comment with the lines of each paragraph and item of a list joined. Code, which is Go, is left out, and the sentence
// around it joined.
func plain(comment string) string {
	var paragraphs []string
	afterCode := false
	for paragraph := range strings.SplitSeq(strings.TrimSpace(comment), "\n\n") {
		last := len(paragraphs) - 1
		if strings.HasPrefix(paragraph, "\t") {
			if afterCode = last >= 0 && strings.HasSuffix(paragraphs[last], ":"); afterCode {
				paragraphs[last] = strings.TrimSuffix(paragraphs[last], ":") + "."
			}
			continue
		}
		items := strings.Split(strings.ReplaceAll(paragraph, "/\n", "/"), "\n  - ")
		for i, item := range items {
			items[i] = strings.Join(strings.Fields(item), " ")
		}
		paragraph = strings.Join(items, "\n- ")
		if afterCode && unicode.IsLower(rune(paragraph[0])) {
			paragraphs[last] = strings.TrimSuffix(paragraphs[last], ".") + " " + paragraph
		} else {
			paragraphs = append(paragraphs, paragraph)
		}
		afterCode = false
	}
	return strings.Join(paragraphs, "\n\n")
}

// saysDefault finds the sentence of a description on the argument that is not set.
var saysDefault = regexp.MustCompile(`(?i)\b(required|defaults?|either)\b`)

// zeroDefault is the sentence for an argument of which the comment does not say what it is if it is not set: nothing, as in Go. What a
// number means that is not set is said by its struct.
func zeroDefault(owner reflect.Type, field *argument.Field, description string) string {
	kind := field.Type.Kind
	if kind == argument.Input {
		kind = field.Type.Element.Kind
	}
	if field.Has("part") || field.Required() || !strings.HasSuffix(owner.Name(), "Args") || saysDefault.MatchString(description) {
		return ""
	}
	switch kind {
	case argument.Integer, argument.Number, argument.Duration:
		return ""
	case argument.Boolean:
		return " Defaults to false."
	default:
		return " Defaults to none."
	}
}

// learn reads the names that comments can use: those of all types, of fields that no sentence has as a word, and of constants.
func (g *generator) learn() {
	for name := range g.comments {
		last := name[strings.LastIndex(name, "/")+1:]
		if parts := strings.Split(last, "."); len(parts) == 2 {
			g.words[parts[1]] = true
		}
	}
	for of, values := range g.constants {
		if strings.HasPrefix(of, module+"internal/openshift/release.") {
			continue // The constants are the first releases with a feature. Arguments do not have them.
		}
		for _, value := range values {
			g.values[value.name] = value.value
		}
	}
	for name, of := range g.constantAliases {
		g.values[name] = g.values[of]
	}
	taken := map[string]bool{}
	for _, component := range plugin.Components {
		g.learnFields(argument.Of(component.Args), taken)
	}
	for value := range taken {
		delete(g.properties, value)
	}
}

func (g *generator) learnFields(shape *argument.Type, taken map[string]bool) {
	if shape.Element != nil {
		g.learnFields(shape.Element, taken)
	}
	for _, field := range shape.Fields {
		for _, value := range field.Alternatives() {
			taken[value] = true
		}
		if isCompound(field.Name) && !g.words[field.Name] {
			g.properties[field.Name] = plugin.Property(field)
		}
		g.learnFields(field.Type, taken)
	}
}

// componentText is the description of a component.
func (g *generator) componentText(component plugin.Component, inputs, outputs []*argument.Field) string {
	return g.names(append(slices.Clone(inputs), outputs...)).prose(g.comments[nameOf(component.Result)])
}
