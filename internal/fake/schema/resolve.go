package schema

import (
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// resolve follows one of Terraform's paths, such as launch_template.0.name, from the top of the inputs. It returns
// the path in Pulumi's names and whether it is set.
func (s *Schema) resolve(terraform string, inputs resource.PropertyMap) (string, bool) {
	var path resource.PropertyPath
	properties, value := s.Properties, resource.NewProperty(inputs)
	var known *Property
	for step := range strings.SplitSeq(terraform, ".") {
		if index, err := strconv.Atoi(step); err == nil {
			list := Elements(value)
			if known != nil && !known.Object {
				path = join(path, index)
			}
			value = resource.NewNullProperty()
			if index < len(list) {
				value = property.Reveal(list[index])
			}
			continue
		}
		name, next := byTerraformName(properties, step)
		if next == nil {
			return terraform, false
		}
		known, properties, path = next, next.Elem, join(path, name)
		if value.IsObject() {
			value = property.Reveal(value.ObjectValue()[resource.PropertyKey(name)])
		} else if !value.IsComputed() {
			value = resource.NewNullProperty()
		}
	}
	return path.String(), known != nil && isSet(known, value)
}

func byTerraformName(known map[string]*Property, terraform string) (string, *Property) {
	for name, property := range known {
		if property.Terraform == terraform {
			return name, property
		}
	}
	return "", nil
}

// didYouMean suggests the known name with the fewest edits, if they are few, or else the shortest that begins with the
// name.
func didYouMean(name string, known map[string]*Property) string {
	best, edits := "", 1+len(name)/3
	for candidate, property := range known {
		if !property.Input() {
			continue
		}
		d := distance(strings.ToLower(name), strings.ToLower(candidate))
		if d < edits || d == edits && (best == "" || candidate < best) {
			best, edits = candidate, d
		}
	}
	if best == "" {
		best = longerName(name, known)
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

func longerName(name string, known map[string]*Property) string {
	best := ""
	for candidate, property := range known {
		shorter := best == "" || len(candidate) < len(best) || len(candidate) == len(best) && candidate < best
		if property.Input() && strings.HasPrefix(candidate, name) && shorter {
			best = candidate
		}
	}
	return best
}

// distance counts the insertions, deletions and substitutions that turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitution := diagonal
			if a[i] != b[j] {
				substitution++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitution, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
