package blueprint

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/internals"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// ExistingCluster is the configuration of a program that adds to a cluster: the outputs that the Export of the cluster's blueprint has
// exported, if the setting clusterStack names the cluster's stack, and otherwise the settings of the same names. A value that is in
// neither is reported as config.Config reports a setting that is missing.
type ExistingCluster struct {
	ctx     *pulumi.Context
	config  *config.Config
	outputs map[string]any
	// prefix begins the names of resources, where a program has several clusters.
	prefix string
}

// LoadExistingCluster reads the outputs of the stack that the setting clusterStack names, such as organization/openshift-classic/demo.
func LoadExistingCluster(ctx *pulumi.Context) (*ExistingCluster, error) {
	return loadCluster(&ExistingCluster{ctx: ctx, config: config.New(ctx, "")})
}

// LoadNamedCluster is LoadExistingCluster for one of several clusters of a program. Its settings have the name as their namespace, such as
// east:clusterStack, and the names of its resources begin with it, such as east-cluster: other clusters can have pools of the same names.
func LoadNamedCluster(ctx *pulumi.Context, name string) (*ExistingCluster, error) {
	return loadCluster(&ExistingCluster{ctx: ctx, config: config.New(ctx, name), prefix: name + "-"})
}

func loadCluster(c *ExistingCluster) (*ExistingCluster, error) {
	name := c.config.Get("clusterStack")
	if name == "" {
		return c, nil
	}
	var err error
	c.outputs, err = stackOutputs(c.ctx, name)
	return c, err
}

// stackReference is Pulumi's StackReference with the outputs alone: a package that names pulumi.StackReference, or pulumi.AnyOutput, which
// one of its methods returns, compiles all methods of all outputs of the SDK again, for 5 seconds (SDK 3.250).
type stackReference struct {
	pulumi.CustomResourceState

	Outputs pulumi.MapOutput `pulumi:"outputs"`
}

// stackOutputs returns the values of the outputs of a stack.
func stackOutputs(ctx *pulumi.Context, name string) (map[string]any, error) {
	var stack stackReference
	err := ctx.ReadResource("pulumi:pulumi:StackReference", name, pulumi.ID(name), pulumi.Map{"name": pulumi.String(name)}, &stack)
	if err != nil {
		return nil, err
	}
	result, err := internals.UnsafeAwaitOutput(ctx.Context(), stack.Outputs)
	outputs, _ := result.Value.(map[string]any)
	return outputs, err
}

// optional returns an output or a setting that is a text; empty if there is none.
func (c *ExistingCluster) optional(key string) string {
	if output, isText := c.outputs[key].(string); isText {
		return output
	}
	return c.config.Get(key)
}

// source is the path of a setting or, if the cluster's stack has the output, of that.
func (c *ExistingCluster) source(key string) check.Path {
	if _, isOutput := c.outputs[key]; isOutput {
		return check.Path("output " + key)
	}
	if c.prefix != "" {
		key = strings.TrimSuffix(c.prefix, "-") + ":" + key
	}
	return check.Path("setting " + key)
}

func (c *ExistingCluster) required(key string) string {
	if value := c.optional(key); value != "" {
		return value
	}
	return c.config.Require(key)
}

// InfraID is the infrastructure ID: infraId.
func (c *ExistingCluster) InfraID() string { return c.required("infraId") }

// ClusterID is the ID of a ROSA cluster in OCM: clusterId.
func (c *ExistingCluster) ClusterID() string { return c.required("clusterId") }

// VolumeKeyARN is the ARN of the KMS key of a ROSA cluster's volumes: volumeKeyArn. It is nil if the cluster has none.
func (c *ExistingCluster) VolumeKeyARN() pulumi.StringInput { return text(c.optional("volumeKeyArn")) }

