package mockstest

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// EditsVariable is the variable with which the tests of single edits try all of them, and not a part.
const EditsVariable = "ALL_EDITS"

// Edit is one change of the arguments of a program.
type Edit[T any] struct {
	Name  string
	Apply func(*T)
}

// EditsOf returns each single change of arguments: every field is set, unset and changed, lists are shortened, lengthened, changed and
// reversed, and maps lose, gain and rename keys. Other values of a field follow from its rules. Fields of what is not set are set alone.
func EditsOf[T any](base func() *T) []Edit[T] {
	var edits []Edit[T]
	w := editWalk{add: func(name string, change func(root reflect.Value)) {
		edits = append(edits, Edit[T]{name, func(args *T) { change(reflect.ValueOf(args).Elem()) }})
	}}
	w.structOf("", reflect.ValueOf(base()).Elem(), func(root reflect.Value) reflect.Value { return root }, 0)
	return edits
}

// PartOf returns every nth edit, or all of them if EditsVariable is set.
func PartOf[T any](edits []Edit[T], n int) []Edit[T] {
	if os.Getenv(EditsVariable) != "" {
		return edits
	}
	var part []Edit[T]
	for i := 0; i < len(edits); i += n {
		part = append(part, edits[i])
	}
	return part
}

// editWalk walks through arguments. A place returns the value in a copy of them.
type editWalk struct {
	add func(name string, change func(root reflect.Value))
}

type place = func(root reflect.Value) reflect.Value

// deepest is how many structs are inside of each other.
const deepest = 3

func (w editWalk) structOf(path string, v reflect.Value, at place, depth int) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if !field.IsExported() || field.Anonymous {
			continue
		}
		w.value(strings.TrimPrefix(path+"."+field.Name, "."), field.Tag.Get("check"), v.Field(i),
			func(root reflect.Value) reflect.Value { return at(root).Field(i) }, depth)
	}
}

// value adds the edits of a value.
func (w editWalk) value(path, rules string, v reflect.Value, at place, depth int) {
	set := func(what string, value reflect.Value) {
		w.add(path+" "+what, func(root reflect.Value) { at(root).Set(value) })
	}
	if !v.IsZero() {
		set("unset", reflect.Zero(v.Type()))
	}
	switch value := v.Interface().(type) {
	case pulumi.StringOutput:
		set("other", reflect.ValueOf(pulumi.String(otherText(path, rules, "")).ToStringOutput()))
		return
	case pulumi.StringMap:
		set("a tag", reflect.ValueOf(pulumi.StringMap{"team": pulumi.String("other")}))
		return
	default:
		_ = value
	}
	switch v.Kind() {
	case reflect.Bool:
		set(strconv.FormatBool(!v.Bool()), reflect.ValueOf(!v.Bool()).Convert(v.Type()))
	case reflect.String:
		for _, text := range otherTexts(path, rules, v.String()) {
			set(text, reflect.ValueOf(text).Convert(v.Type()))
		}
	case reflect.Int, reflect.Int32, reflect.Int64:
		set("plus one", reflect.ValueOf(v.Int()+1).Convert(v.Type()))
	case reflect.Interface:
		w.input(path, rules, v, set)
	case reflect.Slice:
		w.list(path, rules, v, set)
	case reflect.Map:
		w.entries(path, v, at, depth)
	case reflect.Pointer:
		w.pointer(path, rules, v, at, depth)
	case reflect.Struct:
		if depth < deepest {
			w.structOf(path, v, at, depth+1)
		}
	}
}

// input adds the other values of an Input.
func (w editWalk) input(path, rules string, v reflect.Value, set func(string, reflect.Value)) {
	text := otherText(path, rules, "")
	for _, other := range []any{
		pulumi.String(text), pulumi.StringPtr(text), pulumi.StringArray{pulumi.String(text)}, pulumi.Int(7), pulumi.Bool(true),
	} {
		if reflect.TypeOf(other).AssignableTo(v.Type()) {
			set("other "+text, reflect.ValueOf(other))
			return
		}
	}
}

func (w editWalk) list(path, rules string, v reflect.Value, set func(string, reflect.Value)) {
	n := v.Len()
	if n > 0 {
		set("shorter", v.Slice(0, n-1))
		set("without the first", v.Slice(1, n))
	}
	if n > 1 {
		reversed := reflect.MakeSlice(v.Type(), n, n)
		for i := range n {
			reversed.Index(i).Set(v.Index(n - 1 - i))
		}
		set("reversed", reversed)
		set("only the first", v.Slice(0, 1))
	}
	if v.Type().Elem().Kind() == reflect.String {
		for _, text := range otherTexts(path, rules, "") {
			longer := reflect.Append(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n+1), v), reflect.ValueOf(text).Convert(v.Type().Elem()))
			set("longer by "+text, longer)
			set("longer by two "+text, reflect.Append(longer, longer.Index(n)))
			if n > 0 {
				set("begins with "+text, reflect.AppendSlice(longer.Slice(n, n+1), v.Slice(1, n)))
			}
		}
	}
}

