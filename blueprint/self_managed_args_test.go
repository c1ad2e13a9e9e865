package blueprint_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// checkProblems compares the problems with those below a path. A star stands for the rest of a message, which names a temporary folder.
func checkProblems(t *testing.T, path string, want []string, err error, reason string) {
	t.Helper()
	got := checktest.Problems(err)
	for i := range want {
		want[i] = path + want[i]
		if text, ok := strings.CutSuffix(want[i], "*"); ok && i < len(got) && strings.HasPrefix(got[i], text) {
			want[i] = got[i]
		}
	}
	assert.Equal(t, want, got, reason)
}

func TestSelfManagedRejectsInvalidArguments(t *testing.T) {
	t.Parallel()
	const bad = "not valid"
	tests := map[string]struct {
		reason string
		change func(a *blueprint.SelfManagedArgs)
		want   []string
	}{
		"no zones": {
			reason: "what nobody can guess is required",
			change: func(a *blueprint.SelfManagedArgs) { a.PublicZoneID, a.Zones = nil, nil },
			want:   []string{".PublicZoneID: is required unless Scope is Internal", ".Zones: required"},
		},
		"every part": {
			reason: "the problems of all parts are reported together, at their paths",
			change: func(a *blueprint.SelfManagedArgs) {
				a.Vpc = &network.VpcArgs{KindTags: &network.KindTagsArgs{}, NAT: "Two"}
				a.JumpHost = &network.JumpHostArgs{ClientVersion: bad}
				a.EgressProxy = &network.EgressProxyArgs{InstanceType: bad}
				a.SecurityGroups = &network.SecurityGroupsArgs{NodePortCIDRs: []string{bad}}
				a.InstanceProfiles = &iam.InstanceProfilesArgs{Path: bad}
				a.ControlPlane = &cluster.ControlPlaneArgs{InstanceType: bad}
				a.RouterLB = &ingress.RouterLBArgs{Type: "ALB"}
				a.RegistryBucket = &storage.RegistryBucketArgs{AbortUploadsAfterDays: -1}
				a.BackupBuckets = map[string]*storage.BackupBucketArgs{"etcd": {ExpireAfterDays: -1}}
				a.MachineConfigPool = &machineconfig.MachineConfigPoolArgs{MaxUnavailable: "0"}
				a.InfraMachineSet = &nodes.MachineSetArgs{DeletePolicy: bad}
				a.WorkerMachineSet = &nodes.MachineSetArgs{DeletePolicy: bad}
				a.WorkerPools = map[string]*nodes.WorkerPoolArgs{"spot": {
					Max: -1, Drain: &nodes.DrainArgs{}, Autoscaling: &nodes.PoolAutoscalingArgs{},
				}}
				a.CSRApprover = &nodes.CSRApproverArgs{Namespace: bad}
				a.ClusterAutoscaler = &nodes.ClusterAutoscalerASGArgs{Expanders: []string{bad}}
				a.TerminationHandlers = map[string]*nodes.TerminationHandlerArgs{"spot": {Image: pulumi.String(bad)}, "other": {}}
				a.IngressController = &ingress.IngressControllerArgs{Replicas: new(-1)}
				a.ImageRegistry = &storage.ImageRegistryArgs{LogLevel: bad}
				a.MonitoringStorage = &storage.MonitoringStorageArgs{Retention: bad}
			},
			want: []string{
				".Vpc.NAT: one-of",
				".JumpHost.AMI: required",
				".JumpHost.ClientVersion: format",
				".EgressProxy.AMI: required",
				".EgressProxy.InstanceType: format",
				".SecurityGroups.NodePortCIDRs[0]: format",
				".InstanceProfiles.Path: format",
				".RegistryBucket.AbortUploadsAfterDays: range",
				".ControlPlane.InstanceType: format",
				".RouterLB.Type: one-of",
				".BackupBuckets[etcd].ExpireAfterDays: range",
				".MachineConfigPool.MaxUnavailable: \"0\" counts as 1; to stop updates of the pool, set Paused",
				".InfraMachineSet.DeletePolicy: one-of",
				".WorkerMachineSet.DeletePolicy: one-of",
				".WorkerPools[spot].Max: range",
				".TerminationHandlers[spot].Image: format",
				".TerminationHandlers[other]: must be the name of a pool with Drain",
				".CSRApprover.Namespace: format",
				".ClusterAutoscaler.Expanders[0]: one-of",
				".IngressController.Replicas: range",
				".ImageRegistry.LogLevel: one-of",
				".MonitoringStorage.Retention: format",
			},
		},
		"expired": {
			reason: "the credentials need their public key, a network excludes a VPC",
			change: func(a *blueprint.SelfManagedArgs) {
				a.AllowExpiredIgnition = true
				a.Credentials = &iam.ShortTermCredentialsArgs{Name: "demo-acme"}
				a.Network, a.Vpc = &network.Network{}, &network.VpcArgs{}
			},
			want: []string{
				".Network: exclusive",
				".Network.ID: required",
				".Credentials.PublicKey: is required, or the file *",
				".Credentials.OpenShiftVersion: required",
			},
		},
		"operators without their roles": {
			reason: "the manifests of the installation name them, so that the operators would never be available",
			change: func(a *blueprint.SelfManagedArgs) {
				file := filepath.Join(a.InstallDir, blueprint.PublicKeyFile)
				require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
				require.NoError(t, os.WriteFile(file, []byte("key"), 0o600))
			},
			want: []string{".Credentials: is required, because the operators of the cluster in *"},
		},
		"another provider": {
			reason: "the resources must be in the region of the install directory",
			change: func(a *blueprint.SelfManagedArgs) { a.Region = "us-east-1" },
			want: []string{
				".Region: is us-east-1, but the cluster in *",
			},
		},
		"two zones": {
			reason: "etcd needs a quorum",
			change: func(a *blueprint.SelfManagedArgs) { a.Zones = []string{"us-east-2a", "us-east-2b"} },
			want: []string{
				".Zones: must have 1, 3 or 5 zones, one per control-plane machine (has 2)",
			},
		},
		"another region": {
			reason: "zones must be in the region of the install directory",
			change: func(a *blueprint.SelfManagedArgs) { a.Zones = []string{"us-west-2a", "us-west-2b", "us-west-2c"} },
			want: []string{
				".Zones[0]: us-west-2a is not in us-east-2, the region of the cluster in *",
				".Zones[1]: us-west-2b is not in us-east-2, the region of the cluster in *",
				".Zones[2]: us-west-2c is not in us-east-2, the region of the cluster in *",
			},
		},
		"omitted": {
			reason: "what other parts need of an omitted part is theirs to set",
			change: func(a *blueprint.SelfManagedArgs) {
				a.Omit = []blueprint.Part{"SecurityGroups", "InstanceProfiles", "RouterLB"}
				a.RouterLB = &ingress.RouterLBArgs{}
			},
			want: []string{
				".Omit[2]: RouterLB must not be omitted and set",
				".ControlPlane.InstanceProfile: required",
				".ControlPlane.SecurityGroupIDs: required",
				".ControlPlane.APIServerLBSecurityGroupIDs: required",
				".InfraMachineSet.InstanceProfile: required",
				".InfraMachineSet.SecurityGroupIDs: required",
				".WorkerMachineSet.InstanceProfile: required",
				".WorkerMachineSet.SecurityGroupIDs: required",
			},
		},
		"capabilities": {
			reason: "a part without its capability is rejected",
			change: func(a *blueprint.SelfManagedArgs) {
				a.DisabledCapabilities = []string{"ImageRegistry", "Storage", "MachineAPI"}
				a.ImageRegistry, a.MonitoringStorage = &storage.ImageRegistryArgs{}, &storage.MonitoringStorageArgs{}
			},
			want: []string{
				".ImageRegistry: requires the capability ImageRegistry, which is in DisabledCapabilities",
				".MonitoringStorage: requires the capability Storage, which is in DisabledCapabilities",
				".InfraMachineSet: requires the capability MachineAPI, which is in DisabledCapabilities",
				".WorkerMachineSet: requires the capability MachineAPI, which is in DisabledCapabilities",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := demo(t)
			tt.change(args)
			checkProblems(t, "blueprint.SelfManagedArgs", tt.want, args.Validate(), tt.reason)
			mockstest.Rejected(t, selfManaged(args), "blueprint.SelfManagedArgs.")
		})
	}
	require.NoError(t, demo(t).Validate())
}

