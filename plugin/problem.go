package plugin

import (
	"errors"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumierrors "github.com/pulumi/pulumi/sdk/v3/go/pulumi/errors"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// problem is what is wrong with a property: its path, such as zones[1], and a message.
type problem struct{ path, message string }

// problems are the wrong properties of a component.
type problems []problem

func (p *problems) addf(path, format string, args ...any) {
	*p = append(*p, problem{path, fmt.Sprintf(format, args...)})
}

// err returns the error that the engine reports for each property; nil without problems. The engine shows the property's value beside it,
// also that of a secret, whose problem is therefore a part of the message.
func (p problems) err(inputs resource.PropertyMap) error {
	if len(p) == 0 {
		return nil
	}
	failed := pulumierrors.NewInputPropertiesError("")
	for _, each := range p {
		top, _, _ := strings.Cut(each.path, ".")
		top, _, _ = strings.Cut(top, "[")
		if each.path == "" || inputs[resource.PropertyKey(top)].ContainsSecrets() {
			text := strings.TrimPrefix(each.path+": "+each.message, ": ")
			failed.Message = strings.TrimPrefix(failed.Message+"; "+text, "; ")
			continue
		}
		failed.Errors = append(failed.Errors, pulumierrors.InputPropertyErrorDetails{PropertyPath: each.path, Reason: each.message})
	}
	return failed
}

// join is the path of a property of an object.
func join(path, property string) string {
	return strings.TrimPrefix(path+"."+property, ".")
}

// index is the path of an element of a list or map.
func index(path string, key any) string {
	return fmt.Sprintf("%s[%v]", path, key)
}

// inProperties returns the error of a constructor with the properties' names in place of those of the Go fields.
func inProperties(err error, args reflect.Type, inputs resource.PropertyMap) error {
	found, shapeErr := translated(err, args)
	if len(found) == 0 || shapeErr != nil {
		return errors.Join(err, shapeErr)
	}
	return found.err(inputs)
}

// translated returns the problems in an error with the properties' names in place of those of the Go fields.
func translated(err error, args reflect.Type) (problems, error) {
	shape, shapeErr := ShapeOf(args)
	if shapeErr != nil {
		return nil, shapeErr
	}
	var found problems
	for _, each := range check.Of(err) {
		at, parent := propertyPath(shape, each.Path)
		found.addf(at, "%s", inMessage(shape, parent, each))
	}
	return found, nil
}

// segment is a part of a path: a field, or the key of an element.
var segment = regexp.MustCompile(`\.?([A-Za-z]\w*)|\[([^\]]*)\]`)

// propertyPath returns the path of a property, and the shape of the object that it is in: network.VpcArgs.Zones[1] is zones[1]. A path
// of something else stays as it is.
func propertyPath(shape *Shape, goPath string) (translated string, parent *Shape) {
	root := path.Base(shape.Type.PkgPath()) + "." + shape.Type.Name()
	rest, ok := strings.CutPrefix(goPath, root)
	if !ok {
		return goPath, shape
	}
	at, parent := shape, shape
	for _, each := range segment.FindAllStringSubmatch(rest, -1) {
		if each[1] == "" {
			translated = index(translated, each[2])
			if at != nil && at.Element != nil {
				at = at.Element
			}
			continue
		}
		name := PropertyName(each[1])
		var next *Shape
		if at != nil {
			if i := slices.IndexFunc(at.Fields, func(f Field) bool { return f.Go.Name == each[1] }); i >= 0 {
				name, next, parent = at.Fields[i].Name, at.Fields[i].Shape, at
			}
		}
		translated, at = join(translated, name), next
	}
	return translated, parent
}

var (
	// goPath is the path of a field in a message, and goName a word that can be the name of a field.
	goPath = regexp.MustCompile(`\b[a-z]\w*\.[A-Z]\w*Args\b[\w.\[\]]*`)
	goName = regexp.MustCompile(`\b(?:[a-z]\w*\.)?[A-Z]\w*\b`)
	// compound is a name that cannot be a word of a sentence.
	compound = regexp.MustCompile(`[a-z][A-Z]`)
)

// inMessage translates the fields' names in a message. Rules about several fields name them; elsewhere CIDR and the first word are words
// of the sentence.
func inMessage(root, parent *Shape, each *check.Problem) string {
	message := goPath.ReplaceAllStringFunc(each.Message, func(found string) string {
		translated, _ := propertyPath(root, found)
		return translated
	})
	fields := append(slices.Clone(parent.Fields), root.Fields...)
	ofFields := each.Rule == check.RuleExclusive || each.Rule == check.RuleNeeds
	return goName.ReplaceAllStringFunc(message, func(word string) string {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Go.Name == word })
		if i < 0 || !ofFields && !compound.MatchString(word) && (isInitialism(word) || strings.HasPrefix(message, word)) {
			return word
		}
		return fields[i].Name
	})
}

func isInitialism(word string) bool { return strings.ToUpper(word) == word }
