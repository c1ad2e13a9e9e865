package rosa

import (
	"maps"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// valueOf returns the value of an optional group of arguments; the zero value for nil.
func valueOf[T any](group *T) T {
	if group == nil {
		return *new(T)
	}
	return *group
}

// isOn returns the value of a switch that is on by default.
func isOn(choice *bool) bool {
	return choice == nil || *choice
}

// number and the functions below return nil for zero values, which registration omits: the provider applies its defaults.
func number(n int) pulumi.Input {
	if n == 0 {
		return nil
	}
	return pulumi.Int(n)
}

func numberOf(n *int) pulumi.Input {
	if n == nil {
		return nil
	}
	return pulumi.Int(*n)
}

func text[T ~string](s T) pulumi.Input {
	if s == "" {
		return nil
	}
	return pulumi.String(s)
}

func flag(set bool) pulumi.Input {
	if !set {
		return nil
	}
	return pulumi.Bool(true)
}

func flagOf(choice *bool) pulumi.Input {
	if choice == nil {
		return nil
	}
	return pulumi.Bool(*choice)
}

func texts(list []string) pulumi.Input {
	if len(list) == 0 {
		return nil
	}
	return pulumi.ToStringArray(list)
}

func textMap(m map[string]string) pulumi.Input {
	if len(m) == 0 {
		return nil
	}
	return pulumi.ToStringMap(m)
}

func secret(value pulumi.StringInput) pulumi.Input {
	if value == nil {
		return nil
	}
	return pulumi.ToSecret(value)
}

func minutes(d time.Duration) pulumi.Input {
	return number(int(d / time.Minute))
}

// seconds writes a duration in Go's format, which OCM accepts.
func seconds(d time.Duration) pulumi.Input {
	if d == 0 {
		return nil
	}
	return pulumi.String(d.String())
}

// securityGroups returns nil for an empty list. The provider stores one as a list, OCM returns none, and the provider would reject the
// next update as a change.
func securityGroups(ids pulumi.StringArrayInput) pulumi.Input {
	if list, known := ids.(pulumi.StringArray); ids == nil || known && len(list) == 0 {
		return nil
	}
	return ids
}

// withoutNil omits nil fields, as registration does for top-level properties only.
func withoutNil(fields pulumi.Map) pulumi.Map {
	some := pulumi.Map{}
	for name, value := range fields {
		if value != nil {
			some[name] = value
		}
	}
	return some
}

// object is withoutNil, but nil if no field is left.
func object(fields pulumi.Map) pulumi.Input {
	if some := withoutNil(fields); len(some) > 0 {
		return some
	}
	return nil
}

func merge(groups ...pulumi.Map) pulumi.Map {
	all := pulumi.Map{}
	for _, group := range groups {
		maps.Copy(all, group)
	}
	return all
}

// tokens returns the value of ec2MetadataHttpTokens.
func tokens(allowIMDSv1 bool) pulumi.Input {
	if allowIMDSv1 {
		return pulumi.String("optional")
	}
	return pulumi.String("required")
}
