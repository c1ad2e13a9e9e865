package plugin

import (
	"net/netip"
	"reflect"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// encodePlain returns the Input of a plain value without elements.
func encodePlain(shape *Shape, v reflect.Value) pulumi.Input {
	switch shape.Kind {
	case Text:
		if prefix, ok := v.Interface().(netip.Prefix); ok {
			return pulumi.String(prefix.String())
		}
		return pulumi.String(v.String())
	case Boolean:
		return pulumi.Bool(v.Bool())
	case Integer:
		return pulumi.Int(v.Int())
	case Number:
		return pulumi.Float64(v.Float())
	case Duration:
		return pulumi.String(time.Duration(v.Int()).String())
	case Bytes:
		return pulumi.String(v.Bytes())
	case Provider:
		return pulumi.NewResourceOutput(v.Interface().(pulumi.Resource))
	default:
		return pulumi.ToOutput(v.Interface())
	}
}
