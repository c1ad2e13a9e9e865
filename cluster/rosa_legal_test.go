package cluster

import (
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
)

// TestRosaLegalEdges registers what is just allowed; the mocks refuse what the provider's schema does not have.
func TestRosaLegalEdges(t *testing.T) {
	t.Parallel()
	id := pulumi.String("c1")
	hcp, classic, pool, idp := rosaTestHCP, rosaTestClassic, rosaTestPool, rosaTestIDP
	three := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	tests := map[string]struct {
		reason string
		args   validated
	}{
		"least private": {"no option at all", hcp()},
		"longest name": {"54 characters", hcp(func(a *RosaHCPArgs) {
			a.Name, a.DomainPrefix = "a"+strings.Repeat("-b", 26)+"c", "a"+strings.Repeat("b", 14)
		})},
		"one letter": {"the shortest name", hcp(func(a *RosaHCPArgs) { a.Name = "a" })},
		"later values": {"outputs are not known", hcp(func(a *RosaHCPArgs) {
			a.AccountID = pulumi.String("x").ToStringOutput()
			a.EtcdKeyARN = pulumi.String("x").ToStringOutput()
		})},
		"oldest version": {"the provider's floor", hcp(func(a *RosaHCPArgs) { a.Version.Version = "4.12.0" })},
		"candidate": {"a release before the release", hcp(func(a *RosaHCPArgs) {
			a.Version = RosaVersionArgs{Version: "4.19.0-rc.2", ChannelGroup: RosaChannelCandidate}
		})},
		"next major": {"5.0 comes after 4.22", hcp(func(a *RosaHCPArgs) {
			a.Version = RosaVersionArgs{Version: "5.0.1", Channel: "stable-5.0", AcknowledgeUpgradeTo: "5.0"}
		})},
		"gov": {"another partition", hcp(func(a *RosaHCPArgs) {
			a.Region = "us-gov-west-1"
			role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/path/r")
			a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
			a.PrivateSubnets = rosaTestSubnets("private", "us-gov-west-1a")
			a.VolumeKeyARN = pulumi.String("arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef")
			a.CreatorARN = pulumi.String("arn:aws-us-gov:sts::123456789012:assumed-role/admin/ann@example.com")
		})},
		"public": {"a public and a private subnet", hcp(func(a *RosaHCPArgs) {
			a.Private, a.PrivateSubnets, a.PublicSubnets = false, a.PrivateSubnets[:1], rosaTestSubnets("public", three[0])
		})},
		"private API, public ingress": {"load balancers need a public subnet", hcp(func(a *RosaHCPArgs) { a.PublicSubnets = rosaTestSubnets("public", three...) })},
		"local subnet":                {"a subnet whose range nobody told", hcp(func(a *RosaHCPArgs) { a.PrivateSubnets[0].CIDR = "" })},
		"smallest ranges": {"one zone has a /25", hcp(func(a *RosaHCPArgs) {
			a.PrivateSubnets = a.PrivateSubnets[:1]
			a.PrivateSubnets[0].CIDR = "10.0.0.0/25"
			a.Network = RosaNetworkArgs{MachineCIDR: "10.0.0.0/25", ServiceCIDR: "10.0.1.0/24", PodCIDR: "10.1.0.0/22", HostPrefix: 23}
		})},
		"no machine at first": {"autoscaling from 0", hcp(func(a *RosaHCPArgs) { a.Workers.Autoscaling = &RosaAutoscalingArgs{0, 3} })},
		"most machines": {"500, in one zone", hcp(func(a *RosaHCPArgs) {
			a.PrivateSubnets, a.Workers = a.PrivateSubnets[:1], RosaWorkersArgs{Replicas: 500, DiskSizeGiB: 16384}
		})},
		"smallest disk": {"75 GiB and 10 groups", hcp(func(a *RosaHCPArgs) {
			a.Workers = RosaWorkersArgs{DiskSizeGiB: 75, SecurityGroupIDs: rosaTestGroups(10)}
		})},
		"bundle alone": {"certificates without a proxy", hcp(func(a *RosaHCPArgs) {
			a.Proxy = &RosaProxyArgs{TrustedCA: pulumi.String(demo.authority(t))}
		})},
		"proxy taken back": {"empty texts are sent", hcp(func(a *RosaHCPArgs) {
			a.Proxy = &RosaProxyArgs{HTTPProxy: pulumi.String(""), HTTPSProxy: pulumi.String(""), NoProxy: []string{}, TrustedCA: pulumi.String("")}
		})},
		"no proxy": {"addresses, ranges and domains", hcp(func(a *RosaHCPArgs) {
			a.Proxy = &RosaProxyArgs{HTTPSProxy: pulumi.String("https://proxy.example.com:8443/"), NoProxy: []string{"10.0.0.1", "10.0.0.0/16", ".example.com", "localhost"}}
		})},
		"registries": {"some blocked, one with an authority of its own", hcp(func(a *RosaHCPArgs) {
			a.Registry = &RosaRegistryArgs{
				BlockedRegistries: []string{"*.example.com", "docker.io/library"}, TrustedCAs: map[string]string{"registry.example.com..5000": demo.authority(t)},
			}
		})},
		"pool's place":   {"one zone, or one subnet", rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Classic.Zone = "us-east-2b" })},
		"pool's subnet":  {"one zone, or one subnet", rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Classic.SubnetID = pulumi.String("subnet-1") })},
		"audit log off":  {"an empty text turns it off", hcp(func(a *RosaHCPArgs) { a.AuditLogRoleARN = pulumi.String("") })},
		"local provider": {"air-gapped", hcp(func(a *RosaHCPArgs) { a.RHCS = rhcs.Provider{Path: "/opt/terraform-provider-rhcs"} })},
		"no wait": {"the next refresh tells", hcp(func(a *RosaHCPArgs) {
			a.Waits = RosaWaitsArgs{SkipCreate: true, SkipDestroy: true, Destroy: time.Minute}
		})},
		"password":          {"14 characters, with a space for a symbol", hcp(func(a *RosaHCPArgs) { a.Admin = &RosaAdminArgs{Password: pulumi.String("Correct Horses")} })},
		"installer's VPC":   {"no subnet, no zone", classic()},
		"installer's zones": {"three of them", classic(func(a *RosaClassicArgs) { a.MultiAZ, a.Zones = true, three })},
		"classic private": {"PrivateLink in three zones", classic(func(a *RosaClassicArgs) {
			a.MultiAZ, a.Private, a.PrivateSubnets = true, true, rosaTestSubnets("private", three...)
		})},
		"classic public": {"six subnets, in any order", classic(func(a *RosaClassicArgs) {
			a.MultiAZ, a.PrivateSubnets, a.PublicSubnets = true, rosaTestSubnets("private", three...), rosaTestSubnets("public", three[2], three[0], three[1])
		})},
		"classic 4.10":          {"the oldest, with the older metadata service", classic(func(a *RosaClassicArgs) { a.Version.Version, a.IMDS = "4.10.0", RosaIMDSv1AndV2 })},
		"classic disk of 4.14":  {"the limit rose", classic(func(a *RosaClassicArgs) { a.Version.Version, a.Workers.DiskSizeGiB = "4.14.0", 16384 })},
		"classic hosted API":    {"172.20.0.1 is an address as any other", classic(func(a *RosaClassicArgs) { a.Network.ServiceCIDR = "172.20.0.0/16" })},
		"classic bounds":        {"the least over three zones", classic(func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Autoscaling = true, &RosaAutoscalingArgs{3, 249} })},
		"empty pool":            {"no machine", pool(func(a *RosaMachinePoolArgs) { a.Replicas = new(0) })},
		"pool at rest":          {"autoscaling of one size", pool(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{2, 2} })},
		"pool of the cluster's": {"the first pool is taken over", pool(func(a *RosaMachinePoolArgs) { a.Name = "workers-0" })},
		"pool's longest drain":  {"a week", pool(func(a *RosaMachinePoolArgs) { a.HCP.NodeDrainGracePeriod = pointerTo(7 * 24 * time.Hour) })},
		"pool's version":        {"that of the control plane", pool(func(a *RosaMachinePoolArgs) { a.HCP.Version, a.HCP.ControlPlaneVersion = "4.18.5", "4.18.5" })},
		"pool's older version":  {"9 is less than 10", pool(func(a *RosaMachinePoolArgs) { a.HCP.Version, a.HCP.ControlPlaneVersion = "4.18.9", "4.18.10" })},
		"pool's reservation": {"an id alone", pool(func(a *RosaMachinePoolArgs) {
			a.HCP.CapacityReservation = &RosaCapacityReservationArgs{ID: pulumi.String("cr-1")}
		})},
		"spot":                {"at the price on demand", rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Classic.Spot = &RosaSpotArgs{} })},
		"taint without value": {"keys are enough", pool(func(a *RosaMachinePoolArgs) { a.Taints = []RosaTaint{{Key: "example.com/gpu", Effect: "NoExecute"}} })},
		"kubelet's least":     {"4096 processes", &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 4096}},
		"kubelet's most":      {"at one's own risk", &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 3694303}},
		"google by lookup": {"somebody chose the users", rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.MappingMethod, a.Google = RosaMappingLookup, &RosaGoogleArgs{id, id, ""}
		})},
		"github by address": {"a server without a name", rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: id, Teams: []string{"o/t"}, Hostname: "10.1.2.3"}
		})},
		"plain ldap": {"no TLS, by choice", rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.LDAP = &RosaLDAPArgs{URL: "ldap://ldap.example.com", Insecure: true}
		})},
		"both groups": {"one user in both", idp(func(a *RosaIdentityProviderArgs) {
			a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
		})},
		"provider's name":     {"all that the rosa command takes", idp(func(a *RosaIdentityProviderArgs) { a.Name = "GitHub_Enterprise-1" })},
		"workers":             {"a name of its own on Classic", rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "workers", true })},
		"scale from zero":     {"no machine at rest", pool(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{0, 1} })},
		"default ingress":     {"nothing to set yet", &RosaIngressArgs{ClusterID: id, Classic: &RosaClassicIngressArgs{}}},
		"autoscaler":          {"all by default", &RosaAutoscalerArgs{ClusterID: id}},
		"autoscaler's shares": {"0 and 1 are shares", &RosaAutoscalerArgs{ClusterID: id, Classic: &RosaClassicAutoscalerArgs{ScaleDown: &RosaScaleDownArgs{UtilizationThreshold: new(0.0)}}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, tt.args.Validate(), tt.reason)
			assert.NotEmpty(t, rosaTestRun(t, tt.args).Resources(), tt.reason)
		})
	}
}
