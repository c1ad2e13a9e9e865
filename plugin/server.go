package plugin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
)

// Main serves the package until the engine is done with it.
func Main(version string, schema []byte) error {
	return provider.Main(Name, func(host *provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return newServer(host, version, schema), nil
	})
}

// server is the plugin.
type server struct {
	pulumirpc.UnimplementedResourceProviderServer
	host       *provider.HostClient
	version    string
	schema     []byte
	components map[string]Component
	functions  map[string]Function
	// live are the components that this process constructed, by their URNs.
	live sync.Map
	// active is the number of constructions that are in progress.
	active atomic.Int64
	// changed is the time at which the number changed, in milliseconds.
	changed atomic.Int64
}

func newServer(host *provider.HostClient, version string, schema []byte) *server {
	functions := map[string]Function{}
	for _, each := range Functions {
		functions[each.Token] = each
	}
	return &server{host: host, version: version, schema: schema, components: byToken(Components), functions: functions}
}

func (s *server) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: s.version}, nil
}

func (s *server) GetSchema(_ context.Context, req *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	if req.GetVersion() != 0 {
		return nil, status.Errorf(codes.InvalidArgument, "schema version %d is not supported", req.GetVersion())
	}
	// Without the release, `pulumi package add` generates no SDK.
	var spec map[string]json.RawMessage
	if err := json.Unmarshal(s.schema, &spec); err != nil {
		return nil, err
	}
	spec["version"] = json.RawMessage(strconv.Quote(s.version))
	text, err := json.Marshal(spec)
	return &pulumirpc.GetSchemaResponse{Schema: string(text)}, err
}

func (s *server) CheckConfig(_ context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	return &pulumirpc.CheckResponse{Inputs: req.GetNews()}, nil
}

func (s *server) DiffConfig(context.Context, *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE}, nil
}

func (s *server) Configure(context.Context, *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	return &pulumirpc.ConfigureResponse{AcceptSecrets: true, SupportsPreview: true, AcceptResources: true, AcceptOutputs: true}, nil
}

func (s *server) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	return &emptypb.Empty{}, nil
}

func (s *server) Attach(ctx context.Context, req *pulumirpc.PluginAttach) (*emptypb.Empty, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	host, err := provider.NewHostClient(req.GetAddress())
	s.host = host
	return &emptypb.Empty{}, err
}

// ownUser rejects calls of other users of the machine, as kubeconfigs and files of this user's directories are what the plugin reads: the
// engine, which is this user's, connects without credentials.
func ownUser(ctx context.Context) error {
	if err := localuser.Check(ctx); err != nil {
		return status.Error(codes.PermissionDenied, err.Error())
	}
	return nil
}

// Construct registers a component and its children.
func (s *server) Construct(ctx context.Context, req *pulumirpc.ConstructRequest) (*pulumirpc.ConstructResponse, error) {
	if err := ownUser(ctx); err != nil {
		return nil, err
	}
	end := s.begin()
	defer end()
	response, err := s.construct(ctx, req)
	if err != nil {
		end()
		s.waitForOthers(ctx)
	}
	return response, err
}

