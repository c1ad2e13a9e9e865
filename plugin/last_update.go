package plugin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// errNotRecorded is why a preview needs a value that is not known: without its children, it would show that they are deleted.
var errNotRecorded = errors.New("is not known in the preview, and the last update of the component did not record its arguments: " +
	"run `pulumi up --skip-preview` once")

// useLastUpdate puts the values of the last update in place of plain arguments that are not known in a preview, so that it shows the
// children that the component has. A component that is new stays as it is.
func (c *construction) useLastUpdate(ctx context.Context, req *pulumirpc.ConstructRequest) {
	if !c.dryRun || len(c.unknown) == 0 || len(c.problems) > 0 {
		return
	}
	recorded, exists, err := c.server.recorded(ctx, req)
	if err == nil && !exists {
		return
	}
	var last map[string]any
	if err == nil && json.Unmarshal([]byte(recorded), &last) != nil {
		err = errNotRecorded
	}
	if err != nil {
		for _, path := range c.unknown {
			c.problems.addf(path, "%s", err)
		}
		return
	}
	of := completion{incomplete: func(urn resource.URN) bool {
		known, ok := c.server.live.Load(urn)
		return ok && !known.(reflect.Value).IsValid()
	}}
	c.assumed, c.inputs = c.unknown, of.root(c.component.Args, c.inputs, last)
	c.inspect()
	for _, path := range c.unknown {
		c.problems.addf(path, "%s", errNotRecorded)
	}
}

// failed returns the error of the constructor by property. It is one of the arguments that are not known, if there are any: the values of
// the last update do not fit to the others.
func (c *construction) failed(err error) error {
	if len(c.assumed) == 0 {
		return cmp.Or(c.err(translated(err, c.component.Args)), err)
	}
	var found problems
	for _, path := range c.assumed {
		found.addf(path, "is not known in the preview, and the value of the last update does not fit to the other arguments: "+
			"run `pulumi up --skip-preview`, or change them in two updates (%s)", translatedText(err, c.component.Args))
	}
	return c.err(found)
}

// translatedText is the text of an error with the properties' names.
func translatedText(err error, args reflect.Type) string {
	var texts []string
	for _, each := range translated(err, args) {
		texts = append(texts, strings.TrimPrefix(each.path+": "+each.message, ": "))
	}
	return cmp.Or(strings.Join(texts, "; "), err.Error())
}

// lastUpdate has the components of the stack by URN, each with its recorded arguments.
type lastUpdate struct {
	monitor  string
	recorded map[resource.URN]string
}

// recorded returns the arguments of a component in the last update, and whether there was one. A stack is read once in a preview.
func (s *server) recorded(ctx context.Context, req *pulumirpc.ConstructRequest) (arguments string, exists bool, err error) {
	s.last.Lock()
	defer s.last.Unlock()
	if s.last.monitor != req.GetMonitorEndpoint() {
		recorded, err := readLastUpdate(ctx, req)
		if err != nil {
			return "", false, err
		}
		s.last.lastUpdate = lastUpdate{monitor: req.GetMonitorEndpoint(), recorded: recorded}
	}
	for _, urn := range urnsOf(req) {
		if arguments, exists = s.last.recorded[urn]; exists {
			return arguments, true, nil
		}
	}
	return "", false, nil
}

// readLastUpdate reads the stack. Its name alone means the user's default organization, and with an organization it is none of a
// folder or bucket from before Pulumi had projects in these.
func readLastUpdate(ctx context.Context, req *pulumirpc.ConstructRequest) (map[resource.URN]string, error) {
	connection, err := grpc.NewClient(req.GetMonitorEndpoint(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return nil, err
	}
	defer func() { _ = connection.Close() }()
	client := pulumirpc.NewResourceMonitorClient(connection)
	names := []string{req.GetStack()}
	if req.GetOrganization() != "" {
		names = []string{req.GetOrganization() + "/" + req.GetProject() + "/" + req.GetStack(), req.GetStack()}
	}
	var failed []error
	for _, name := range names {
		arguments, err := structpb.NewStruct(map[string]any{"stackName": name})
		if err != nil {
			return nil, err
		}
		response, err := client.Invoke(ctx, &pulumirpc.ResourceInvokeRequest{
			Tok: "pulumi:pulumi:readStackResourceOutputs", Args: arguments,
		})
		if err != nil {
			failed = append(failed, err)
			continue
		}
		recorded := map[resource.URN]string{}
		for urn, each := range response.GetReturn().GetFields()["outputs"].GetStructValue().GetFields() {
			outputs := each.GetStructValue().GetFields()["outputs"].GetStructValue().GetFields()
			recorded[resource.URN(urn)] = outputs[component.Arguments].GetStringValue()
		}
		return recorded, nil
	}
	return nil, fmt.Errorf("is not known in the preview, and the last update cannot be read: %w", errors.Join(failed...))
}

// urnsOf returns the URNs that a component can have in the last update: its own, and those of its aliases.
func urnsOf(req *pulumirpc.ConstructRequest) []resource.URN {
	of := func(parent, kind, name string) resource.URN {
		var parentType tokens.Type
		if parent != "" && resource.URN(parent).QualifiedType() != resource.RootStackType {
			parentType = resource.URN(parent).QualifiedType()
		}
		return urn.New(tokens.QName(req.GetStack()), tokens.PackageName(req.GetProject()), parentType, tokens.Type(kind), name)
	}
	urns := []resource.URN{of(req.GetParent(), req.GetType(), req.GetName())}
	for _, alias := range req.GetAliases() {
		spec := alias.GetSpec()
		if spec == nil {
			urns = append(urns, resource.URN(alias.GetUrn()))
			continue
		}
		parent := cmp.Or(spec.GetParentUrn(), req.GetParent())
		if spec.GetNoParent() {
			parent = ""
		}
		urns = append(urns, of(parent, cmp.Or(spec.GetType(), req.GetType()), cmp.Or(spec.GetName(), req.GetName())))
	}
	return urns
}
