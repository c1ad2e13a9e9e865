package awsfacts

import (
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// resolve follows one of Terraform's paths, such as launch_template.0.name, from the top of the inputs. It returns
// the path in Pulumi's names and whether something is given there.
func (s *Schema) resolve(terraform string, inputs resource.PropertyMap) (string, bool) {
	var path resource.PropertyPath
	known, value := s.Properties, resource.NewProperty(inputs)
	var property *Property
	for step := range strings.SplitSeq(terraform, ".") {
		if index, err := strconv.Atoi(step); err == nil {
			list := elements(value)
			if property != nil && !property.Object {
				path = join(path, index)
			}
			value = resource.NewNullProperty()
			if index < len(list) {
				value = plain(list[index])
			}
			continue
		}
		name, next := byTerraformName(known, step)
		if next == nil {
			return terraform, false
		}
		property, known, path = next, next.Elem, join(path, name)
		if value.IsObject() {
			value = plain(value.ObjectValue()[resource.PropertyKey(name)])
		} else if !value.IsComputed() {
			value = resource.NewNullProperty()
		}
	}
	return path.String(), property != nil && given(property, value)
}

func byTerraformName(known map[string]*Property, terraform string) (string, *Property) {
	for name, property := range known {
		if property.Terraform == terraform {
			return name, property
		}
	}
	return "", nil
}

// didYouMean suggests the known name that takes the fewest edits, if they are few, or else the shortest that begins with
// what was written.
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