func (s *server) construct(ctx context.Context, req *pulumirpc.ConstructRequest) (*pulumirpc.ConstructResponse, error) {
	found, ok := s.components[req.GetType()]
	if !ok {
		return nil, status.Errorf(codes.NotFound, "%s is not a resource of this package", req.GetType())
	}
	options := plugin.MarshalOptions{KeepSecrets: true, KeepResources: true, KeepUnknowns: true, KeepOutputValues: true}
	inputs, err := plugin.UnmarshalProperties(req.GetInputs(), options)
	if err != nil {
		return nil, err
	}
	call := construction{server: s, component: found, inputs: inputs, dependencies: dependenciesOf(req), dryRun: req.GetDryRun()}
	call.inspect()
	wrong, err := checkProviders(ctx, req.GetMonitorEndpoint(), call.providersOf(req))
	if err != nil || len(wrong) > 0 {
		return nil, rpcerror.WrapDetailedError(cmp.Or(err, append(call.problems, wrong...).err(found.Args, inputs)))
	}
	// The SDK sees the leaves instead of the inputs.
	if req.Inputs, err = plugin.MarshalProperties(call.leafInputs(), options); err != nil {
		return nil, err
	}
	req.InputDependencies = nil
	response, err := provider.Construct(ctx, req, s.host.EngineConn(), call.construct)
	if wrong := translated(err, found.Args); len(wrong) > 0 { // in an output
		err = rpcerror.WrapDetailedError(wrong.err(found.Args, inputs))
	}
	if err != nil {
		return nil, err
	}
	if call.result.IsValid() {
		s.live.Store(resource.URN(response.GetUrn()), call.result)
	}
	if len(call.unknown) > 0 {
		s.warnf(ctx, response.GetUrn(), "the preview is incomplete: %s will be known in the update, which then registers what "+
			"this component consists of", strings.Join(call.unknown, ", "))
	}
	return response, nil
}

// begin counts a construction that is in progress, until end.
func (s *server) begin() (end func()) {
	s.active.Add(1)
	s.changed.Store(time.Now().UnixMilli())
	return sync.OnceFunc(func() {
		s.active.Add(-1)
		s.changed.Store(time.Now().UnixMilli())
	})
}

// waitForOthers waits a moment for the constructions that are in progress before an error is returned: the engine ends the update for it,
// and would report "the client connection is closing" for each of them. What is wrong with them is so reported as well.
func (s *server) waitForOthers(ctx context.Context) {
	const step, quiet, longest = time.Millisecond, 100, 3000
	for range longest {
		// Those that failed are returned at the same time.
		if s.active.Load() == 0 && time.Now().UnixMilli()-s.changed.Load() > quiet || ctx.Err() != nil {
			return
		}
		time.Sleep(step)
	}
}

func (s *server) warnf(ctx context.Context, urn, format string, args ...any) {
	// A warning that does not arrive is no reason to fail.
	_ = s.host.Log(ctx, diag.Warning, resource.URN(urn), fmt.Sprintf(format, args...))
}

func dependenciesOf(req *pulumirpc.ConstructRequest) map[string][]resource.URN {
	dependencies := map[string][]resource.URN{}
	for key, each := range req.GetInputDependencies() {
		for _, urn := range each.GetUrns() {
			dependencies[key] = append(dependencies[key], resource.URN(urn))
		}
	}
	return dependencies
}

// construction is one call of Construct.
type construction struct {
	server       *server
	component    Component
	inputs       resource.PropertyMap
	dependencies map[string][]resource.URN
	dryRun       bool

	leaves   []leaf
	unknown  []string
	problems problems
	// result is the component, when it is constructed as a whole.
	result reflect.Value
}

func (c *construction) decoder(converted []reflect.Value) *decoder {
	return &decoder{converted: converted, component: func(urn resource.URN) (reflect.Value, bool) {
		found, ok := c.server.live.Load(urn)
		if !ok {
			return reflect.Value{}, false
		}
		return found.(reflect.Value), true
	}}
}

// inspect finds the leaves of the inputs, and wrong properties.
func (c *construction) inspect() {
	first := c.decoder(nil)
	first.arguments(c.component.Args, c.inputs, c.dependencies)
	c.leaves, c.unknown, c.problems = first.leaves, first.unknown, first.problems
	if !c.dryRun {
		for _, path := range c.unknown {
			c.problems.addf(path, "is not known, because what it is an output of is not part of this update")
		}
	}
}

func (c *construction) leafInputs() resource.PropertyMap {
	inputs := resource.PropertyMap{}
	for i, leaf := range c.leaves {
		inputs[resource.PropertyKey(leafName(i))] = leaf.value
	}
	return inputs
}

func leafName(i int) string { return fmt.Sprintf("Leaf%d", i) }

