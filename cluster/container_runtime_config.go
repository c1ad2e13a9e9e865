package cluster

import (
	"regexp"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ContainerRuntimeConfig is how CRI-O runs on one pool's nodes. A change, and the component's end, is rolled out over the pool as that of a
// MachineConfig is: MaxUnavailable nodes at a time are drained and restarted. A cluster takes at most 10 of them.
type ContainerRuntimeConfig struct {
	pulumi.ResourceState

	// Name is the object's name, once it is there. The nodes follow later; the pool's condition Updated tells when.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ContainerRuntimeConfigArgs describe how CRI-O runs. Beside Name and Pool at least one field must be set. All of them are
// changed in place; the pool's nodes restart.
type ContainerRuntimeConfigArgs struct {
	// Name is the object's name. Required. A change replaces the object.
	Name string
	// Pool is the name of the MachineConfigPool: master, worker, or one made by NewMachineConfigPool. Required.
	Pool string
	// PidsLimit is the most processes in a container, at least 20, or -1 for as many as the node has. Default that of the
	// release. OpenShift advises KubeletConfigArgs.PodPidsLimit instead.
	PidsLimit *int
	// LogLevel is fatal, panic, error, warn, info or debug. Default info.
	LogLevel string
	// LogSizeMax is the most that a container's log file holds, at least 8192 bytes, such as 50Mi, or -1 for no limit. Default -1. OpenShift
	// advises the kubelet's containerLogMaxSize instead.
	LogSizeMax string
	// OverlaySize is the most that a container writes into its own file system, such as 8Gi. Default no limit.
	OverlaySize string
	// DefaultRuntime is crun or runc. Default crun.
	DefaultRuntime string
}

// NewContainerRuntimeConfig registers a ContainerRuntimeConfig. It takes the cluster's Kubernetes provider by pulumi.Provider.
// Wrong arguments are reported together, as by Validate, before anything is registered.
func NewContainerRuntimeConfig(
	ctx *pulumi.Context, name string, args *ContainerRuntimeConfigArgs, opts ...pulumi.ResourceOption,
) (*ContainerRuntimeConfig, error) {
	if args == nil {
		args = &ContainerRuntimeConfigArgs{}
	}
	if err := args.Validate(); err != nil {
		return nil, err
	}
	config := &ContainerRuntimeConfig{}
	var err error
	config.Name, err = component{
		token:  "openshift-aws:cluster:ContainerRuntimeConfig",
		what:   "config",
		self:   config,
		object: desiredContainerRuntimeConfig(*args),
	}.register(ctx, name, opts)
	return config, err
}

func desiredContainerRuntimeConfig(args ContainerRuntimeConfigArgs) kube.Object {
	fields := map[string]any{}
	if args.PidsLimit != nil {
		fields["pidsLimit"] = *args.PidsLimit
	}
	for key, value := range map[string]string{
		"logLevel": args.LogLevel, "logSizeMax": args.LogSizeMax, "overlaySize": args.OverlaySize, "defaultRuntime": args.DefaultRuntime,
	} {
		if value != "" {
			fields[key] = value
		}
	}
	return kube.Object{
		APIVersion: machineConfigAPI,
		Kind:       "ContainerRuntimeConfig",
		Name:       args.Name,
		Fields: map[string]any{"spec": map[string]any{
			"machineConfigPoolSelector": poolSelector(args.Pool),
			"containerRuntimeConfig":    fields,
		}},
	}
}

const containerRuntimeConfigPath = "cluster.ContainerRuntimeConfigArgs."

// The least that the machine config operator takes
// (openshift/machine-config-operator pkg/controller/container-runtime-config/helpers.go).
const (
	minPidsLimit = 20
	minLogSize   = 8192
)

var (
	unlimited = regexp.MustCompile(`^-[1-9][0-9]*$`)
	bareBytes = regexp.MustCompile(`^[0-9]+$`)
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ContainerRuntimeConfigArgs) Validate() error {
	var p check.Problems
	checkObjectName(&p, containerRuntimeConfigPath+"Name", a.Name)
	checkPoolName(&p, containerRuntimeConfigPath+"Pool", a.Pool)
	if limit := a.PidsLimit; limit != nil && *limit != -1 && *limit < minPidsLimit {
		p.Addf(containerRuntimeConfigPath+"PidsLimit", "%d is less than %d; write -1 for no limit", *limit, minPidsLimit)
	}
	checkOneOf(&p, containerRuntimeConfigPath+"LogLevel", a.LogLevel, "fatal", "panic", "error", "warn", "info", "debug")
	a.checkLogSize(&p)
	if a.OverlaySize != "" {
		checkQuantity(&p, containerRuntimeConfigPath+"OverlaySize", a.OverlaySize)
	}
	checkOneOf(&p, containerRuntimeConfigPath+"DefaultRuntime", a.DefaultRuntime, "crun", "runc")
	if a.PidsLimit == nil && a.LogLevel+a.LogSizeMax+a.OverlaySize+a.DefaultRuntime == "" {
		p.Addf(containerRuntimeConfigPath+"PidsLimit", "is not set and neither is anything else; a ContainerRuntimeConfig that changes nothing is not needed")
	}
	return p.Err()
}

func (a *ContainerRuntimeConfigArgs) checkLogSize(p *check.Problems) {
	const at = containerRuntimeConfigPath + "LogSizeMax"
	switch {
	case a.LogSizeMax == "" || unlimited.MatchString(a.LogSizeMax):
	case !checkQuantity(p, at, a.LogSizeMax):
	case bareBytes.MatchString(a.LogSizeMax):
		if bytes, err := strconv.Atoi(a.LogSizeMax); err == nil && bytes < minLogSize {
			p.Addf(at, "%s bytes are less than %d; write -1 for no limit", a.LogSizeMax, minLogSize)
		}
	}
}
