package plugin

import (
	"reflect"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// network returns what an argument needs of a Vpc that is passed in place of it: its Network, or the subnets that the field's tag
// `network:"public"` names.
func (d *decoder) network(field *argument.Field, v value, path string) reflect.Value {
	component, ok := d.component(v.ResourceReferenceValue().URN)
	if !ok {
		d.problems.addf(path, "%s is not a component of this program; pass the properties of the component one by one",
			v.ResourceReferenceValue().URN)
		return reflect.Value{}
	}
	if !component.IsValid() {
		d.unknown = append(d.unknown, path)
		return reflect.Value{}
	}
	found, ok := networkOf(component)
	if !ok {
		d.problems.addf(path, "must be a Vpc or an ExistingVpc (got a %s)", component.Type().Elem().Name())
		return reflect.Value{}
	}
	switch t := field.StructField.Type; {
	case t == reflect.TypeFor[*network.Network]():
		return reflect.ValueOf(&found)
	case t == reflect.TypeFor[network.Network]():
		return reflect.ValueOf(found)
	case field.Tag.Get("network") == argument.Public:
		return reflect.ValueOf(found.PublicSubnets)
	default:
		return reflect.ValueOf(found.PrivateSubnets)
	}
}

// installDir reads the install directory whose path is passed in place of its content.
func (d *decoder) installDir(dir, path string) reflect.Value {
	var options []cluster.InstallDirOption
	if d.installed {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	loaded, err := cluster.LoadInstallDir(dir, options...)
	if err != nil {
		d.problems.addf(path, "%s", err)
		return reflect.Value{}
	}
	return reflect.ValueOf(loaded)
}

// TakesNetwork reports whether a Vpc can be passed in place of an argument of this type.
func TakesNetwork(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t == reflect.TypeFor[network.Network]() || t == reflect.TypeFor[[]network.Subnet]()
}

func networkOf(component reflect.Value) (network.Network, bool) {
	field := component.Elem().FieldByName("Network")
	if !field.IsValid() {
		return network.Network{}, false
	}
	found, ok := field.Interface().(network.Network)
	return found, ok
}
