package permissions

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// policyLimit is the maximum number of characters of a customer-managed IAM policy, without white space (IAM user
// guide, "IAM and AWS STS quotas").
const policyLimit = 6144

// texts is a text or a list of texts.
type texts []string

func (t *texts) UnmarshalJSON(data []byte) error {
	if data[0] == '"' {
		*t = texts{""}
		return json.Unmarshal(data, &(*t)[0])
	}
	return json.Unmarshal(data, (*[]string)(t))
}

type statement struct {
	Sid, Effect string
	Action      texts
	Resource    texts      `json:",omitempty"`
	NotResource texts      `json:",omitempty"`
	Condition   conditions `json:",omitempty"`
}

// request is a request to AWS with the condition keys that AWS sets for it. A key can have several values.
type request struct {
	action, resource string
	keys             map[string][]string
}

func key(name string, values ...string) map[string][]string { return map[string][]string{name: values} }

// matches reports whether a text has a pattern with the wildcards * and ?.
func matches(pattern, text string) bool {
	p, t, star, mark := 0, 0, -1, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, t
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[t]):
			p++
			t++
		case star >= 0:
			mark++
			p, t = star+1, mark
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// matchesARN compares two ARNs as ArnLike does: each of the six parts by itself (IAM user guide, "Amazon Resource Name
// (ARN) condition operators").
func matchesARN(pattern, arn string) bool {
	patterns, parts := strings.SplitN(pattern, ":", 6), strings.SplitN(arn, ":", 6)
	if len(patterns) != len(parts) {
		return false
	}
	for i := range parts {
		if !matches(patterns[i], parts[i]) {
			return false
		}
	}
	return true
}

func (t texts) match(text string) bool {
	return slices.ContainsFunc(t, func(pattern string) bool { return matches(pattern, text) })
}

// action reports whether the statement is about an action. Actions are not case-sensitive.
func (s statement) action(name string) bool {
	return slices.ContainsFunc(s.Action, func(p string) bool { return matches(strings.ToLower(p), strings.ToLower(name)) })
}

// comparisons are the operators of the documents that compare a value of the policy with one of the request.
var comparisons = map[string]func(pattern, value string) bool{
	"StringEquals": func(pattern, value string) bool { return pattern == value },
	"StringLike":   matches,
	"ArnEquals":    matchesARN,
	"ArnLike":      matchesARN,
	"Bool":         strings.EqualFold,
}

// negations are the operators that are met where none of the policy's values is met, also where the key is absent.
var negations = map[string]string{"StringNotEquals": "StringEquals", "StringNotLike": "StringLike", "ArnNotLike": "ArnLike"}

// isMet reports whether the values of a request's key meet a condition (IAM user guide, "Conditions with multiple context
// keys or values" and "Set operators for multivalued context keys").
func isMet(operator string, values texts, found []string) bool {
	set, plain := "", operator
	if before, after, ok := strings.Cut(operator, ":"); ok {
		set, plain = before, after
	}
	plain, ifExists := strings.CutSuffix(plain, "IfExists")
	if plain == "Null" {
		return values.match(map[bool]string{true: "true", false: "false"}[len(found) == 0])
	}
	positive, negated := negations[plain]
	if !negated {
		positive = plain
	}
	compare := comparisons[positive]
	one := func(value string) bool {
		return slices.ContainsFunc(values, func(pattern string) bool { return compare(pattern, value) }) != negated
	}
	switch {
	case len(found) == 0:
		return set != "ForAnyValue" && (negated || ifExists || set == "ForAllValues")
	case set == "ForAllValues" || negated && set == "":
		return !slices.ContainsFunc(found, func(value string) bool { return !one(value) })
	default:
		return slices.ContainsFunc(found, one)
	}
}

// applies reports whether a statement applies to a request (IAM user guide, "Policy evaluation logic").
func (s statement) applies(r request) bool {
	isResource := (len(s.Resource) == 0 || s.Resource.match(r.resource)) && !s.NotResource.match(r.resource)
	if !isResource || !s.action(r.action) {
		return false
	}
	for operator, keys := range s.Condition {
		for name, values := range keys {
			if !isMet(operator, values, r.keys[name]) {
				return false
			}
		}
	}
	return true
}

