package cluster

import (
	"fmt"
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// RosaKubeletConfig is a configuration of the kubelet: of the machine pools of a hosted control plane that name it, or of all worker
// machines of a Classic cluster, which has at most one. A change restarts the machines one after another.
type RosaKubeletConfig struct {
	pulumi.ResourceState

	// Name is the configuration's name, for RosaHCPPoolArgs.KubeletConfig.
	Name pulumi.StringOutput `pulumi:"name"`
}

// RosaKubeletConfigArgs are the arguments of a RosaKubeletConfig.
type RosaKubeletConfigArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// ClusterID is the cluster's id in OCM: ID of RosaHCP or RosaClassic. Required. A change replaces the configuration.
	ClusterID pulumi.StringInput
	// Name is the configuration's name: at most 63 lower-case letters, digits and inner hyphens. Required. A change replaces the
	// configuration, the new one first, as machine pools use the old one. A Classic cluster takes no second: keep its name.
	Name string
	// PodPidsLimit is how many processes a pod may have, 4096 to 3694303. Required. Above 16384 a pod can take the machine's last
	// process: Red Hat does not support it without an exception. A change is made in place.
	PodPidsLimit int
}

// The least and the most processes of a pod (terraform-provider-rhcs provider/kubeletconfig/kubeletconfig_validators.go).
const (
	rosaLeastPids = 4096
	rosaMostPids  = 3694303
)

var rosaDNSLabel = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaKubeletConfigArgs) Validate() error {
	const path = "cluster.RosaKubeletConfigArgs."
	var full RosaKubeletConfigArgs
	if a != nil {
		full = *a
	}
	var p check.Problems
	full.RHCS.Check(&p, path+"RHCS")
	rosaCheckCluster(&p, path+"ClusterID", full.ClusterID)
	rosaCheckConfigName(&p, path+"Name", full.Name)
	if full.PodPidsLimit < rosaLeastPids || full.PodPidsLimit > rosaMostPids {
		p.Addf(path+"PodPidsLimit", "%d is not between %d and %d", full.PodPidsLimit, rosaLeastPids, rosaMostPids)
	}
	return p.Err()
}

func rosaCheckConfigName(p *check.Problems, path, name string) {
	if p.Required(path, name) && !rosaDNSLabel.MatchString(name) {
		p.Addf(path, "%q is no name of at most 63 lower-case letters, digits and inner hyphens", name)
	}
}

// rosaNamed is a configuration that machine pools name.
type rosaNamed struct {
	pulumi.CustomResourceState

	Name pulumi.StringOutput `pulumi:"name"`
}

// NewRosaKubeletConfig registers a RosaKubeletConfig. Wrong arguments are reported together, as by Validate, before anything is
// registered.
func NewRosaKubeletConfig(ctx *pulumi.Context, name string, args *RosaKubeletConfigArgs, opts ...pulumi.ResourceOption) (*RosaKubeletConfig, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	component := &RosaKubeletConfig{}
	if err := ctx.RegisterComponentResource("openshift-aws:cluster:RosaKubeletConfig", name, component, opts...); err != nil {
		return nil, err
	}
	var made rosaNamed
	inputs := pulumi.Map{"cluster": args.ClusterID, "name": pulumi.String(args.Name), "podPidsLimit": pulumi.Int(args.PodPidsLimit)}
	options := []pulumi.ResourceOption{pulumi.Parent(component), rosaOfCluster("name")}
	if err := rhcs.Register(ctx, args.RHCS, "Kubeletconfig", name+"-config", inputs, &made, options...); err != nil {
		return nil, fmt.Errorf("openshift-aws:cluster:RosaKubeletConfig %s: %w", name, err)
	}
	component.Name = made.Name
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"name": component.Name})
}
