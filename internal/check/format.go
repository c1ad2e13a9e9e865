package check

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Format is the format of a text: what it is called, an example and how to recognize it.
type Format struct {
	name    string
	example string
	valid   func(string) bool
}

// NewFormat returns a format that valid recognizes. The name completes the sentence `"x" is not a valid ...`.
func NewFormat(name, example string, valid func(string) bool) Format {
	return Format{name: name, example: example, valid: valid}
}

// Pattern returns a format that a regular expression recognizes. The expression is anchored at both ends.
func Pattern(name, example, expression string) Format {
	return NewFormat(name, example, regexp.MustCompile(`^(?:`+expression+`)$`).MatchString)
}

// Characters returns a format of ASCII letters, digits and other characters, of one or more.
func Characters(name, example, others string) Format {
	return NewFormat(name, example, func(text string) bool { return text != "" && strings.Trim(text, letters+digits+others) == "" })
}

// AtMost returns the same format for texts of at most limit bytes.
func (s Format) AtMost(limit int) Format {
	return NewFormat(fmt.Sprintf("%s of at most %d characters", s.name, limit), s.example, func(text string) bool {
		return len(text) <= limit && s.valid(text)
	})
}

// Or returns a format that also accepts what another format accepts.
func (s Format) Or(other Format) Format {
	return NewFormat(s.name+" or "+other.name, s.example, func(text string) bool { return s.valid(text) || other.valid(text) })
}

// WithExample returns the same format with another example, for a field that has a more telling one.
func (s Format) WithExample(example string) Format {
	return NewFormat(s.name, example, s.valid)
}

// Match reports whether text has the format.
func (s Format) Match(text string) bool {
	return s.valid(text)
}

// Format reports a problem if value is a text without the format. Value is a string, a type whose underlying type is string, or a
// Pulumi Input. Empty texts pass (use Required), and so do Inputs whose value is not known yet. It reports whether value passes.
func (p *Problems) Format(path Path, value any, format Format) bool {
	text, known := Text(value)
	if !known || text == "" || format.valid(text) {
		return true
	}
	p.addRulef(RuleFormat, path, "%q is not a valid %s (for example, %s)", text, format.name, format.example)
	return false
}

// RequiredFormat is Required and Format. It reports whether value is set and passes.
func (p *Problems) RequiredFormat(path Path, value any, format Format) bool {
	return p.Required(path, value) && p.Format(path, value, format)
}

// Formats checks each element of a list, at path[i]: its format, that it is not empty, and that it does not occur twice.
func (p *Problems) Formats(path Path, values []string, format Format) {
	for i, value := range values {
		p.RequiredFormat(Index(path, i), value, format)
	}
	p.Unique(path, values)
}

// Unique reports each element of a list that has occurred before. Empty elements are ignored.
func (p *Problems) Unique(path Path, values []string) {
	for i, value := range values {
		if value != "" && slices.Contains(values[:i], value) {
			p.Duplicate(Index(path, i), value)
		}
	}
}

// UniqueInput reports an Input that is in seen, and adds it there. Outputs, whose values are not known yet, occur twice if they are the same
// output, such as the ID of one resource.
func (p *Problems) UniqueInput(path Path, value any, seen map[any]bool) {
	if empty(value) || !reflect.ValueOf(value).Comparable() {
		return
	}
	text, known := Text(value)
	key := value
	if known {
		key = text
	}
	switch {
	case known && text == "":
	case seen[key] && known:
		p.Duplicate(path, text)
	case seen[key]:
		p.addRulef(RuleDuplicate, path, "duplicate value: the same output as that of another element")
	}
	seen[key] = true
}

// Duplicate reports that the value at path has occurred before.
func (p *Problems) Duplicate(path Path, value any) {
	p.addRulef(RuleDuplicate, path, "duplicate value %q", fmt.Sprint(value))
}

// Join appends a field to a path. An empty field is the path itself.
func Join(path Path, field string) Path { return path.Field(field) }

// Index is the path of an element of a list.
func Index(path Path, i int) Path { return path.Index(i) }

// Key is the path of an entry of a map.
func Key(path Path, key string) Path { return path.Key(key) }

// Text returns the text of a string or of an Input, and reports whether it is known: outputs are not.
func Text(value any) (string, bool) {
	if value == nil {
		return "", false
	}
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.String {
		return v.String(), true
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Elem().Kind() == reflect.String {
		return v.Elem().String(), true
	}
	return "", false
}