// Kubeconfig is the text of a kubeconfig, a secret: kubeconfig. A setting that is the path of a file is read, as pulumi-kubernetes does.
func (c *ExistingCluster) Kubeconfig() pulumi.StringOutput {
	kubeconfig := c.required("kubeconfig")
	if content, err := os.ReadFile(kubeconfig); err == nil {
		kubeconfig = string(content)
	}
	return pulumi.ToSecret(pulumi.String(kubeconfig)).(pulumi.StringOutput)
}

// Subnets are the private subnets by zone: subnets. In the configuration they are us-east-2a=subnet-0123456789abcdef0,us-east-2b=...
func (c *ExistingCluster) Subnets() []network.Subnet {
	ids := map[string]string{}
	if output, isMap := c.outputs["subnets"].(map[string]any); isMap {
		for zone, id := range output {
			ids[zone] = fmt.Sprint(id)
		}
	} else {
		ids = pairs(c.config.Require("subnets"))
	}
	var subnets []network.Subnet
	for _, zone := range slices.Sorted(maps.Keys(ids)) {
		subnets = append(subnets, network.Subnet{Zone: zone, ID: pulumi.String(ids[zone])})
	}
	return subnets
}

// SecurityGroupIDs are the IDs of the workers' security groups: securityGroupIds. In the configuration they are separated by commas.
func (c *ExistingCluster) SecurityGroupIDs() pulumi.StringArray {
	output, isList := c.outputs["securityGroupIds"].([]any)
	if !isList {
		return pulumi.ToStringArray(list(c.config.Require("securityGroupIds")))
	}
	ids := pulumi.StringArray{}
	for _, id := range output {
		ids = append(ids, pulumi.String(fmt.Sprint(id)))
	}
	return ids
}

// InstanceProfile is the name of the workers' instance profile: instanceProfile.
func (c *ExistingCluster) InstanceProfile() pulumi.String {
	return pulumi.String(c.required("instanceProfile"))
}

// AMI is the ID of the RHCOS image: ami.
func (c *ExistingCluster) AMI() pulumi.String { return pulumi.String(c.required("ami")) }

// RegistryBucket is the name of the image registry's bucket: registryBucket.
func (c *ExistingCluster) RegistryBucket() pulumi.String {
	return pulumi.String(c.required("registryBucket"))
}

// WorkerIgnition is the Ignition of the workers, a secret: workerIgnition. In the configuration it is the path of worker.ign.
func (c *ExistingCluster) WorkerIgnition() (pulumi.StringOutput, error) {
	ignition, isText := c.outputs["workerIgnition"].(string)
	if !isText {
		file, err := os.ReadFile(c.config.Require("workerIgnition"))
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		ignition = string(file)
	}
	return pulumi.ToSecret(pulumi.String(ignition)).(pulumi.StringOutput), nil
}

// AgentRole returns the role of agents in the cluster, such as nodes.CSRApproverArgs.Role. It is for the OIDC provider that issues the
// tokens of their service accounts, oidcProviderArn, or, without short-term credentials, the control plane's role, controlPlaneRole.
func (c *ExistingCluster) AgentRole() *iam.ServiceAccountRoleArgs {
	if provider := c.optional("oidcProviderArn"); provider != "" {
		return &iam.ServiceAccountRoleArgs{OIDCProviderARN: pulumi.String(provider)}
	}
	return &iam.ServiceAccountRoleArgs{ControlPlaneRoleName: pulumi.String(c.required("controlPlaneRole"))}
}

// KubernetesProvider registers the provider of the cluster for components inside it. A stack is for one cluster: neither
// another kubeconfig nor `pulumi stack rename` replaces its objects.
func (c *ExistingCluster) KubernetesProvider(opts ...pulumi.ResourceOption) (*cluster.KubernetesProvider, error) {
	return cluster.NewKubernetesProvider(c.ctx, c.prefix+"cluster", &cluster.KubernetesProviderArgs{
		Kubeconfig: c.Kubeconfig(),
	}, opts...)
}
