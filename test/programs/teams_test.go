package programs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/s3"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/sns"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/vpc"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// The programs of this file are those of teams who write Go and Pulumi every day. Each comes up in mocks and in the sandbox.

const rhcos = pulumi.String("ami-0123456789abcdef0")

// watched is a component of a platform team: a self-managed cluster, its alarms and a bastion in a zone by name.
type watched struct {
	pulumi.ResourceState
	cluster *blueprint.SelfManaged
}

func newWatched(ctx *pulumi.Context, name, installDir string) (*watched, error) {
	w := &watched{}
	if err := ctx.RegisterComponentResource("acme:platform:Cluster", name, w); err != nil {
		return nil, err
	}
	inside := pulumi.Parent(w)
	var err error
	w.cluster, err = blueprint.NewSelfManaged(ctx, name, &blueprint.SelfManagedArgs{
		InstallDir: installDir, AMI: rhcos, Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
		JumpHost:     &network.JumpHostArgs{AMI: rhcos, Subnet: network.Subnet{Zone: "us-east-2b"}},
	}, inside)
	if err != nil {
		return nil, err
	}
	topic, err := sns.NewTopic(ctx, name, nil, inside)
	if err != nil {
		return nil, err
	}
	api := w.cluster.ControlPlane
	for group, suffix := range api.TargetGroupARNSuffixes {
		_, err := cloudwatch.NewMetricAlarm(ctx, name+"-"+group, &cloudwatch.MetricAlarmArgs{
			Namespace: pulumi.String("AWS/NetworkELB"), MetricName: pulumi.String("UnHealthyHostCount"),
			Dimensions:         pulumi.StringMap{"TargetGroup": suffix, "LoadBalancer": api.LoadBalancerARNSuffixes[group[1:]]},
			ComparisonOperator: pulumi.String("GreaterThanThreshold"), Threshold: pulumi.Float64(0),
			Statistic: pulumi.String("Maximum"), Period: pulumi.Int(60), EvaluationPeriods: pulumi.Int(5),
			AlarmActions: pulumi.Array{topic.Arn},
		}, inside)
		if err != nil {
			return nil, err
		}
	}
	return w, ctx.RegisterResourceOutputs(w, pulumi.Map{"jumpHost": w.cluster.JumpHost.InstanceID})
}

// teams are the programs that come up by themselves, by their kinds.
var teams = map[string]run{
	"a component around a blueprint": {
		clusters: map[string]string{"installDir": "shop.example.com"}, resources: 200,
		program: func(ctx *pulumi.Context) error {
			_, err := newWatched(ctx, "shop", config.Require(ctx, "installDir"))
			return err
		},
	},
	"rules of an account": {program: governed, imports: true, resources: 60},
	"pools of a configuration": {
		program: configured, imports: true, resources: 60,
		config: map[string]string{"pools": `{"batch": {"type": "c5.4xlarge", "zone": "us-east-2b", "most": 4},
			"gpu": {"type": "g4dn.xlarge", "zone": "us-east-2c", "most": 1}}`},
	},
	"a part of its own in the middle": {
		program: outgrown, clusters: map[string]string{"installDir": "shop.example.com"}, resources: 200,
	},
}

func TestTeams(t *testing.T) {
	t.Parallel()
	for kind, team := range teams {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			settings := map[string]string{}
			for key, value := range team.config {
				settings["project:"+key] = value
			}
			for key, domain := range team.clusters {
				settings["project:"+key] = t.TempDir()
				require.NoError(t, mocks.InstallDir(settings["project:"+key], domain, "us-east-2"))
			}
			preview := mocks.New(mocks.Region("us-east-2"), mocks.Config(settings))
			require.NoError(t, preview.Preview(team.program))
			update := mocks.New(mocks.Region("us-east-2"), mocks.Config(settings))
			require.NoError(t, update.Run(team.program))
			assert.Equal(t, mockstest.URNs(update), mockstest.URNs(preview))
			team.lifecycle(t)
		})
	}
}

