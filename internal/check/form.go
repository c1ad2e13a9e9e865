package check

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Form is the form of a text: what it is called, an example and how to recognize it.
type Form struct {
	name    string
	example string
	valid   func(string) bool
}

// NewForm returns a form that valid recognizes. The name completes the sentence `"x" is not a valid ...`.
func NewForm(name, example string, valid func(string) bool) Form {
	return Form{name: name, example: example, valid: valid}
}

// Pattern returns a form that a regular expression recognizes. The expression is anchored at both ends.
func Pattern(name, example, expression string) Form {
	return NewForm(name, example, regexp.MustCompile(`^(?:`+expression+`)$`).MatchString)
}

// Characters returns a form of ASCII letters, digits and other characters, of one or more.
func Characters(name, example, others string) Form {
	return NewForm(name, example, func(text string) bool { return text != "" && strings.Trim(text, letters+digits+others) == "" })
}

// AtMost returns the same form for texts of at most limit bytes.
func (s Form) AtMost(limit int) Form {
	return NewForm(fmt.Sprintf("%s of at most %d characters", s.name, limit), s.example, func(text string) bool {
		return len(text) <= limit && s.valid(text)
	})
}

// Or returns a form that also accepts what another form accepts.
func (s Form) Or(other Form) Form {
	return NewForm(s.name+" or "+other.name, s.example, func(text string) bool { return s.valid(text) || other.valid(text) })
}

// Like returns the same form with another example, for a field that has a more telling one.
func (s Form) Like(example string) Form {
	return NewForm(s.name, example, s.valid)
}

// Match reports whether text has the form.
func (s Form) Match(text string) bool {
	return s.valid(text)
}

// Form notes a problem if value is a text without the form. Value is a string, a type whose underlying type is string, or a
// Pulumi Input. Empty texts pass (use Required), and so do Inputs whose value is not known yet. It reports whether value passes.
func (p *Problems) Form(path string, value any, form Form) bool {
	text, known := Text(value)
	if !known || text == "" || form.valid(text) {
		return true
	}
	p.addRulef(RuleForm, path, "%q is not a valid %s (for example, %s)", text, form.name, form.example)
	return false
}

// RequiredForm is Required and Form. It reports whether value is set and passes.
func (p *Problems) RequiredForm(path string, value any, form Form) bool {
	return p.Required(path, value) && p.Form(path, value, form)
}

// Forms checks each element of a list, at path[i]: its form, that it is not empty, and that it does not occur twice.
func (p *Problems) Forms(path string, values []string, form Form) {
	for i, value := range values {
		p.RequiredForm(Index(path, i), value, form)
	}
	p.Unique(path, values)
}

// InputForms is Forms for a list of Inputs. A list that is not known yet passes.
func (p *Problems) InputForms(path string, values pulumi.StringArrayInput, form Form) {
	list, _ := values.(pulumi.StringArray)
	texts := make([]string, len(list))
	for i, value := range list {
		p.RequiredForm(Index(path, i), value, form)
		texts[i], _ = Text(value)
	}
	p.Unique(path, texts)
}

// RequiredInputForms is Required and InputForms.
func (p *Problems) RequiredInputForms(path string, values pulumi.StringArrayInput, form Form) {
	if p.Required(path, values) {
		p.InputForms(path, values, form)
	}
}

// Unique notes each element of a list that has occurred before. Empty elements are ignored.
func (p *Problems) Unique(path string, values []string) {
	for i, value := range values {
		if value != "" && slices.Contains(values[:i], value) {
			p.Duplicate(Index(path, i), value)
		}
	}
}

// Once notes an Input that is in seen, and adds it there. Outputs, whose values are not known yet, occur twice if they are the same
// output, such as the ID of one resource.
func (p *Problems) Once(path string, value any, seen map[any]bool) {
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

// Duplicate notes that the value at path has occurred before.
func (p *Problems) Duplicate(path string, value any) {
	p.addRulef(RuleDuplicate, path, "duplicate value %q", fmt.Sprint(value))
}

// Index is the path of an element of a list.
func Index(path string, i int) string {
	return fmt.Sprintf("%s[%d]", path, i)
}

// Key is the path of an entry of a map.
func Key(path, key string) string {
	return fmt.Sprintf("%s[%s]", path, key)
}

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
