package plugin

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
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
	// live are the components that this process constructed, by their URNs. One that a preview cannot construct is invalid.
	live sync.Map
	// last is the last update, of which a preview reads what it does not know.
	last struct {
		sync.Mutex
		lastUpdate
	}
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

// CheckConfig rejects settings of the package that nothing reads. The engine sends what it installs the plugin by, too.
func (s *server) CheckConfig(_ context.Context, req *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	response := &pulumirpc.CheckResponse{Inputs: req.GetNews()}
	var settings []string
	for _, key := range keep.Settings {
		_, name, _ := strings.Cut(key, ":")
		settings = append(settings, name)
	}
	known := append([]string{"version", "pluginDownloadURL", "pluginChecksums"}, settings...)
	for _, key := range slices.Sorted(maps.Keys(req.GetNews().GetFields())) {
		if !slices.Contains(known, key) && !strings.HasPrefix(key, "__") {
			response.Failures = append(response.Failures, &pulumirpc.CheckFailure{
				Property: key, Reason: "is not a setting of the package, which has " + strings.Join(settings, " and ") + ". The region is aws:region",
			})
		}
	}
	return response, nil
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
	call.place()
	if err := call.findNetworks(ctx, req.GetMonitorEndpoint()); err != nil {
		return nil, err
	}
	call.inspect()
	call.useLastUpdate(ctx, req)
	wrong, err := checkProviders(ctx, req.GetMonitorEndpoint(), call.providersOf(req))
	if err != nil || len(wrong) > 0 {
		return nil, rpcerror.WrapDetailedError(cmp.Or(err, call.err(append(call.problems, wrong...))))
	}
	// The SDK sees the leaves instead of the inputs.
	if req.Inputs, err = plugin.MarshalProperties(call.leafInputs(), options); err != nil {
		return nil, err
	}
	req.InputDependencies = nil
	response, err := provider.Construct(ctx, req, s.host.EngineConn(), call.construct)
	if wrong := translated(err, found.Args); len(wrong) > 0 { // An output has resolved to an invalid value.
		err = rpcerror.WrapDetailedError(call.err(wrong))
	}
	if err != nil {
		return nil, err
	}
	s.live.Store(resource.URN(response.GetUrn()), call.result)
	for _, option := range withoutEffect(req, found.Result) {
		s.warnf(ctx, response.GetUrn(), "the resource option %s has no effect on a component: set it on its children by a transform", option)
	}
	switch {
	case len(call.unknown) > 0:
		s.warnf(ctx, response.GetUrn(), "the preview is incomplete: %s will be known in the update, which then registers what "+
			"this component consists of", call.asGiven(call.unknown))
	case len(call.assumed) > 0:
		s.warnf(ctx, response.GetUrn(), "the preview is incomplete: %s will be known in the update; the preview shows what the last "+
			"update has", call.asGiven(call.assumed))
	}
	return response, nil
}

// withoutEffect returns the options of a component that nothing reads (pulumi/pulumi v3.250.0 pkg/resource/deploy/source_eval.go,
// checkComponentOption). SDKs set additionalSecretOutputs for the outputs that are secrets in the schema.
func withoutEffect(req *pulumirpc.ConstructRequest, result reflect.Type) (options []string) {
	timeouts, secrets := req.GetCustomTimeouts(), req.GetAdditionalSecretOutputs()
	for _, field := range OutputFields(result) {
		if field.Has("secret") {
			secrets = slices.DeleteFunc(slices.Clone(secrets), func(name string) bool { return name == Property(field) })
		}
	}
	for _, each := range []struct {
		name string
		set  bool
	}{
		{"additionalSecretOutputs", len(secrets) > 0},
		{"customTimeouts", timeouts.GetCreate()+timeouts.GetUpdate()+timeouts.GetDelete() != ""},
		{"ignoreChanges", len(req.GetIgnoreChanges()) > 0},
		{"replaceOnChanges", len(req.GetReplaceOnChanges()) > 0},
	} {
		if each.set {
			options = append(options, each.name)
		}
	}
	return options
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