// governed is a ROSA cluster in an account with rules: a boundary and a cost tag by a transform, a protected bucket in another region.
func governed(ctx *pulumi.Context) error {
	err := ctx.RegisterResourceTransform(func(_ context.Context, args *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		if args.Type == "aws:iam/role:Role" {
			args.Props["permissionsBoundary"] = pulumi.String("arn:aws:iam::123456789012:policy/boundary")
		}
		return &pulumi.ResourceTransformResult{Props: args.Props, Opts: args.Opts}
	})
	if err != nil {
		return err
	}
	other, err := aws.NewProvider(ctx, "ireland", &aws.ProviderArgs{Region: pulumi.String("eu-west-1")})
	if err != nil {
		return err
	}
	if _, err := s3.NewBucketV2(ctx, "audit", nil, pulumi.Provider(other)); err != nil {
		return err
	}
	_, err = blueprint.NewROSAHCP(ctx, "shop", &blueprint.ROSAHCPArgs{
		Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b"},
		Tags: pulumi.StringMap{"cost-center": pulumi.String("4711")},
		Vpc:  &network.VpcArgs{Tags: pulumi.StringMap{"team": pulumi.String("network")}},
	})
	return err
}

// configured is a ROSA cluster with the machine pools of an object in the configuration, each in the zone that it names.
func configured(ctx *pulumi.Context) error {
	var pools map[string]struct {
		Type, Zone string
		Most       int
	}
	config.New(ctx, "").RequireObject("pools", &pools)
	args := &blueprint.ROSAHCPArgs{
		Version: "4.18.5", Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}, MachinePools: map[string]*rosa.MachinePoolArgs{},
	}
	for name, pool := range pools {
		args.MachinePools[name] = &rosa.MachinePoolArgs{
			InstanceType: pool.Type, Autoscaling: &rosa.AutoscalingArgs{Min: 1, Max: pool.Most}, HCP: &rosa.HCPPoolArgs{Zone: pool.Zone},
		}
	}
	_, err := blueprint.NewROSAHCP(ctx, "shop", args)
	return err
}

// outgrown is a self-managed cluster whose routers have a load balancer that lets in the office too.
func outgrown(ctx *pulumi.Context) error {
	args := &blueprint.SelfManagedArgs{
		InstallDir: config.Require(ctx, "installDir"), AMI: rhcos, Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
	}
	blueprint.Own(args, func(
		ctx *pulumi.Context, shop *blueprint.SelfManaged, name string, args *ingress.RouterLBArgs, opts ...pulumi.ResourceOption,
	) (*ingress.RouterLB, error) {
		args.AllowedCIDRs = append(shop.Network.CIDRs(), "192.0.2.0/24")
		return ingress.NewRouterLB(ctx, name, args, opts...)
	})
	_, err := blueprint.NewSelfManaged(ctx, "shop", args)
	return err
}

// TestRulesOfATeam: a team tests the rules of its account in mocks. A rule without ports, which EC2 rejects, does not pass.
func TestRulesOfATeam(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, governed, mocks.Region("us-east-2"))
	for _, role := range rec.OfType("aws:iam/role:Role") {
		assert.Equal(t, "arn:aws:iam::123456789012:policy/boundary", role.Inputs["permissionsBoundary"], role.Name)
	}
	for _, subnet := range rec.OfType("aws:ec2/subnet:Subnet") {
		tags := subnet.Inputs["tags"].(map[string]any)
		assert.Equal(t, []any{"4711", "network"}, []any{tags["cost-center"], tags["team"]}, subnet.Name)
	}
	mockstest.Rejected(t, func(ctx *pulumi.Context) error {
		_, err := vpc.NewSecurityGroupIngressRule(ctx, "open", &vpc.SecurityGroupIngressRuleArgs{
			SecurityGroupId: pulumi.String("sg-0123456789abcdef0"), IpProtocol: pulumi.String("tcp"), CidrIpv4: pulumi.String("10.0.0.0/8"),
		})
		return err
	}, "fromPort: is required: EC2 must have both ports with TCP and UDP")
}