// construct calls the component's constructor.
func (c *construction) construct(
	ctx *pulumi.Context, token, name string, inputs provider.ConstructInputs, options pulumi.ResourceOption,
) (*provider.ConstructResult, error) {
	switch {
	case len(c.unknown) > 0 && len(c.problems) > 0:
		return nil, c.problems.err(c.component.Args, c.inputs)
	case len(c.unknown) > 0:
		return c.register(ctx, token, name, options)
	}
	converted, err := c.convert(inputs)
	if err != nil {
		return nil, err
	}
	second := c.decoder(converted)
	pointer := reflect.New(c.component.Args)
	pointer.Elem().Set(second.arguments(c.component.Args, c.inputs, c.dependencies))
	if len(c.problems) > 0 {
		c.validate(pointer.Interface())
		return nil, c.problems.err(c.component.Args, c.inputs)
	}
	ctx = component.WithMove(ctx, toProperties(c.component.Args))
	constructed, err := c.component.construct(ctx, name, pointer.Interface(), options)
	if err != nil {
		return nil, inProperties(err, c.component.Args, c.inputs)
	}
	c.result = reflect.ValueOf(constructed)
	c.server.keepParts(c.result.Elem())
	return &provider.ConstructResult{URN: constructed.URN(), State: outputsOf(constructed)}, nil
}

// validate adds the problems of values to those of wrong properties, which are not set in args. What is required, or missing beside another
// field, may be one of these.
func (c *construction) validate(args any) {
	validated, ok := args.(interface{ Validate() error })
	if !ok {
		return
	}
	for _, each := range check.Of(toProperties(c.component.Args).Error(validated.Validate())) {
		switch each.Rule {
		case check.RuleFormat, check.RuleRange, check.RuleOneOf, check.RuleDuplicate, check.RuleOverlap:
			c.problems.addf(each.Path.String(), "%s", each.Text())
		default:
		}
	}
}

// keepParts keeps the components that are outputs of a component, such as the parts of a blueprint, for arguments that they are passed
// to. Their URNs are known before Construct returns, because the SDK waits for what is applied to outputs.
func (s *server) keepParts(component reflect.Value) {
	for _, field := range reflect.VisibleFields(component.Type()) {
		if !field.IsExported() || field.Anonymous {
			continue
		}
		part := component.FieldByIndex(field.Index)
		registered, ok := part.Interface().(pulumi.ComponentResource)
		if !ok || part.IsNil() || !isRegistered(registered) {
			continue
		}
		registered.URN().ApplyT(func(urn pulumi.URN) pulumi.URN {
			s.live.Store(resource.URN(urn), part)
			return urn
		})
	}
}

// register registers the component alone: it cannot be constructed in a preview, because plain arguments are not known.
func (c *construction) register(ctx *pulumi.Context, token, name string, options pulumi.ResourceOption) (*provider.ConstructResult, error) {
	component := reflect.New(c.component.Result).Interface().(pulumi.ComponentResource)
	if err := ctx.RegisterComponentResource(token, name, component, options); err != nil {
		return nil, err
	}
	outputs := unknownOutputs(c.component.Result)
	return &provider.ConstructResult{URN: component.URN(), State: outputs}, ctx.RegisterResourceOutputs(component, pulumi.Map{})
}

// convert returns what the SDK makes of the leaves: it fills a struct with a field of the type of each.
func (c *construction) convert(inputs provider.ConstructInputs) ([]reflect.Value, error) {
	fields := make([]reflect.StructField, len(c.leaves))
	for i, leaf := range c.leaves {
		tag := reflect.StructTag(fmt.Sprintf("pulumi:%q", leafName(i)))
		fields[i] = reflect.StructField{Name: leafName(i), Type: leaf.typ, Tag: tag}
	}
	pointer := reflect.New(reflect.StructOf(fields))
	if err := inputs.CopyTo(pointer.Interface()); err != nil {
		return nil, err
	}
	converted := make([]reflect.Value, len(c.leaves))
	for i := range c.leaves {
		converted[i] = pointer.Elem().Field(i)
	}
	return converted, nil
}
