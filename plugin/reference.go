package plugin

import (
	"reflect"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// reference returns what an argument needs of a component that is passed in place of it: of a Vpc its Network or subnets.
func (d *decoder) reference(shape *Shape, v value, path string) reflect.Value {
	if !TakesNetwork(shape.Type) {
		d.problems.addf(path, "must be %s (got a resource)", wanted[shape.Kind])
		return reflect.Value{}
	}
	component, ok := d.component(v.ResourceReferenceValue().URN)
	if !ok {
		d.problems.addf(path, "%s is not a component of this program; pass the properties of the component one by one",
			v.ResourceReferenceValue().URN)
		return reflect.Value{}
	}
	found, ok := networkOf(component)
	if !ok {
		d.problems.addf(path, "must be a Vpc or an ExistingVpc (got a %s)", component.Type().Elem().Name())
		return reflect.Value{}
	}
	if shape.Type == reflect.TypeFor[network.Network]() {
		return reflect.ValueOf(found)
	}
	if publicSubnets(path) {
		return reflect.ValueOf(found.PublicSubnets)
	}
	return reflect.ValueOf(found.PrivateSubnets)
}

// installDir reads the install directory whose path is given in place of what is in it.
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

// publicSubnets reports whether an argument is the public subnets of a network; the subnets of others are for machines.
func publicSubnets(path string) bool {
	return strings.HasSuffix(path, "publicSubnets")
}