// TestProblemsOfOutputs: a problem of what an output resolves to is at the field of the blueprint. A test of package plugin has all such
// problems.
func TestProblemsOfOutputs(t *testing.T) {
	t.Parallel()
	resolved := func(text string) pulumi.StringOutput { return pulumi.String(text).ToStringOutput() }
	for path, change := range map[string]func(*blueprint.SelfManagedArgs){
		"Credentials.PublicKey":      func(a *blueprint.SelfManagedArgs) { a.Credentials.PublicKey = resolved("ssh-rsa") },
		"WorkerPools[spot].Ignition": func(a *blueprint.SelfManagedArgs) { a.WorkerPools["spot"].Ignition = resolved("worker.ign") },
		"CSRApprover.RoleARN":        func(a *blueprint.SelfManagedArgs) { a.CSRApprover = &nodes.CSRApproverArgs{RoleARN: nilOutput()} },
		"BackupBuckets[apps].Writer.OIDCProviderARN": func(a *blueprint.SelfManagedArgs) {
			role := &iam.ServiceAccountRoleArgs{OIDCProviderARN: resolved("keycloak")}
			a.BackupBuckets = map[string]*storage.BackupBucketArgs{"apps": {Writer: role}}
		},
	} {
		args := everyPart(t)
		change(args)
		require.ErrorContains(t, mocks.New(region(t)).Run(selfManaged(args)), "blueprint.SelfManagedArgs."+path+": ")
	}
}
