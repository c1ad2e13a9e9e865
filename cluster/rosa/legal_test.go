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
		"least private": {reason: "no option at all", args: hcp()},
		"longest name": {
			reason: "54 characters",
			args: hcp(func(a *RosaHCPArgs) {
				a.Name, a.DomainPrefix = "a"+strings.Repeat("-b", 26)+"c", "a"+strings.Repeat("b", 14)
			}),
		},
		"one letter": {reason: "the shortest name", args: hcp(func(a *RosaHCPArgs) { a.Name = "a" })},
		"later values": {
			reason: "outputs are not known",
			args: hcp(func(a *RosaHCPArgs) {
				a.AccountID = pulumi.String("x").ToStringOutput()
				a.EtcdKeyARN = pulumi.String("x").ToStringOutput()
			}),
		},
		"oldest version": {
			reason: "the provider's floor",
			args:   hcp(func(a *RosaHCPArgs) { a.Version.Version = "4.12.0" }),
		},
		"candidate": {
			reason: "a release before the release",
			args: hcp(func(a *RosaHCPArgs) {
				a.Version = RosaVersionArgs{Version: "4.19.0-rc.2", ChannelGroup: RosaChannelCandidate}
			}),
		},
		"next major": {
			reason: "5.0 comes after 4.22",
			args: hcp(func(a *RosaHCPArgs) {
				a.Version = RosaVersionArgs{Version: "5.0.1", Channel: "stable-5.0", AcknowledgeUpgradeTo: "5.0"}
			}),
		},
		"gov": {
			reason: "another partition",
			args: hcp(func(a *RosaHCPArgs) {
				a.Region = "us-gov-west-1"
				role := pulumi.String("arn:aws-us-gov:iam::123456789012:role/path/r")
				a.STS.InstallerRoleARN, a.STS.SupportRoleARN, a.STS.WorkerRoleARN = role, role, role
				a.PrivateSubnets = rosaTestSubnets("private", "us-gov-west-1a")
				a.VolumeKeyARN = pulumi.String(
					"arn:aws-us-gov:kms:us-gov-west-1:123456789012:key/mrk-0123456789abcdef0123456789abcdef",
				)
				a.CreatorARN = pulumi.String("arn:aws-us-gov:sts::123456789012:assumed-role/admin/ann@example.com")
			}),
		},
		"public": {
			reason: "a public and a private subnet",
			args: hcp(func(a *RosaHCPArgs) {
				a.Private, a.PrivateSubnets, a.PublicSubnets = false, a.PrivateSubnets[:1], rosaTestSubnets(
					"public",
					three[0],
				)
			}),
		},
		"private API, public ingress": {
			reason: "load balancers need a public subnet",
			args:   hcp(func(a *RosaHCPArgs) { a.PublicSubnets = rosaTestSubnets("public", three...) }),
		},
		"local subnet": {
			reason: "a subnet whose range nobody told",
			args:   hcp(func(a *RosaHCPArgs) { a.PrivateSubnets[0].CIDR = "" }),
		},
		"smallest ranges": {
			reason: "one zone has a /25",
			args: hcp(func(a *RosaHCPArgs) {
				a.PrivateSubnets = a.PrivateSubnets[:1]
				a.PrivateSubnets[0].CIDR = "10.0.0.0/25"
				a.Network = RosaNetworkArgs{
					MachineCIDR: "10.0.0.0/25",
					ServiceCIDR: "10.0.1.0/24",
					PodCIDR:     "10.1.0.0/22",
					HostPrefix:  23,
				}
			}),
		},
		"no machine at first": {
			reason: "autoscaling from 0",
			args:   hcp(func(a *RosaHCPArgs) { a.Workers.Autoscaling = &RosaAutoscalingArgs{0, 3} }),
		},
		"most machines": {
			reason: "500, in one zone",
			args: hcp(func(a *RosaHCPArgs) {
				a.PrivateSubnets, a.Workers = a.PrivateSubnets[:1], RosaWorkersArgs{Replicas: 500, DiskSizeGiB: 16384}
			}),
		},
		"smallest disk": {
			reason: "75 GiB and 10 groups",
			args: hcp(func(a *RosaHCPArgs) {
				a.Workers = RosaWorkersArgs{DiskSizeGiB: 75, SecurityGroupIDs: rosaTestGroups(10)}
			}),
		},
		"bundle alone": {
			reason: "certificates without a proxy",
			args: hcp(func(a *RosaHCPArgs) {
				a.Proxy = &RosaProxyArgs{TrustedCA: pulumi.String(demo.authority(t))}
			}),
		},
		"proxy taken back": {
			reason: "empty texts are sent",
			args: hcp(func(a *RosaHCPArgs) {
				a.Proxy = &RosaProxyArgs{
					HTTPProxy:  pulumi.String(""),
					HTTPSProxy: pulumi.String(""),
					NoProxy:    []string{},
					TrustedCA:  pulumi.String(""),
				}
			}),
		},
		"no proxy": {
			reason: "addresses, ranges and domains",
			args: hcp(func(a *RosaHCPArgs) {
				a.Proxy = &RosaProxyArgs{
					HTTPSProxy: pulumi.String("https://proxy.example.com:8443/"),
					NoProxy:    []string{"10.0.0.1", "10.0.0.0/16", ".example.com", "localhost"},
				}
			}),
		},
		"registries": {
			reason: "some blocked, one with an authority of its own",
			args: hcp(func(a *RosaHCPArgs) {
				a.Registry = &RosaRegistryArgs{
					BlockedRegistries: []string{
						"*.example.com",
						"docker.io/library",
					}, TrustedCAs: map[string]string{"registry.example.com..5000": demo.authority(t)},
				}
			}),
		},
		"pool's place": {
			reason: "one zone, or one subnet",
			args:   rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Classic.Zone = "us-east-2b" }),
		},
		"pool's subnet": {
			reason: "one zone, or one subnet",
			args: rosaTestClassicPool(
				func(a *RosaMachinePoolArgs) { a.Classic.SubnetID = pulumi.String("subnet-1") },
			),
		},
		"audit log off": {
			reason: "an empty text turns it off",
			args:   hcp(func(a *RosaHCPArgs) { a.AuditLogRoleARN = pulumi.String("") }),
		},
		"local provider": {
			reason: "air-gapped",
			args:   hcp(func(a *RosaHCPArgs) { a.RHCS = rhcs.Provider{Path: "/opt/terraform-provider-rhcs"} }),
		},
		"no wait": {
			reason: "the next refresh tells",
			args: hcp(func(a *RosaHCPArgs) {
				a.Waits = RosaWaitsArgs{SkipCreate: true, SkipDestroy: true, Destroy: time.Minute}
			}),
		},
		"password": {
			reason: "14 characters, with a space for a symbol",
			args:   hcp(func(a *RosaHCPArgs) { a.Admin = &RosaAdminArgs{Password: pulumi.String("Correct Horses")} }),
		},
		"installer's VPC": {reason: "no subnet, no zone", args: classic()},
		"installer's zones": {
			reason: "three of them",
			args:   classic(func(a *RosaClassicArgs) { a.MultiAZ, a.Zones = true, three }),
		},
		"classic private": {
			reason: "PrivateLink in three zones",
			args: classic(func(a *RosaClassicArgs) {
				a.MultiAZ, a.Private, a.PrivateSubnets = true, true, rosaTestSubnets("private", three...)
			}),
		},
		"classic public": {
			reason: "six subnets, in any order",
			args: classic(func(a *RosaClassicArgs) {
				a.MultiAZ, a.PrivateSubnets, a.PublicSubnets = true, rosaTestSubnets(
					"private",
					three...), rosaTestSubnets(
					"public",
					three[2],
					three[0],
					three[1],
				)
			}),
		},
		"classic 4.10": {
			reason: "the oldest, with the older metadata service",
			args:   classic(func(a *RosaClassicArgs) { a.Version.Version, a.IMDS = "4.10.0", RosaIMDSv1AndV2 }),
		},
		"classic disk of 4.14": {
			reason: "the limit rose",
			args:   classic(func(a *RosaClassicArgs) { a.Version.Version, a.Workers.DiskSizeGiB = "4.14.0", 16384 }),
		},
		"classic hosted API": {
			reason: "172.20.0.1 is an address as any other",
			args:   classic(func(a *RosaClassicArgs) { a.Network.ServiceCIDR = "172.20.0.0/16" }),
		},
		"classic bounds": {
			reason: "the least over three zones",
			args: classic(
				func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Autoscaling = true, &RosaAutoscalingArgs{3, 249} },
			),
		},
		"empty pool": {
			reason: "no machine",
			args:   pool(func(a *RosaMachinePoolArgs) { a.Replicas = new(0) }),
		},
		"pool at rest": {
			reason: "autoscaling of one size",
			args:   pool(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{2, 2} }),
		},
		"pool of the cluster's": {
			reason: "the first pool is taken over",
			args:   pool(func(a *RosaMachinePoolArgs) { a.Name = "workers-0" }),
		},
		"pool's longest drain": {
			reason: "a week",
			args:   pool(func(a *RosaMachinePoolArgs) { a.HCP.NodeDrainGracePeriod = pointerTo(7 * 24 * time.Hour) }),
		},
		"pool's version": {
			reason: "that of the control plane",
			args: pool(
				func(a *RosaMachinePoolArgs) { a.HCP.Version, a.HCP.ControlPlaneVersion = "4.18.5", "4.18.5" },
			),
		},
		"pool's older version": {
			reason: "9 is less than 10",
			args: pool(
				func(a *RosaMachinePoolArgs) { a.HCP.Version, a.HCP.ControlPlaneVersion = "4.18.9", "4.18.10" },
			),
		},
		"pool's reservation": {
			reason: "an id alone",
			args: pool(func(a *RosaMachinePoolArgs) {
				a.HCP.CapacityReservation = &RosaCapacityReservationArgs{ID: pulumi.String("cr-1")}
			}),
		},
		"spot": {
			reason: "at the price on demand",
			args:   rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Classic.Spot = &RosaSpotArgs{} }),
		},
		"taint without value": {
			reason: "keys are enough",
			args: pool(
				func(a *RosaMachinePoolArgs) { a.Taints = []RosaTaint{{Key: "example.com/gpu", Effect: "NoExecute"}} },
			),
		},
		"kubelet's least": {
			reason: "4096 processes",
			args:   &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 4096},
		},
		"kubelet's most": {
			reason: "at one's own risk",
			args:   &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 3694303},
		},
		"google by lookup": {
			reason: "somebody chose the users",
			args: rosaTestKind(func(a *RosaIdentityProviderArgs) {
				a.MappingMethod, a.Google = RosaMappingLookup, &RosaGoogleArgs{id, id, ""}
			}),
		},
		"github by address": {
			reason: "a server without a name",
			args: rosaTestKind(func(a *RosaIdentityProviderArgs) {
				a.GitHub = &RosaGitHubArgs{
					ClientID:     id,
					ClientSecret: id,
					Teams:        []string{"o/t"},
					Hostname:     "10.1.2.3",
				}
			}),
		},
		"plain ldap": {
			reason: "no TLS, by choice",
			args: rosaTestKind(func(a *RosaIdentityProviderArgs) {
				a.LDAP = &RosaLDAPArgs{URL: "ldap://ldap.example.com", Insecure: true}
			}),
		},
		"both groups": {
			reason: "one user in both",
			args: idp(func(a *RosaIdentityProviderArgs) {
				a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
			}),
		},
		"provider's name": {
			reason: "all that the rosa command takes",
			args:   idp(func(a *RosaIdentityProviderArgs) { a.Name = "GitHub_Enterprise-1" }),
		},
		"workers": {
			reason: "a name of its own on Classic",
			args:   rosaTestClassicPool(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "workers", true }),
		},
		"scale from zero": {
			reason: "no machine at rest",
			args:   pool(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{0, 1} }),
		},
		"default ingress": {
			reason: "nothing to set yet",
			args:   &RosaIngressArgs{ClusterID: id, Classic: &RosaClassicIngressArgs{}},
		},
		"autoscaler": {reason: "all by default", args: &RosaAutoscalerArgs{ClusterID: id}},
		"autoscaler's shares": {
			reason: "0 and 1 are shares",
			args: &RosaAutoscalerArgs{
				ClusterID: id,
				Classic:   &RosaClassicAutoscalerArgs{ScaleDown: &RosaScaleDownArgs{UtilizationThreshold: new(0.0)}},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, tt.args.Validate(), tt.reason)
			assert.NotEmpty(t, rosaTestRun(t, tt.args).Resources(), tt.reason)
		})
	}
}
