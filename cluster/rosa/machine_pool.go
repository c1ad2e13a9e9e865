package rosa

import (
	"fmt"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// MachinePool is a set of identical worker machines of a cluster.
//
// It waits until the cluster is ready, up to 60 minutes. An update ends when OCM has accepted the change, or with HCPPoolArgs.Wait when the
// pool has its release; machines are launched and terminated afterwards. Deleting the component terminates its machines.
type MachinePool struct {
	pulumi.ResourceState

	// Name is the name of the pool. It resolves when the pool is created.
	Name pulumi.StringOutput `pulumi:"name"`
	// CurrentVersion is the OpenShift release of the machines, with HCPPoolArgs.Wait after their upgrade; nil on Classic, where they follow
	// the cluster.
	CurrentVersion pulumi.StringPtrOutput `pulumi:"currentVersion"`
}

// poolResource has the outputs of either of RHCS's machine pool resources.
type poolResource struct {
	pulumi.CustomResourceState

	Name           pulumi.StringOutput    `pulumi:"name"`
	CurrentVersion pulumi.StringPtrOutput `pulumi:"currentVersion"`
	AWSTags        pulumi.StringMapOutput `pulumi:"awsTags"`
	AWSNodePool    pulumi.MapOutput       `pulumi:"awsNodePool"`
}

// hostedTags returns the tags of a pool of a hosted cluster.
func (p *poolResource) hostedTags() pulumi.Output {
	return p.AWSNodePool.ApplyT(func(nodePool map[string]any) map[string]string {
		hosted := map[string]string{}
		tags, _ := nodePool["tags"].(map[string]any)
		for key, value := range tags {
			hosted[key] = fmt.Sprint(value)
		}
		return hosted
	})
}

// NewMachinePool registers a MachinePool.
func NewMachinePool(ctx *pulumi.Context, name string, args *MachinePoolArgs, opts ...pulumi.ResourceOption) (*MachinePool, error) {
	return component.Register(ctx, name, args, opts, component.Type[MachinePoolArgs, MachinePool]{
		Token:    "openshift-aws:rosa:MachinePool",
		Children: registerMachinePool,
	})
}

func registerMachinePool(c *component.Builder[MachinePoolArgs, MachinePool]) error {
	b := builder{Base: c.Base}
	args := c.Args
	resourceType, inputs := "MachinePool", args.classicInputs
	if args.HCP != nil {
		resourceType, inputs = "HcpMachinePool", args.hcpInputs
	}
	options, err := b.replacement(args.AllowReplacement, resourceType)
	if err != nil {
		return err
	}
	if !args.AllowReplacement {
		// Always replaced; the new pool is created first.
		options = append(options, replaceWithCluster("name"))
	}
	var pool poolResource
	if err := b.register(resourceType, "pool", inputs(), &pool, options...); err != nil {
		return err
	}
	if !args.AllowReplacement {
		b.warnOfTags(poolPath, args.Tags, &pool, pool.AWSTags, pool.hostedTags())
	}
	if hcp := args.HCP; hcp != nil {
		c.Component.CurrentVersion = b.poolAfterUpgrade(&pool, args.ClusterID, hcp.Wait, hcp.Version)
	}
	return nil
}

// hcpInputs are the properties of rhcs_hcp_machine_pool.
func (a *MachinePoolArgs) hcpInputs() rhcs.Properties {
	inputs := rhcs.Inputs(a, rhcs.HCP)
	inputs["autoRepair"] = *a.HCP.AutoRepair
	argument.Put(inputs, "autoscaling.enabled", a.Autoscaling != nil)
	argument.Put(inputs, "awsNodePool.ec2MetadataHttpTokens", tokens(a.HCP.AllowIMDSv1))
	if a.HCP.Windows {
		argument.Put(inputs, "awsNodePool.imageType", "Windows")
	}
	return inputs
}

// classicInputs are the properties of rhcs_machine_pool. Without multiAvailabilityZone the provider would spread the pool of a MultiAZ
// cluster over all zones (terraform-provider-rhcs provider/machinepool/classic, validateAZConfig).
func (a *MachinePoolArgs) classicInputs() rhcs.Properties {
	inputs := rhcs.Inputs(a, rhcs.Classic)
	inputs["autoscalingEnabled"] = flag(a.Autoscaling != nil)
	if a.Classic.Spot != nil {
		inputs["useSpotInstances"] = true
		if dollars, err := strconv.ParseFloat(a.Classic.Spot.MaxPrice, 64); err == nil {
			inputs["maxSpotPrice"] = dollars
		}
	}
	return inputs
}
