package plugin

import (
	"context"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"

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
	found := component.Elem().FieldByName("Network").Interface().(network.Network)
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

// findNetworks puts what an argument needs of a component that another process of the plugin constructed, such as one of another release, in
// place of the reference: its outputs, of which the engine knows all.
func (c *construction) findNetworks(ctx context.Context, monitor string) error {
	for _, field := range argument.Of(c.component.Args).Fields {
		key := resource.PropertyKey(Property(field))
		given := unwrap(c.inputs[key], value{})
		if !given.known || !given.IsResourceReference() || !TakesNetwork(field.StructField.Type) {
			continue
		}
		urn := given.ResourceReferenceValue().URN
		if _, own := c.server.live.Load(urn); own {
			continue
		}
		outputs, err := outputsIn(ctx, monitor, urn)
		if err != nil {
			return err
		}
		of := resource.PropertyMap{}
		for _, each := range argument.Of(reflect.TypeFor[network.Network]()).Fields {
			if output, ok := outputs[resource.PropertyKey(Property(each))]; ok {
				of[resource.PropertyKey(Property(each))] = output
			}
		}
		given.PropertyValue, given.deps = resource.NewProperty(of), append(given.deps, urn)
		switch {
		case field.StructField.Type.Kind() != reflect.Slice:
		case field.Tag.Get("network") == argument.Public:
			given.PropertyValue = of["publicSubnets"]
		default:
			given.PropertyValue = of["privateSubnets"]
		}
		c.inputs[key] = given.wrap()
	}
	return nil
}

// outputsIn returns the outputs of a resource of this deployment.
func outputsIn(ctx context.Context, monitor string, urn resource.URN) (resource.PropertyMap, error) {
	connection, err := grpc.NewClient(monitor, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { _ = connection.Close() }()
	arguments, err := structpb.NewStruct(map[string]any{"urn": string(urn)})
	if err != nil {
		return nil, err
	}
	response, err := pulumirpc.NewResourceMonitorClient(connection).Invoke(ctx, &pulumirpc.ResourceInvokeRequest{
		Tok: "pulumi:pulumi:getResource", Args: arguments, AcceptResources: true,
	})
	if err != nil {
		return nil, err
	}
	found, err := plugin.UnmarshalProperties(response.GetReturn(), plugin.MarshalOptions{
		KeepUnknowns: true, KeepSecrets: true, KeepResources: true, KeepOutputValues: true,
	})
	if err != nil || !found["state"].IsObject() {
		return nil, err
	}
	return found["state"].ObjectValue(), nil
}

// installDir reads the install directory whose path is passed in place of its content.
func (d *decoder) installDir(dir value, path string) reflect.Value {
	if !dir.IsString() {
		d.problems.addf(path, "must be the path of the install directory (got %s)", typeOf(dir.PropertyValue))
		return reflect.Value{}
	}
	var options []cluster.InstallDirOption
	if d.installed {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	loaded, err := cluster.LoadInstallDir(dir.StringValue(), options...)
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
