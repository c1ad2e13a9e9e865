package plugin

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumierrors "github.com/pulumi/pulumi/sdk/v3/go/pulumi/errors"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// problem is an invalid property: its path, such as zones[1], and a message.
type problem struct{ path, message string }

// problems are the wrong properties of a component.
type problems []problem

func (p *problems) addf(path, format string, args ...any) {
	*p = append(*p, problem{path, fmt.Sprintf(format, args...)})
}

// err returns the error that the engine reports for each property; nil without problems. The engine shows the property's value beside it,
// also that of a secret: the problem of one, or of an object with one, is therefore a part of the message.
func (p problems) err(args reflect.Type, inputs resource.PropertyMap) error {
	if len(p) == 0 {
		return nil
	}
	failed := pulumierrors.NewInputPropertiesError("")
	for _, each := range p {
		top, _, _ := strings.Cut(each.path, ".")
		top, _, _ = strings.Cut(top, "[")
		if each.path == "" || inputs[resource.PropertyKey(top)].ContainsSecrets() || isSecret(args, top) {
			text := strings.TrimPrefix(each.path+": "+each.message, ": ")
			failed.Message = strings.TrimPrefix(failed.Message+"; "+text, "; ")
			continue
		}
		failed.Errors = append(failed.Errors, pulumierrors.InputPropertyErrorDetails{PropertyPath: each.path, Reason: each.message})
	}
	return failed
}

// isSecret reports whether the property is of a field that is secret, or that has one. One of no field can be a secret that is misspelt.
func isSecret(args reflect.Type, property string) bool {
	fields := argument.Of(args).Fields
	if slices.ContainsFunc(VpcArguments(argument.Of(args)), func(each VpcArgument) bool { return each.Name == property }) {
		return false
	}
	at := slices.IndexFunc(fields, func(field *argument.Field) bool { return Property(field) == property })
	return at < 0 || hasSecret(fields[at])
}

func hasSecret(field *argument.Field) bool {
	inner := field.Type
	for inner.Element != nil {
		inner = inner.Element
	}
	return field.Has("secret") || slices.ContainsFunc(inner.Fields, hasSecret)
}

// join is the path of a property of an object.
func join(path, property string) string {
	return strings.TrimPrefix(path+"."+property, ".")
}

// index is the path of an element of a list or map.
func index(path string, key any) string {
	return fmt.Sprintf("%s[%v]", path, key)
}

// translated returns the problems in an error with the properties' names in place of those of the Go fields. One at a field of a part, which
// has no property, is of the component.
func translated(err error, args reflect.Type) (found problems) {
	for _, each := range check.Of(toProperties(args).Error(err)) {
		if isOfArgs(each.Path) {
			found.addf("", "%s", each)
			continue
		}
		found.addf(each.Path.String(), "%s", each.Text())
	}
	return found
}

// toProperties returns how a problem is moved from the Go fields of args to their properties.
func toProperties(args reflect.Type) check.Move {
	root := argument.Of(args)
	return func(problem *check.Problem) *check.Problem {
		moved := *problem
		path, parent := propertyPath(root, problem.Path)
		moved.Path, moved.Message = path, inMessage(root, parent, problem)
		if problem.Other != "" {
			moved.Other, _ = propertyPath(root, problem.Other)
		}
		return &moved
	}
}

// propertyPath returns the path of a property, and the object that it is in: network.VpcArgs.Zones[1] is zones[1]. A path of something
// else stays as it is.
func propertyPath(root *argument.Type, path argument.Path) (translated argument.Path, parent *argument.Type) {
	return path.Rename(root, func(name string, field *argument.Field) string {
		if field == nil {
			return PropertyName(name)
		}
		return Property(field)
	})
}

// inMessage translates the paths and the fields' names in a message. Rules about several fields name them. In other
// messages CIDR and the first word are not the names of fields.
func inMessage(root, parent *argument.Type, each *check.Problem) string {
	ofFields := each.Rule == check.RuleExclusive || each.Rule == check.RuleNeeds
	return replaceWords(each.Message, isPath, func(_, word string) string {
		path := strings.TrimRight(word, ".")
		if isOfArgs(argument.Path(path)) {
			translated, _ := propertyPath(root, argument.Path(path))
			return translated.String() + word[len(path):]
		}
		return replaceWords(word, isName, func(before, name string) string {
			field := cmp.Or(parent.Field(name), root.Field(name))
			inPackage := strings.HasSuffix(before, ".") && unicode.IsLower(rune(before[0]))
			isWord := !isCompound(name) && (isInitialism(name) || strings.HasPrefix(each.Message, name))
			if field == nil || inPackage || isWord && !ofFields {
				return name
			}
			return Property(field)
		})
	})
}

// isOfArgs reports whether a path begins with a struct of arguments.
func isOfArgs(path argument.Path) bool {
	return strings.HasSuffix(path.Root().String(), "Args")
}

// replaceWords replaces the longest runs of letters that are in words; replace is called with what is before a word, too.
func replaceWords(text string, inWord func(rune) bool, replace func(before, word string) string) string {
	var replaced strings.Builder
	for at := 0; at < len(text); {
		end := at + wordEnd(text[at:], inWord)
		if end == at {
			replaced.WriteByte(text[at])
			at++
			continue
		}
		replaced.WriteString(replace(text[:at], text[at:end]))
		at = end
	}
	return replaced.String()
}

func wordEnd(text string, inWord func(rune) bool) int {
	if end := strings.IndexFunc(text, func(r rune) bool { return !inWord(r) }); end >= 0 {
		return end
	}
	return len(text)
}

func isName(r rune) bool {
	return r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
func isPath(r rune) bool { return isName(r) || strings.ContainsRune(".[]", r) }

func isInitialism(word string) bool { return strings.ToUpper(word) == word }

// isCompound reports whether a name cannot be a word of a sentence: it has a capital after a small letter.
func isCompound(name string) bool {
	for i := 1; i < len(name); i++ {
		if isLower(name[i-1]) && isUpper(name[i]) {
			return true
		}
	}
	return false
}