// onAKubeconfig adds a pool that scales, with the agents that it needs, to a cluster of which the team has a kubeconfig.
func onAKubeconfig(ctx *pulumi.Context) error {
	existing, err := blueprint.LoadExistingCluster(ctx)
	if err != nil {
		return err
	}
	provider, err := existing.KubernetesProvider()
	if err != nil {
		return err
	}
	_, err = existing.AddWorkers("batch", blueprint.Workers{
		WorkerPools: map[string]*nodes.WorkerPoolArgs{"batch": {
			Max:         3,
			Labels:      map[string]string{"example.com/batch": "true"},
			Autoscaling: &nodes.PoolAutoscalingArgs{Taints: []nodes.Taint{{Key: "example.com/batch", Effect: "NoSchedule"}}},
			Drain:       &nodes.DrainArgs{},
		}},
		CSRApprover: &nodes.CSRApproverArgs{Namespace: "acme-approver", Role: &iam.ServiceAccountRoleArgs{
			OIDCProviderARN: pulumi.String("arn:aws:iam::123456789012:oidc-provider/oidc.example.com"),
		}},
	}, provider)
	return err
}

// TestAPoolOnAKubeconfig: the role of an agent trusts the namespace in which it runs, and the nodes have the taints that are said once.
func TestAPoolOnAKubeconfig(t *testing.T) {
	t.Parallel()
	settings := map[string]string{}
	for key, value := range existingCluster(t) {
		settings["project:"+key] = value
	}
	rec := mockstest.Run(t, onAKubeconfig, mocks.Region("us-east-2"), mocks.Config(settings))
	trusts := func(role mocks.Resource) bool {
		return strings.Contains(fmt.Sprint(role.Inputs["assumeRolePolicy"]), "system:serviceaccount:acme-approver:")
	}
	assert.True(t, slices.ContainsFunc(rec.OfType("aws:iam/role:Role"), trusts))
	kubelet := rec.OfType("kubernetes:machineconfiguration.openshift.io/v1:KubeletConfig")
	require.Len(t, kubelet, 1)
	assert.Contains(t, fmt.Sprint(kubelet[0].Inputs), "example.com/batch")
}

// TestTheMiddleOfAList: what is taken out of a list is the only thing that goes.
func TestTheMiddleOfAList(t *testing.T) {
	t.Parallel()
	pools := func(list string) mocks.Option { return mocks.Config(map[string]string{"project:pools": list}) }
	before := mockstest.Run(t, configured, mocks.Region("us-east-2"), pools(teams["pools of a configuration"].config["pools"]))
	const gpu = `{"gpu": {"type": "g4dn.xlarge", "zone": "us-east-2c", "most": 1}}`
	after := mocks.New(mocks.Region("us-east-2"), mocks.Updating(before), pools(gpu))
	require.NoError(t, after.Run(configured))
	changes := after.Changes(before)
	require.Len(t, changes, 1)
	assert.Equal(t, mocks.Delete, changes[0].Op)
	assert.Contains(t, changes[0].Resource.URN, "::shop-batch-pool")
}

// existingCluster are the settings of a cluster that the program does not create.
func existingCluster(t *testing.T) map[string]string {
	t.Helper()
	ignition := filepath.Join(t.TempDir(), "worker.ign")
	require.NoError(t, os.WriteFile(ignition, []byte(`{"ignition":{"version":"3.2.0","config":{"merge":[{"source":`+
		`"https://api-int.demo.example.com:22623/config/worker"}]}}}`), 0o600))
	return map[string]string{
		"aws:region": "us-east-2", "infraId": "demo-x7k2p", "controlPlaneRole": "demo-x7k2p-master-role", "workerIgnition": ignition,
		"kubeconfig": "apiVersion: v1", "subnets": "us-east-2a=subnet-0123456789abcdef0", "securityGroupIds": "sg-0123456789abcdef0",
		"instanceProfile": "demo-x7k2p-worker-profile", "ami": "ami-0123456789abcdef0",
	}
}
