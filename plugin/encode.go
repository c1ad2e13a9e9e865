package plugin

import (
	"net/netip"
	"reflect"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
)

// encodePlain returns the Input of a plain value without elements.
func encodePlain(shape *argument.Type, v reflect.Value) pulumi.Input {
	switch shape.Kind {
	case argument.Text:
		if prefix, ok := v.Interface().(netip.Prefix); ok {
			return pulumi.String(prefix.String())
		}
		return pulumi.String(v.String())
	case argument.Boolean:
		return pulumi.Bool(v.Bool())
	case argument.Integer:
		return pulumi.Int(v.Int())
	case argument.Number:
		return pulumi.Float64(v.Float())
	case argument.Duration:
		return pulumi.String(time.Duration(v.Int()).String())
	case argument.Bytes:
		return pulumi.String(v.Bytes())
	case argument.Provider:
		return pulumi.NewResourceOutput(v.Interface().(pulumi.Resource))
	default:
		return pulumi.ToOutput(v.Interface())
	}
}
