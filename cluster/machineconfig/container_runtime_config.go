package machineconfig

import (
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// ContainerRuntimeConfig configures CRI-O on the nodes of one pool. The machine config operator rolls out a change and the deletion
// like those of a MachineConfig: it drains and reboots MaxUnavailable nodes at a time. A cluster has at most 10 of them.
// Several for one pool must set different fields: of one field, only the newest is effective.
type ContainerRuntimeConfig struct {
	pulumi.ResourceState

	// Name is the object's name. It resolves when the object exists; the nodes are updated later, see the pool's condition Updated.
	Name pulumi.StringOutput `pulumi:"name"`
}

// ContainerRuntimeConfigArgs are the arguments of a ContainerRuntimeConfig. At least one field other than Name and Pool must be
// set. Unless a field says otherwise, changes are applied in place and reboot the pool's nodes.
type ContainerRuntimeConfigArgs struct {
	// Name is the object's name. Required. A change replaces the object.
	Name string `check:"required,format=object-name"`
	// Pool is the name of the MachineConfigPool: master, worker, or one of NewMachineConfigPool. Required.
	Pool string `check:"required,format=pool-name"`
	// PidsLimit is the maximum number of processes in a container, at least 20, or 0 for no limit. Defaults to the release's
	// limit. OpenShift recommends KubeletConfigArgs.PodPidsLimit instead.
	PidsLimit *int `kube:"spec.containerRuntimeConfig.pidsLimit"`
	// LogLevel is fatal, panic, error, warn, info, debug or trace. Defaults to info.
	LogLevel string `kube:"spec.containerRuntimeConfig.logLevel" check:"fatal|panic|error|warn|info|debug|trace"`
	// LogSizeMax is the maximum size of a container's log file, a quantity of more than 8192 bytes such as 50Mi, or -1 for no limit.
	// Defaults to -1. OpenShift recommends the kubelet's containerLogMaxSize instead.
	LogSizeMax string `kube:"spec.containerRuntimeConfig.logSizeMax" check:"format=log-size"`
	// OverlaySize is the maximum size of a container's writable layer, a quantity of more than 0, such as 8Gi. Defaults to no limit.
	OverlaySize string `kube:"spec.containerRuntimeConfig.overlaySize" check:"format=overlay-size"`
	// DefaultRuntime is crun or runc. Defaults to crun.
	DefaultRuntime string `kube:"spec.containerRuntimeConfig.defaultRuntime" check:"crun|runc"`
}

// NewContainerRuntimeConfig registers a ContainerRuntimeConfig. It requires a Kubernetes provider (pulumi.Provider).
func NewContainerRuntimeConfig(
	ctx *pulumi.Context, name string, args *ContainerRuntimeConfigArgs, opts ...pulumi.ResourceOption,
) (*ContainerRuntimeConfig, error) {
	return component.Register(ctx, name, args, opts, component.Type[ContainerRuntimeConfigArgs, ContainerRuntimeConfig]{
		Token:     "openshift-aws:machineconfig:ContainerRuntimeConfig",
		InCluster: true,
		Children: func(b *component.Builder[ContainerRuntimeConfigArgs, ContainerRuntimeConfig]) error {
			return kube.RegisterObject(b.Base, &b.Component.Name, "config", desiredContainerRuntimeConfig(*b.Args), kube.Create)
		},
	})
}

func desiredContainerRuntimeConfig(args ContainerRuntimeConfigArgs) kube.Object {
	fields := kube.Fields(args)
	argument.Put(fields, "spec.machineConfigPoolSelector", poolSelector(args.Pool))
	return kube.Object{APIVersion: kube.MachineConfigAPI, Kind: "ContainerRuntimeConfig", Name: args.Name, Fields: fields}
}

const containerRuntimeConfigPath = "machineconfig.ContainerRuntimeConfigArgs"

// The machine config operator's limits (openshift/machine-config-operator release-4.16 to release-4.22
// pkg/controller/container-runtime-config/helpers.go).
const (
	minPidsLimit = 20
	// tooSmallLog is the largest rejected size in bytes.
	tooSmallLog = 8192
	// tooLarge is a size that overflows the operator's integers, and is rejected as a negative one.
	tooLarge = 1 << 63
)

// logSize is a quantity of more than 8192 bytes, or -1 for no limit.
var logSize = check.Named("log-size", check.NewFormat("quantity of more than 8192 bytes", "50Mi", func(text string) bool {
	return text == "-1" || isSize(text, tooSmallLog)
}))

// The operator ignores an overlay size of 0 (createNewStorageConfigIgnition).
var _ = check.Named("overlay-size", check.NewFormat("quantity of more than 0 bytes", "8Gi", func(text string) bool { return isSize(text, 0) }))

// isSize reports whether a text is a quantity above a number of bytes that the operator can represent.
func isSize(text string, above float64) bool {
	return check.Quantity.Match(text) && quantityValue(text) > above && quantityValue(text) < tooLarge
}

// quantityUnits are the units of check.Quantity.
var quantityUnits = map[string]float64{
	"m": 1e-3, "": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18,
	"Ki": 1 << 10, "Mi": 1 << 20, "Gi": 1 << 30, "Ti": 1 << 40, "Pi": 1 << 50, "Ei": 1 << 60,
}

// quantityValue returns the amount of a text in the format check.Quantity.
func quantityValue(text string) float64 {
	number := strings.TrimRight(text, "mkKMGTPEi")
	amount, _ := strconv.ParseFloat(number, 64)
	return amount * quantityUnits[text[len(number):]]
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ContainerRuntimeConfigArgs) Validate() error {
	p := check.Struct(a)
	if limit := a.PidsLimit; limit != nil && *limit != 0 {
		p.AtLeast(containerRuntimeConfigPath+".PidsLimit", *limit, minPidsLimit)
	}
	p.AnyField(containerRuntimeConfigPath, a, "Name", "Pool")
	return p.ErrOf(a)
}