func (w editWalk) entries(path string, v reflect.Value, at place, depth int) {
	change := func(what string, change func(reflect.Value)) {
		w.add(path+" "+what, func(root reflect.Value) {
			entries := reflect.MakeMap(v.Type())
			for _, key := range v.MapKeys() {
				entries.SetMapIndex(key, v.MapIndex(key))
			}
			change(entries)
			at(root).Set(entries)
		})
	}
	if v.Type().Key().Kind() != reflect.String {
		return
	}
	added := reflect.ValueOf("added").Convert(v.Type().Key())
	for _, key := range v.MapKeys() {
		change("without "+key.String(), func(entries reflect.Value) { entries.SetMapIndex(key, reflect.Value{}) })
		change("renames "+key.String(), func(entries reflect.Value) {
			entries.SetMapIndex(key, reflect.Value{})
			entries.SetMapIndex(added, v.MapIndex(key))
		})
		if entry := v.MapIndex(key); entry.Kind() == reflect.Pointer && !entry.IsNil() && depth < deepest {
			w.structOf(path+"["+key.String()+"]", entry.Elem(), func(root reflect.Value) reflect.Value {
				return at(root).MapIndex(key).Elem()
			}, depth+1)
		}
	}
	change("longer", func(entries reflect.Value) {
		value := reflect.New(v.Type().Elem()).Elem()
		if keys := v.MapKeys(); len(keys) > 0 {
			value = v.MapIndex(keys[0])
		} else if value.Kind() == reflect.Pointer {
			value = reflect.New(v.Type().Elem().Elem())
		}
		entries.SetMapIndex(added, value)
	})
}

func (w editWalk) pointer(path, rules string, v reflect.Value, at place, depth int) {
	elem := v.Type().Elem()
	inside := func(root reflect.Value) reflect.Value {
		pointer := at(root)
		if pointer.IsNil() {
			pointer.Set(reflect.New(elem))
		}
		return pointer.Elem()
	}
	value := reflect.New(elem).Elem()
	if !v.IsNil() {
		value = v.Elem()
	} else {
		w.add(path+" set", func(root reflect.Value) { at(root).Set(reflect.New(elem)) })
	}
	switch {
	case elem.Kind() != reflect.Struct:
		w.value(path, rules, value, inside, depth)
	case depth < deepest:
		w.structOf(path, value, inside, depth+1)
	}
}

// otherValues are valid values of formats, none of which a program of the tests has.
var otherValues = map[string]string{
	"zone": "us-east-2d", "version": "4.18.6", "minor-version": "4.18", "region": "eu-west-1", "ami-id": "ami-0fedcba9876543210",
	"instance-type": "m5.2xlarge", "hosted-zone-id": "Z0ABCDEFGHIJ01234567", "role-arn": "arn:aws:iam::123456789012:role/other",
	"role-or-user-arn": "arn:aws:iam::123456789012:role/other", "security-group-id": "sg-0fedcba9876543210", "vpc-id": "vpc-0fedcba9876543210",
	"subnet-id": "subnet-0fedcba9876543210", "dns-label": "other", "issuer-url": "https://other.example.com", "kms-alias": "other",
	"kms-key-arn": "arn:aws:kms:us-east-2:123456789012:key/0fedcba9-0123-0123-0123-0123456789ab", "instance-profile": "other",
	"rosa-path": "/other/", "path": "/other/", "machine-key": "us-east-2c", "ipam-pool-id": "ipam-pool-0fedcba9876543210",
}

// otherTexts returns other values of a text, by its rules.
func otherTexts(path, rules, value string) []string {
	for rule := range strings.SplitSeq(rules, ",") {
		if strings.Contains(rule, "|") {
			return slices.DeleteFunc(strings.Split(rule, "|"), func(option string) bool { return option == value })
		}
	}
	return []string{otherText(path, rules, value)}
}

func otherText(path, rules, value string) string {
	for rule := range strings.SplitSeq(rules, ",") {
		if format, ok := strings.CutPrefix(rule, "format="); ok && otherValues[format] != "" {
			return otherValues[format]
		}
		if strings.HasPrefix(rule, "cidr") {
			return "10.99.0.0/16"
		}
	}
	switch {
	case strings.HasSuffix(path, "CIDR"):
		return "10.99.0.0/16"
	case strings.HasSuffix(path, "Zone") || strings.HasSuffix(path, "Zones"):
		return otherValues["zone"]
	case value != "":
		return value + "2"
	}
	return "other"
}

// Counts are how many edits there were, and what became of them.
type Counts struct{ Tried, Rejected, Harmless int }

func (c Counts) String() string {
	return fmt.Sprintf("%d edits: %d rejected, %d harmless", c.Tried, c.Rejected, c.Harmless)
}
