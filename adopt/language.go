package adopt

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/importid"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
)

// maxMessage is the engine's limit of a gRPC message: a resource's properties are one.
const maxMessage = 400 << 20

// Program runs a program whose resources are registered with the monitor of a request.
type Program func(ctx context.Context, request *pulumirpc.RunRequest) error

// Inline is a program of this process.
func Inline(program pulumi.RunFunc) Program {
	return func(ctx context.Context, request *pulumirpc.RunRequest) error {
		var engine string
		if len(request.GetArgs()) > 0 {
			engine = request.GetArgs()[0]
		}
		running, err := pulumi.NewContext(ctx, pulumi.RunInfo{
			EngineAddr: engine, MonitorAddr: request.GetMonitorAddress(),
			Config: request.GetConfig(), ConfigSecretKeys: request.GetConfigSecretKeys(),
			Project: request.GetProject(), Stack: request.GetStack(), Organization: request.GetOrganization(),
			Parallel: request.GetParallel(), DryRun: request.GetDryRun(),
		})
		if err != nil {
			return err
		}
		defer running.Close()
		return pulumi.RunWithContext(running, program)
	}
}

// language is a language host (pulumirpc.LanguageRuntime) that the CLI calls in place of the program's own: it registers a transform
// with the engine before it runs the program, so that the program needs no code for its adoption.
type language struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	pulumirpc.UnimplementedCallbacksServer

	program Program
	address string
	stop    func()

	mutex sync.Mutex
	// imports are the import IDs of resources, names the properties of auto-named resources, unread the program's values of properties
	// that the provider does not read, and defaults the provider's values of those that the program does not set either.
	imports  map[Key]string
	names    map[Key]map[string]string
	unread   map[Key]map[string]any
	defaults map[Key]map[string]any
	// secrets are the secret values of properties that the provider does not read, as a state has them.
	secrets map[Key]map[string]any
	// shown are the resources of the last preview while the program updates: it registers no others.
	shown map[Key]bool
	// verifies is set while the program runs as the user will run it, without the transform.
	verifies atomic.Bool
}

// serve starts the language host of a program on a free loopback port, for the engine of this user: it registers the whole program,
// with its secrets, with the monitor that a caller names.
func serve(program Program) (*language, error) {
	listener, err := localuser.Listen()
	if err != nil {
		return nil, err
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(maxMessage))
	l := &language{
		program: program, address: listener.Addr().String(), stop: server.Stop,
		imports: map[Key]string{}, names: map[Key]map[string]string{}, unread: map[Key]map[string]any{},
		defaults: map[Key]map[string]any{}, secrets: map[Key]map[string]any{},
	}
	pulumirpc.RegisterLanguageRuntimeServer(server, l)
	pulumirpc.RegisterCallbacksServer(server, l)
	go func() { _ = server.Serve(listener) }()
	return l, nil
}

// GetPluginInfo returns a release: the CLI asks for one.
func (*language) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "1.0.0"}, nil
}

// Run registers the transform and runs the program.
func (l *language) Run(ctx context.Context, request *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	if !l.verifies.Load() {
		if err := l.register(ctx, request.GetMonitorAddress()); err != nil {
			return nil, err
		}
	}
	if err := l.program(ctx, request); errors.Is(err, errReported) {
		return &pulumirpc.RunResponse{Bail: true}, nil
	} else if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil //nolint:nilerr // The engine reports it.
	}
	return &pulumirpc.RunResponse{}, nil
}

// register registers the transform with a monitor.
func (l *language) register(ctx context.Context, address string) error {
	connection, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	monitor := pulumirpc.NewResourceMonitorClient(connection)
	_, err = monitor.RegisterStackTransform(ctx, &pulumirpc.Callback{Target: l.address, Token: "adopt"})
	return err
}

// allow sets the resources that the program may register, all of them if they are nil.
func (l *language) allow(shown map[Key]bool) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.shown = shown
}

// kubernetesProvider is the type of a cluster's provider. upsert is its setting with which it applies objects that exist in place of
// rejecting to create them (pulumi-kubernetes 4.29 and later).
const (
	kubernetesProvider = "pulumi:providers:kubernetes"
	upsert             = "upsertExistingObjects"
)

// Invoke implements the transform: it sets the import ID of a resource, and its name if the program leaves that to Pulumi.
// A panic would end the process in the middle of an operation of the engine, so that it is an error of the resource.
func (l *language) Invoke(
	_ context.Context, request *pulumirpc.CallbackInvokeRequest,
) (answer *pulumirpc.CallbackInvokeResponse, err error) {
	var resource pulumirpc.TransformRequest
	defer func() {
		if problem := recover(); problem != nil {
			answer, err = nil, fmt.Errorf("adopt: %s:%s: %v", resource.GetType(), resource.GetName(), problem)
		}
	}()
	if err := proto.Unmarshal(request.GetRequest(), &resource); err != nil {
		return nil, err
	}
	options := resource.GetOptions()
	if options == nil {
		options = &pulumirpc.TransformResourceOptions{}
	}
	properties := resource.GetProperties()
	if properties.GetFields() == nil { // A resource without arguments.
		properties = &structpb.Struct{Fields: map[string]*structpb.Value{}}
	}
	key := Key{Type: resource.GetType(), Name: resource.GetName(), Parents: keyOf(resource.GetParent()).below()}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.shown != nil && resource.GetCustom() && !isProvider(key.Type) && !l.shown[key] {
		return nil, fmt.Errorf("%s was in no preview, and is not created", key)
	}
	if id, known := l.imports[key]; known && resource.GetCustom() {
		options.Import = id
	}
	if secrets := secretsOf(key.Type, properties); len(secrets) > 0 {
		l.secrets[key] = secrets
	}
	for property, value := range l.names[key] {
		properties.Fields[property] = structpb.NewStringValue(value)
	}
	for property := range l.unread[key] {
		options.IgnoreChanges = append(options.IgnoreChanges, property)
	}
	if _, set := properties.GetFields()[upsert]; key.Type == kubernetesProvider && !set {
		properties.Fields[upsert] = structpb.NewStringValue("true")
	}
	response, err := proto.Marshal(&pulumirpc.TransformResponse{Properties: properties, Options: options})
	return &pulumirpc.CallbackInvokeResponse{Response: response}, err
}

// signature is the key of objects that are not plain, secretSignature its value for secrets, and outputSignature that for outputs, which
// can be secret (pulumi/sdk v3.250.0 go/common/resource/sig/sig.go).
const (
	signature       = "4dabf18193072939515e22adb298388d"
	secretSignature = "1b47061264138c4ac30d75fd1eb44270"
	outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4"
)

// secretsOf returns the secret texts of properties that the provider does not read, as `pulumi stack import` accepts them.
func secretsOf(token string, properties *structpb.Struct) map[string]any {
	found := map[string]any{}
	for name, value := range properties.GetFields() {
		object := value.GetStructValue().GetFields()
		isSecret := object[signature].GetStringValue() == secretSignature ||
			object[signature].GetStringValue() == outputSignature && object["secret"].GetBoolValue()
		text, isText := object["value"].GetKind().(*structpb.Value_StringValue)
		if !isText || !isSecret || !importid.Unread(token, name) || !isKnown(text.StringValue) {
			continue
		}
		plaintext, err := json.Marshal(text.StringValue)
		if err == nil {
			found[name] = map[string]any{signature: secretSignature, "plaintext": string(plaintext)}
		}
	}
	return found
}
