package programs_test

import (
	"math"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// hostile are arguments that were accepted once, by the path of the field that names the problem.
var hostile = map[string]interface{ Validate() error }{
	// Empty keys: a typing error in a variable.
	"network.VpcArgs.ZoneSlots[]": &network.VpcArgs{ZoneSlots: map[string]int{"": 1}},
	"network.VpcArgs.Subnets[]": &network.VpcArgs{
		Subnets: map[string]network.SubnetCIDRs{"": {}},
	},
	"network.VpcArgs.Endpoints.Policies[]": &network.VpcArgs{
		Endpoints: &network.EndpointsArgs{Policies: map[string]pulumi.StringInput{"": pulumi.String("{}")}},
	},
	"machineconfig.KubeletConfigArgs.SystemReserved[]": &machineconfig.KubeletConfigArgs{
		SystemReserved: map[string]string{"": "1"},
	},
	"machineconfig.KubeletConfigArgs.KubeReserved[]": &machineconfig.KubeletConfigArgs{
		KubeReserved: map[string]string{"": "1"},
	},
	"machineconfig.KubeletConfigArgs.EvictionHard[]": &machineconfig.KubeletConfigArgs{
		EvictionHard: map[string]string{"": "1"},
	},
	"rosa.HCPArgs.Properties[]": &rosa.HCPArgs{Properties: map[string]string{"": "x"}},
	"configuration.OperatorArgs.Environment[ ]": &configuration.OperatorArgs{
		Environment: map[string]pulumi.StringInput{" ": pulumi.String("x")},
	},
	"configuration.OperatorArgs.Environment[\n]": &configuration.OperatorArgs{
		Environment: map[string]pulumi.StringInput{"\n": pulumi.String("x")},
	},
	"configuration.OperatorArgs.Channel": &configuration.OperatorArgs{Channel: "stable\n"},
	"iam.ServiceAccountRoleArgs.Policy":  &iam.ServiceAccountRoleArgs{Policy: pulumi.String("allow")},
	"rosa.IdentityProviderArgs.OpenID.ClientID": &rosa.IdentityProviderArgs{
		OpenID: &rosa.OpenIDArgs{ClientID: pulumi.String("a\nb")},
	},
	"rosa.IdentityProviderArgs.OpenID.ExtraAuthorizeParameters[]": &rosa.IdentityProviderArgs{
		OpenID: &rosa.OpenIDArgs{ExtraAuthorizeParameters: map[string]string{"": "x"}},
	},
	// Elements that are nil, and numbers that are none.
	"nodes.WorkerPoolArgs.ClassicLoadBalancers[0]": &nodes.WorkerPoolArgs{
		ClassicLoadBalancers: pulumi.StringArray{nil},
	},
	"rosa.MachinePoolArgs.HCP.TuningConfigs[0]": &rosa.MachinePoolArgs{
		HCP: &rosa.HCPPoolArgs{TuningConfigs: pulumi.StringArray{nil}},
	},
	"nodes.WorkerPoolArgs.Autoscaling.UtilizationThreshold": &nodes.WorkerPoolArgs{
		Autoscaling: &nodes.PoolAutoscalingArgs{UtilizationThreshold: math.NaN()},
	},
	"nodes.ClusterAutoscalerArgs.ScaleDown.UtilizationThreshold": &nodes.ClusterAutoscalerArgs{
		ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: math.NaN()},
	},
	"nodes.ClusterAutoscalerASGArgs.ScaleDown.UtilizationThreshold": &nodes.ClusterAutoscalerASGArgs{
		ScaleDown: &nodes.ScaleDownArgs{UtilizationThreshold: math.NaN()},
	},
	// Texts that no service has.
	"rosa.HCPArgs.STS.OperatorRolePrefix": &rosa.HCPArgs{
		STS: &rosa.STSArgs{OperatorRolePrefix: pulumi.String("a b")},
	},
	"rosa.HCPArgs.STS.OIDCConfigID": &rosa.HCPArgs{
		STS: &rosa.STSArgs{OIDCConfigID: pulumi.String("a\nb")},
	},
	"network.PrivateLinkAccessArgs.ClusterID": &network.PrivateLinkAccessArgs{
		ClusterID: pulumi.String("a b"),
	},
	"rosa.LogForwarderArgs.CloudWatch.Name": &rosa.LogForwarderArgs{
		CloudWatch: &rosa.LogGroupArgs{Name: pulumi.String("ä")},
	},
	"ingress.RouterLBArgs.AccessLogs.Bucket": &ingress.RouterLBArgs{
		AccessLogs: &ingress.AccessLogsArgs{Bucket: pulumi.String("A b")},
	},
	"storage.RegistryBucketArgs.AccessLogs.Bucket": &storage.RegistryBucketArgs{
		AccessLogs: &storage.AccessLogsArgs{Bucket: pulumi.String("A b")},
	},
	"configuration.UpdateServiceArgs.GraphDataImage": &configuration.UpdateServiceArgs{
		GraphDataImage: pulumi.String("a b"),
	},
	"nodes.WorkerPoolArgs.KeyName": &nodes.WorkerPoolArgs{KeyName: pulumi.String("ä")},
	"nodes.WorkerPoolArgs.PlacementGroup.Name": &nodes.WorkerPoolArgs{
		PlacementGroup: &nodes.PlacementGroupArgs{Name: pulumi.String("a\nb")},
	},
	"iam.OIDCProviderArgs.EndpointURL": &iam.OIDCProviderArgs{
		EndpointURL: pulumi.String("<script>"),
	},
	"cluster.KubernetesProviderArgs.Kubeconfig": &cluster.KubernetesProviderArgs{
		Kubeconfig: pulumi.String("garbage\n"),
	},
	"rosa.MachinePoolArgs.Classic.SubnetID": &rosa.MachinePoolArgs{
		Classic: &rosa.ClassicPoolArgs{SubnetID: pulumi.String("subnet-ä")},
	},
	"rosa.MachinePoolArgs.HCP.KubeletConfig": &rosa.MachinePoolArgs{
		HCP: &rosa.HCPPoolArgs{KubeletConfig: pulumi.String("a\nb")},
	},
	"rosa.AutoscalerArgs.Classic.BalancingIgnoredLabels[0]": &rosa.AutoscalerArgs{
		Classic: &rosa.ClassicAutoscalerArgs{BalancingIgnoredLabels: []string{"a b"}},
	},
	"configuration.UpgradeArgs.Kubeconfig": &configuration.UpgradeArgs{
		Wait: &configuration.WaitArgs{}, Kubeconfig: pulumi.String(" \n"),
	},
	"configuration.IdentityProvidersArgs.Providers[0].Name": &configuration.IdentityProvidersArgs{
		Providers: []configuration.IdentityProvider{{Name: strings.Repeat("a", 300), HTPasswd: &configuration.HTPasswdArgs{}}},
	},
	"ingress.IngressControllerArgs.TLSProfile.Ciphers[0]": &ingress.IngressControllerArgs{
		TLSProfile: &ingress.TLSProfileArgs{Type: "Custom", Ciphers: []string{"TLS_RSA"}},
	},
	"nodes.WorkerPoolArgs.LoadBalancerHealth": &nodes.WorkerPoolArgs{
		LoadBalancerHealth: true, TargetGroupARNs: pulumi.StringArray{},
	},
	// Numbers of more than 32 bits.
	"nodes.ClusterAutoscalerArgs.MaxNodesTotal": &nodes.ClusterAutoscalerArgs{
		MaxNodesTotal: new(math.MaxInt32 + 1),
	},
	"nodes.ClusterAutoscalerArgs.LogVerbosity": &nodes.ClusterAutoscalerArgs{
		LogVerbosity: new(math.MaxInt32 + 1),
	},
	"ingress.IngressControllerArgs.Replicas": &ingress.IngressControllerArgs{
		Replicas: new(math.MaxInt32 + 1),
	},
	"nodes.MachineSetArgs.ReplicasPerZone": &nodes.MachineSetArgs{
		ReplicasPerZone: new(math.MaxInt32 + 1),
	},
	"nodes.MachineSetArgs.Autoscaling.MaxPerZone": &nodes.MachineSetArgs{
		Autoscaling: &nodes.MachineAutoscalingArgs{MaxPerZone: math.MaxInt32 + 1},
	},
	"nodes.WorkerPoolArgs.WarmPool.MaxPrepared": &nodes.WorkerPoolArgs{
		WarmPool: &nodes.WarmPoolArgs{MaxPrepared: new(math.MaxInt32 + 1)},
	},
	// Releases that do not fit each other.
	"rosa.MachinePoolArgs.HCP.Version": &rosa.MachinePoolArgs{
		HCP: &rosa.HCPPoolArgs{Version: "4.15.3", ControlPlaneVersion: "4.18.5"},
	},
}