// isAllowed evaluates policies as IAM does: a Deny wins, and what nothing allows is denied.
func isAllowed(all []statement, r request) bool {
	allowed := false
	for _, s := range all {
		if s.applies(r) {
			if s.Effect == "Deny" {
				return false
			}
			allowed = true
		}
	}
	return allowed
}

// parse reads the statements of a document, and checks that the evaluation knows their operators.
func parse(t *testing.T, document string) []statement {
	t.Helper()
	var parsed struct{ Statement []statement }
	require.NoError(t, json.Unmarshal([]byte(document), &parsed))
	require.NotEmpty(t, parsed.Statement)
	for _, s := range parsed.Statement {
		for operator := range s.Condition {
			plain := strings.TrimSuffix(operator[strings.Index(operator, ":")+1:], "IfExists")
			_, negated := negations[plain]
			require.True(t, plain == "Null" || negated || comparisons[plain] != nil, "the operator %s is not known to the test", operator)
		}
	}
	return parsed.Statement
}

// statementsOf returns the statements of published documents.
func statementsOf(t *testing.T, files ...string) []statement {
	t.Helper()
	var all []statement
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", file))
		require.NoError(t, err)
		assert.Less(t, len(strings.Join(strings.Fields(string(text)), "")), policyLimit, file)
		all = append(all, parse(t, string(text))...)
	}
	return all
}

// TestConditions evaluates the operators, with and without the key.
func TestConditions(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		operator string
		values   texts
		found    []string
		want     bool
	}{
		"equal":                      {operator: "StringEquals", values: texts{"a", "b"}, found: []string{"b"}, want: true},
		"equal, absent":              {operator: "StringEquals", values: texts{"a"}},
		"equal if it exists":         {operator: "StringEqualsIfExists", values: texts{"a"}, want: true},
		"equal if it exists, other":  {operator: "StringEqualsIfExists", values: texts{"a"}, found: []string{"b"}},
		"not equal, absent":          {operator: "StringNotEquals", values: texts{"a"}, want: true},
		"not equal, one of the list": {operator: "StringNotEquals", values: texts{"a", "b"}, found: []string{"b"}},
		"like":                       {operator: "StringLike", values: texts{"ec2.*.com"}, found: []string{"ec2.b.com"}, want: true},
		"ARN, a star ends at its part": {
			operator: "ArnLike", values: texts{"arn:aws:iam::*:policy/a*"}, found: []string{"arn:aws:iam::aws:policy/ab"}, want: true,
		},
		"ARN, another part":           {operator: "ArnLike", values: texts{"arn:*:policy/a"}, found: []string{"arn:aws:iam::aws:policy/a"}},
		"absent":                      {operator: "Null", values: texts{"true"}, want: true},
		"absent, present":             {operator: "Null", values: texts{"true"}, found: []string{"a"}},
		"all values":                  {operator: "ForAllValues:StringEquals", values: texts{"a", "b"}, found: []string{"a", "b"}, want: true},
		"all values, one other":       {operator: "ForAllValues:StringEquals", values: texts{"a"}, found: []string{"a", "b"}},
		"all values, none":            {operator: "ForAllValues:StringEquals", values: texts{"a"}, want: true},
		"any value":                   {operator: "ForAnyValue:StringEquals", values: texts{"a"}, found: []string{"a", "b"}, want: true},
		"any value, none":             {operator: "ForAnyValue:StringEquals", values: texts{"a"}},
		"any value is another":        {operator: "ForAnyValue:StringNotEquals", values: texts{"a"}, found: []string{"a", "b"}, want: true},
		"any value is another, none":  {operator: "ForAnyValue:StringNotEquals", values: texts{"a"}},
		"a boolean in another case":   {operator: "Bool", values: texts{"true"}, found: []string{"True"}, want: true},
		"a boolean that is not there": {operator: "Bool", values: texts{"true"}},
	} {
		assert.Equal(t, tt.want, isMet(tt.operator, tt.values, tt.found), name)
	}
}
