package check

import (
	"maps"
	"slices"
	"strings"
)

// Choice is a field that can be set, and its name without the path.
type Choice struct {
	Field string
	Set   bool
}

// Exclusive reports two fields below path that are both set. The problem is reported at the first.
func (p *Problems) Exclusive(path Path, first string, firstSet bool, second string, secondSet bool) bool {
	if !firstSet || !secondSet {
		return true
	}
	p.addRulef(RuleExclusive, Join(path, first), "must not be set together with %s", second)
	return false
}

// ExactlyOne reports at path that none or several of the choices are set.
func (p *Problems) ExactlyOne(path Path, choices ...Choice) bool {
	return p.atMostOne(path, true, choices)
}

// AtMostOne reports at path that several of the choices are set.
func (p *Problems) AtMostOne(path Path, choices ...Choice) bool {
	return p.atMostOne(path, false, choices)
}

func (p *Problems) atMostOne(path Path, required bool, choices []Choice) bool {
	names := make([]string, len(choices))
	var set []string
	for i, choice := range choices {
		names[i] = choice.Field
		if choice.Set {
			set = append(set, choice.Field)
		}
	}
	switch {
	case len(set) > 1:
		p.addRulef(RuleExclusive, path, "must set only one of %s (got %s)", Alternatives(names...), strings.Join(set, " and "))
		return false
	case len(set) == 0 && required:
		p.addRulef(RuleRequired, path, "must set one of %s", Alternatives(names...))
		return false
	}
	return true
}

// RequiresField reports that a field below path is set without another field, without which it has no effect.
func (p *Problems) RequiresField(path Path, field string, set bool, other string, otherSet bool) bool {
	if !set || otherSet {
		return true
	}
	p.addRulef(RuleNeeds, Join(path, field), "has no effect without %s", other)
	return false
}

// Twice reports a problem for each field that both an argument with more fields and the other arguments set. Fields of maps in both
// are compared one by one.
func (p *Problems) Twice(path Path, more, own map[string]any, problem string) {
	for _, key := range slices.Sorted(maps.Keys(more)) {
		value, twice := own[key]
		if !twice {
			continue
		}
		below, isMap := more[key].(map[string]any)
		if under, wasMap := value.(map[string]any); isMap && wasMap {
			p.Twice(Key(path, key), below, under, problem)
			continue
		}
		p.Addf(Key(path, key), "%s", problem)
	}
}