// TestHostileArguments: each is rejected, with its field.
func TestHostileArguments(t *testing.T) {
	t.Parallel()
	for field, args := range hostile {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			var found []string
			for _, problem := range check.Of(args.Validate()) {
				found = append(found, problem.Path.String())
			}
			assert.Contains(t, found, field)
		})
	}
}

// TestHostileOutputs: what a text is rejected for, an output is rejected for when it has a value, and no resource gets it.
func TestHostileOutputs(t *testing.T) {
	t.Parallel()
	for field, change := range map[string]func(*network.Network){
		"ID":         func(n *network.Network) { n.ID = pulumi.String("subnet-0123456789abcdef0").ToStringOutput() },
		"IPv6CIDR":   func(n *network.Network) { n.IPv6CIDR = pulumi.String("::/0").ToStringPtrOutput() },
		"link local": func(n *network.Network) { n.IPv6CIDR = pulumi.String("fe80::1").ToStringPtrOutput() },
	} {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			rec := mocks.New()
			err := rec.Run(func(ctx *pulumi.Context) error {
				vpc := network.Network{
					ID: pulumi.String("vpc-0123456789abcdef0").ToStringOutput(), CIDR: "10.0.0.0/16", IPv6: true,
					IPv6CIDR: pulumi.String("2600:1f16:abcd::/56").ToStringPtrOutput(),
				}
				change(&vpc)
				_, err := network.NewSecurityGroups(ctx, "demo", &network.SecurityGroupsArgs{InfraID: "demo-x7k2p", Network: vpc})
				return err
			})
			assert.ErrorContains(t, err, "network.SecurityGroupsArgs.Network."+strings.Replace(field, "link local", "IPv6CIDR", 1)+": ")
		})
	}
}
