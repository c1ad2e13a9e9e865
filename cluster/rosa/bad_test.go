package cluster

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

type rosaBad struct {
	reason string
	args   validated
	want   string
}

func TestRosaBadArguments(t *testing.T) {
	t.Parallel()
	for _, table := range []map[string]rosaBad{rosaBadHCP(), rosaBadNetworks(), rosaBadOptions(), rosaBadClassic(), rosaBadPools(), rosaBadIDPs(), rosaBadOthers()} {
		for name, tt := range table {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				assert.EqualError(t, tt.args.Validate(), tt.want, tt.reason)
				rec := mocks.New()
				err := rec.Run(func(ctx *pulumi.Context) error { return rosaTestRegister(ctx, tt.args) })
				assert.ErrorContains(t, err, tt.want)
				assert.Empty(t, rec.Resources(), "nothing is registered")
			})
		}
	}
}

func rosaBadHCP() map[string]rosaBad {
	with := rosaTestHCP
	named := func(name string) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Name = name }) }
	version := func(v RosaVersionArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Version = v }) }
	sts := func(change func(*RosaSTSArgs)) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { change(&a.STS) }) }
	return map[string]rosaBad{
		"nothing": {
			reason: "everything that has no default",
			args:   (*RosaHCPArgs)(nil),
			want: `cluster.RosaHCPArgs.Name: is required
cluster.RosaHCPArgs.Region: is required
cluster.RosaHCPArgs.AccountID: is required
cluster.RosaHCPArgs.STS.InstallerRoleARN: is required
cluster.RosaHCPArgs.STS.SupportRoleARN: is required
cluster.RosaHCPArgs.STS.WorkerRoleARN: is required
cluster.RosaHCPArgs.STS.OperatorRolePrefix: is required
cluster.RosaHCPArgs.STS.OIDCConfigID: is required
cluster.RosaHCPArgs.PrivateSubnets: is empty; machines need one in each zone
cluster.RosaHCPArgs.PublicSubnets: is empty; a cluster that is not Private needs one for its load balancers`,
		},
		"name's case": {
			reason: "OCM takes lower case",
			args:   named("Demo"),
			want:   `cluster.RosaHCPArgs.Name: "Demo" must be lower-case letters, digits and inner hyphens, and begin with a letter`,
		},
		"name's digit": {
			reason: "the form of a DNS label that begins with a letter",
			args:   named("1demo"),
			want:   `cluster.RosaHCPArgs.Name: "1demo" must be lower-case letters, digits and inner hyphens, and begin with a letter`,
		},
		"name's length": {
			reason: "55 characters",
			args:   named("a23456789012345678901234567890123456789012345678901234b"),
			want:   `cluster.RosaHCPArgs.Name: "a23456789012345678901234567890123456789012345678901234b" has 55 characters; at most 54 are possible`,
		},
		"prefix's length": {
			reason: "16 characters",
			args:   with(func(a *RosaHCPArgs) { a.DomainPrefix = "a234567890123456" }),
			want:   `cluster.RosaHCPArgs.DomainPrefix: "a234567890123456" has 16 characters; at most 15 are possible`,
		},
		"prefix's end": {
			reason: "no hyphen at the end",
			args:   with(func(a *RosaHCPArgs) { a.DomainPrefix = "demo-" }),
			want:   `cluster.RosaHCPArgs.DomainPrefix: "demo-" must be lower-case letters, digits and inner hyphens, and begin with a letter`,
		},
		"account": {
			reason: "hyphens are for people",
			args: with(
				func(a *RosaHCPArgs) { a.AccountID = pulumi.String("1234-5678-9012"); a.STS = rosaTestSTS() },
			),
			want: `cluster.RosaHCPArgs.AccountID: "1234-5678-9012" is no AWS account's id; write its 12 digits, without hyphens
cluster.RosaHCPArgs.STS.InstallerRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Installer-Role is a role of account 123456789012; the cluster is in 1234-5678-9012
cluster.RosaHCPArgs.STS.SupportRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Support-Role is a role of account 123456789012; the cluster is in 1234-5678-9012
cluster.RosaHCPArgs.STS.WorkerRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Worker-Role is a role of account 123456789012; the cluster is in 1234-5678-9012`,
		},
		"billing account": {
			reason: "11 digits",
			args:   with(func(a *RosaHCPArgs) { a.BillingAccountID = pulumi.String("12345678901") }),
			want:   `cluster.RosaHCPArgs.BillingAccountID: "12345678901" is no AWS account's id; write its 12 digits, without hyphens`,
		},
		"version's prefix": {
			reason: "OCM's ids have it, the provider adds it",
			args:   version(RosaVersionArgs{Version: "openshift-v4.18.5"}),
			want:   `cluster.RosaHCPArgs.Version.Version: "openshift-v4.18.5" begins with openshift-v; write 4.18.5`,
		},
		"minor version": {
			reason: "a release has three numbers",
			args:   version(RosaVersionArgs{Version: "4.18"}),
			want:   `cluster.RosaHCPArgs.Version.Version: "4.18" is no release; write one such as 4.18.5`,
		},
		"old version": {
			reason: "the provider's floor",
			args:   version(RosaVersionArgs{Version: "4.11.59"}),
			want:   `cluster.RosaHCPArgs.Version.Version: 4.11.59 is too old; 4.12.0 is the oldest that ROSA makes`,
		},
		"OpenShift 3": {
			reason: "another product",
			args:   version(RosaVersionArgs{Version: "3.12.0"}),
			want:   `cluster.RosaHCPArgs.Version.Version: 3.12.0 is too old; 4.12.0 is the oldest that ROSA makes`,
		},
		"channel": {
			reason: "group and minor version",
			args:   version(RosaVersionArgs{Channel: "stable"}),
			want:   `cluster.RosaHCPArgs.Version.Channel: "stable" is no channel; write one such as stable-4.18`,
		},
		"old channel": {
			reason: "the floor of versions",
			args:   version(RosaVersionArgs{Channel: "stable-4.10"}),
			want:   `cluster.RosaHCPArgs.Version.Channel: stable-4.10 is too old; 4.12 is the oldest that ROSA makes`,
		},
		"two channels": {
			reason: "the provider refuses both",
			args:   version(RosaVersionArgs{Channel: "stable-4.18", ChannelGroup: RosaChannelStable}),
			want:   `cluster.RosaHCPArgs.Version.ChannelGroup: is set and Channel is too; choose one`,
		},
		"channel group": {
			reason: "no such line",
			args:   version(RosaVersionArgs{ChannelGroup: "nightlies"}),
			want:   `cluster.RosaHCPArgs.Version.ChannelGroup: "nightlies" is none of stable, eus, fast, candidate`,
		},
		"acknowledgement": {
			reason: "of a minor version",
			args:   version(RosaVersionArgs{AcknowledgeUpgradeTo: "4.19.1"}),
			want:   `cluster.RosaHCPArgs.Version.AcknowledgeUpgradeTo: "4.19.1" is no minor version; write one such as 4.19`,
		},
		"role": {
			reason: "a name is no ARN",
			args:   sts(func(s *RosaSTSArgs) { s.InstallerRoleARN = pulumi.String("installer") }),
			want:   `cluster.RosaHCPArgs.STS.InstallerRoleARN: "installer" is no role's ARN; write one such as arn:aws:iam::123456789012:role/name`,
		},
		"role's partition": {
			reason: "ARNs of China differ",
			args: sts(
				func(s *RosaSTSArgs) { s.WorkerRoleARN = pulumi.String("arn:aws-cn:iam::123456789012:role/w") },
			),
			want: `cluster.RosaHCPArgs.STS.WorkerRoleARN: arn:aws-cn:iam::123456789012:role/w is of the partition aws-cn; us-east-2 is in aws`,
		},
		"role's account": {
			reason: "machines take roles of their own account",
			args:   sts(func(s *RosaSTSArgs) { s.SupportRoleARN = pulumi.String("arn:aws:iam::210987654321:role/s") }),
			want:   `cluster.RosaHCPArgs.STS.SupportRoleARN: arn:aws:iam::210987654321:role/s is a role of account 210987654321; the cluster is in 123456789012`,
		},
		"control plane's role": {
			reason: "Red Hat has the machines",
			args:   sts(func(s *RosaSTSArgs) { s.ControlPlaneRoleARN = rosaTestRole("c") }),
			want:   `cluster.RosaHCPArgs.STS.ControlPlaneRoleARN: is for Classic; a hosted control plane has no machines in the account`,
		},
		"operators' prefix": {
			reason: "33 characters",
			args: sts(
				func(s *RosaSTSArgs) { s.OperatorRolePrefix = pulumi.String("a23456789012345678901234567890123") },
			),
			want: `cluster.RosaHCPArgs.STS.OperatorRolePrefix: "a23456789012345678901234567890123" has 33 characters; OCM takes at most 32`,
		},
		"external id": {
			reason: "one character",
			args:   sts(func(s *RosaSTSArgs) { s.ExternalID = "x" }),
			want:   `cluster.RosaHCPArgs.STS.ExternalID: "x" must be 2 to 1224 letters, digits and any of =,.@:/-`,
		},
		"provider": {
			reason: "Terraform's versions have no v",
			args:   with(func(a *RosaHCPArgs) { a.RHCS = rhcs.Provider{Version: "v1.7.7"} }),
			want:   `cluster.RosaHCPArgs.RHCS.Version: "v1.7.7" is no release; write three numbers without a v, such as 1.7.7`,
		},
	}
}

func rosaBadNetworks() map[string]rosaBad {
	with := rosaTestHCP
	ranges := func(n RosaNetworkArgs) *RosaHCPArgs {
		return with(func(a *RosaHCPArgs) {
			a.Network = n
			for i := range a.PrivateSubnets {
				a.PrivateSubnets[i].CIDR = ""
			}
		})
	}
	workers := func(w RosaWorkersArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Workers = w }) }
	return map[string]rosaBad{
		"range": {
			reason: "a typo",
			args:   ranges(RosaNetworkArgs{ServiceCIDR: "172.30.0.0"}),
			want:   `cluster.RosaHCPArgs.Network.ServiceCIDR: "172.30.0.0" is no IPv4 range; write one such as 10.0.0.0/16`,
		},
		"host bits": {
			reason: "an address in a range",
			args:   ranges(RosaNetworkArgs{MachineCIDR: "10.1.2.3/16"}),
			want:   `cluster.RosaHCPArgs.Network.MachineCIDR: 10.1.2.3/16 has host bits set; the range that holds it is 10.1.0.0/16`,
		},
		"overlap": {
			reason: "services in the default range of pods",
			args:   ranges(RosaNetworkArgs{ServiceCIDR: "10.130.0.0/16"}),
			want:   `cluster.RosaHCPArgs.Network.PodCIDR: 10.128.0.0/14 overlaps 10.130.0.0/16 of cluster.RosaHCPArgs.Network.ServiceCIDR; choose ranges apart`,
		},
		"join range": {
			reason: "OVN-Kubernetes's own",
			args:   ranges(RosaNetworkArgs{PodCIDR: "100.64.0.0/14"}),
			want:   `cluster.RosaHCPArgs.Network.PodCIDR: 100.64.0.0/14 overlaps 100.64.0.0/16, which OVN-Kubernetes joins its routers in`,
		},
		"hosted API": {
			reason: "the address of the API in the cluster",
			args:   ranges(RosaNetworkArgs{ServiceCIDR: "172.20.0.0/16"}),
			want:   `cluster.RosaHCPArgs.Network.ServiceCIDR: 172.20.0.0/16 holds 172.20.0.1, the address of a hosted control plane's API`,
		},
		"machines' range": {
			reason: "a /25 is for one zone",
			args:   ranges(RosaNetworkArgs{MachineCIDR: "10.0.0.0/25"}),
			want:   `cluster.RosaHCPArgs.Network.MachineCIDR: 10.0.0.0/25 is smaller than /24, the least for several zones`,
		},
		"host prefix": {
			reason: "OCM takes 23 to 26",
			args:   ranges(RosaNetworkArgs{HostPrefix: 27}),
			want:   `cluster.RosaHCPArgs.Network.HostPrefix: 27 is not between 23 and 26`,
		},
		"host prefix short": {
			reason: "a machine's share of nothing",
			args:   ranges(RosaNetworkArgs{PodCIDR: "10.128.0.0/24"}),
			want:   `cluster.RosaHCPArgs.Network.HostPrefix: 23 is shorter than the prefix of 10.128.0.0/24`,
		},
		"subnet elsewhere": {
			reason: "the VPC's range was forgotten",
			args:   with(func(a *RosaHCPArgs) { a.PrivateSubnets[1].CIDR = "10.1.1.0/24" }),
			want:   `cluster.RosaHCPArgs.PrivateSubnets[1].CIDR: 10.1.1.0/24 is not inside the machines' range 10.0.0.0/16; set Network.MachineCIDR to the VPC's range`,
		},
		"zone elsewhere": {
			reason: "the provider looks for the region's name in it",
			args:   with(func(a *RosaHCPArgs) { a.PrivateSubnets[2].Zone = "us-east-1c" }),
			want:   `cluster.RosaHCPArgs.PrivateSubnets[2].Zone: "us-east-1c" is no zone of us-east-2`,
		},
		"zone twice": {
			reason: "pools need one subnet a zone",
			args:   with(func(a *RosaHCPArgs) { a.PrivateSubnets[2].Zone = "us-east-2b" }),
			want:   `cluster.RosaHCPArgs.PrivateSubnets[2].Zone: us-east-2b has another subnet in the list; machine pools need exactly one a zone`,
		},
		"subnet's id": {
			reason: "an id is what OCM wants",
			args:   with(func(a *RosaHCPArgs) { a.PrivateSubnets[0] = network.Subnet{Zone: "us-east-2a"} }),
			want:   `cluster.RosaHCPArgs.PrivateSubnets[0].ID: is required`,
		},
		"no public subnet": {
			reason: "a public cluster",
			args:   with(func(a *RosaHCPArgs) { a.Private = false }),
			want:   `cluster.RosaHCPArgs.PublicSubnets: is empty; a cluster that is not Private needs one for its load balancers`,
		},
		"replicas": {
			reason: "3 zones",
			args:   workers(RosaWorkersArgs{Replicas: 4}),
			want:   `cluster.RosaHCPArgs.Workers.Replicas: 4 is no multiple of 3, the number of private subnets`,
		},
		"few replicas": {
			reason: "at least 2",
			args: rosaTestHCP(
				func(a *RosaHCPArgs) { a.PrivateSubnets, a.Workers.Replicas = a.PrivateSubnets[:1], 1 },
			),
			want: `cluster.RosaHCPArgs.Workers.Replicas: 1 is too few; at least 2 are needed`,
		},
		"many replicas": {
			reason: "ROSA's limit",
			args:   workers(RosaWorkersArgs{Replicas: 501}),
			want:   `cluster.RosaHCPArgs.Workers.Replicas: 501 is too many; a cluster has at most 500`,
		},
		"pods' room": {
			reason: "a /18 of /23s",
			args:   rosaTestHCP(func(a *RosaHCPArgs) { a.Network.PodCIDR, a.Workers.Replicas = "10.128.0.0/18", 33 }),
			want:   `cluster.RosaHCPArgs.Workers.Replicas: 33 is too many; the pods' addresses are enough for 32 machines: choose a larger Network.PodCIDR or a longer HostPrefix`,
		},
		"both counts": {
			reason: "the provider refuses both",
			args:   workers(RosaWorkersArgs{Replicas: 3, Autoscaling: &RosaAutoscalingArgs{3, 6}}),
			want:   `cluster.RosaHCPArgs.Workers.Replicas: is set and Autoscaling is too; choose one`,
		},
		"bounds": {
			reason: "upside down",
			args:   workers(RosaWorkersArgs{Autoscaling: &RosaAutoscalingArgs{6, 3}}),
			want:   `cluster.RosaHCPArgs.Workers.Autoscaling.Max: 3 is less than Min, 6`,
		},
		"bounds' unit": {
			reason: "both are multiples",
			args:   workers(RosaWorkersArgs{Autoscaling: &RosaAutoscalingArgs{2, 6}}),
			want:   `cluster.RosaHCPArgs.Workers.Autoscaling.Min: 2 is no multiple of 3, the number of private subnets`,
		},
		"disk": {
			reason: "75 GiB at least",
			args:   workers(RosaWorkersArgs{DiskSizeGiB: 74}),
			want:   `cluster.RosaHCPArgs.Workers.DiskSizeGiB: 74 is not between 75 and 16384`,
		},
		"labels": {
			reason: "OCM gives them to Classic's pool alone",
			args:   workers(RosaWorkersArgs{Labels: map[string]string{"a": "b"}}),
			want:   `cluster.RosaHCPArgs.Workers.Labels: are for Classic; label a RosaMachinePool instead`,
		},
		"security groups": {
			reason: "11 of them",
			args:   workers(RosaWorkersArgs{SecurityGroupIDs: rosaTestGroups(11)}),
			want:   `cluster.RosaHCPArgs.Workers.SecurityGroupIDs: holds 11 security groups; a machine takes at most 10 beside its own`,
		},
		"security group's id": {
			reason: "a name is no id",
			args:   workers(RosaWorkersArgs{SecurityGroupIDs: pulumi.ToStringArray([]string{"default"})}),
			want:   `cluster.RosaHCPArgs.Workers.SecurityGroupIDs: "default" is no security group's id; one looks like sg-0123456789abcdef0`,
		},
		"security groups' version": {
			reason: "a day-1 feature of 4.14",
			args: with(
				func(a *RosaHCPArgs) { a.Version.Version, a.Workers.SecurityGroupIDs = "4.13.9", rosaTestGroups(1) },
			),
			want: `cluster.RosaHCPArgs.Workers.SecurityGroupIDs: need OpenShift 4.14; the version is 4.13.9`,
		},
	}
}

func rosaTestGroups(n int) pulumi.StringArray {
	var groups pulumi.StringArray
	for i := range n {
		groups = append(groups, pulumi.String("sg-0123456789abcde"+string(rune('a'+i%6))+string(rune('0'+i%10))))
	}
	return groups
}

func rosaBadOptions() map[string]rosaBad {
	with := rosaTestHCP
	proxy := func(x RosaProxyArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Proxy = &x }) }
	admin := func(name, password string) *RosaHCPArgs {
		return with(
			func(a *RosaHCPArgs) { a.Admin = &RosaAdminArgs{Username: name, Password: pulumi.String(password)} },
		)
	}
	waits := func(w RosaWaitsArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Waits = w }) }
	httpProxy := pulumi.String("http://10.0.0.10:3128")
	return map[string]rosaBad{
		"empty proxy": {
			reason: "a proxy of nothing",
			args:   proxy(RosaProxyArgs{}),
			want:   `cluster.RosaHCPArgs.Proxy: is empty; set HTTPProxy, HTTPSProxy or TrustedCA, or leave it nil`,
		},
		"proxy's scheme": {
			reason: "plain HTTP has a plain proxy",
			args:   proxy(RosaProxyArgs{HTTPProxy: pulumi.String("https://10.0.0.10:3128")}),
			want:   `cluster.RosaHCPArgs.Proxy.HTTPProxy: "https://10.0.0.10:3128" begins with https://; the cluster takes http`,
		},
		"proxy's host": {
			reason: "a host and port are no URL",
			args:   proxy(RosaProxyArgs{HTTPSProxy: pulumi.String("10.0.0.10:3128")}),
			want:   `cluster.RosaHCPArgs.Proxy.HTTPSProxy: "10.0.0.10:3128" is no proxy's URL; write one such as http://10.0.0.10:3128`,
		},
		"proxy's path": {
			reason: "no path but /",
			args:   proxy(RosaProxyArgs{HTTPProxy: pulumi.String("http://10.0.0.10:3128/proxy")}),
			want:   `cluster.RosaHCPArgs.Proxy.HTTPProxy: "http://10.0.0.10:3128/proxy" has the path /proxy; a proxy has none`,
		},
		"lonely no proxy": {
			reason: "it says what does not use the proxy",
			args:   proxy(RosaProxyArgs{NoProxy: []string{"10.0.0.0/16"}}),
			want:   `cluster.RosaHCPArgs.Proxy.NoProxy: is set and no proxy is; set HTTPProxy or HTTPSProxy`,
		},
		"no proxy twice": {
			reason: "the rosa command refuses it",
			args:   proxy(RosaProxyArgs{HTTPProxy: httpProxy, NoProxy: []string{"a.com", "a.com"}}),
			want:   `cluster.RosaHCPArgs.Proxy.NoProxy: "a.com" is there twice`,
		},
		"no proxy's case": {
			reason: "lower case",
			args:   proxy(RosaProxyArgs{HTTPProxy: httpProxy, NoProxy: []string{"Example.com"}}),
			want:   `cluster.RosaHCPArgs.Proxy.NoProxy: "Example.com" is no IPv4 address, no range and no domain in lower case`,
		},
		"bundle": {
			reason: "a file's name is no certificate",
			args:   proxy(RosaProxyArgs{TrustedCA: pulumi.String("ca.pem")}),
			want:   `cluster.RosaHCPArgs.Proxy.TrustedCA: is no PEM bundle of certificates`,
		},
		"blank bundle": {
			reason: "a file without a certificate",
			args:   proxy(RosaProxyArgs{TrustedCA: pulumi.String("\n")}),
			want:   `cluster.RosaHCPArgs.Proxy.TrustedCA: is no PEM bundle of certificates`,
		},
		"admin's name": {
			reason: "htpasswd's separator",
			args:   admin("a:b", "Correct-Horse-1"),
			want:   `cluster.RosaHCPArgs.Admin.Username: "a:b" holds one of /, : and %, which user names cannot`,
		},
		"short password": {
			reason: "13 characters",
			args:   admin("", "Correct-Hors1"),
			want:   `cluster.RosaHCPArgs.Admin.Password: has 13 characters; at least 14 are needed`,
		},
		"weak password": {
			reason: "told without telling it",
			args:   admin("", "correcthorsebattery"),
			want:   "cluster.RosaHCPArgs.Admin.Password: must have an upper-case letter\ncluster.RosaHCPArgs.Admin.Password: must have a digit or a symbol",
		},
		"key": {
			reason: "OCM wants no alias",
			args:   with(func(a *RosaHCPArgs) { a.EtcdKeyARN = pulumi.String("alias/etcd") }),
			want:   `cluster.RosaHCPArgs.EtcdKeyARN: "alias/etcd" is no KMS key's ARN; write one such as arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab`,
		},
		"key's region": {
			reason: "volumes use keys of their region",
			args:   with(func(a *RosaHCPArgs) { a.VolumeKeyARN = rosaTestKey("us-east-1") }),
			want:   `cluster.RosaHCPArgs.VolumeKeyARN: arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab is a key of us-east-1; machines in us-east-2 can use keys of their own region only`,
		},
		"metadata": {
			reason: "two versions",
			args:   with(func(a *RosaHCPArgs) { a.IMDS = "v2" }),
			want:   `cluster.RosaHCPArgs.IMDS: "v2" is none of required, optional`,
		},
		"creator": {
			reason: "a role's own ARN is nobody's",
			args:   with(func(a *RosaHCPArgs) { a.CreatorARN = pulumi.String("ann") }),
			want:   `cluster.RosaHCPArgs.CreatorARN: "ann" is no ARN of a user or of a role's session; aws sts get-caller-identity shows one`,
		},
		"properties": {
			reason: "reserved ones, and the creator is missing",
			args: with(
				func(a *RosaHCPArgs) { a.Properties = map[string]string{"rosa_tf_commit": "x", "zero_egress": "true"} },
			),
			want: `cluster.RosaHCPArgs.Properties: rosa_tf_commit is set by the provider
cluster.RosaHCPArgs.Properties: zero_egress has an argument of its own, ZeroEgress
cluster.RosaHCPArgs.CreatorARN: is required with Properties`,
		},
		"zero egress": {
			reason: "a property, so the creator is needed",
			args:   with(func(a *RosaHCPArgs) { a.ZeroEgress = true }),
			want:   `cluster.RosaHCPArgs.CreatorARN: is required with ZeroEgress`,
		},
		"shared VPC": {
			reason: "all four or none",
			args: with(func(a *RosaHCPArgs) {
				a.SharedVpc = &RosaSharedVpcArgs{
					IngressZoneID:  pulumi.String("example.com"),
					Route53RoleARN: rosaTestRole("r"),
				}
			}),
			want: `cluster.RosaHCPArgs.SharedVpc.IngressZoneID: "example.com" is no hosted zone's id; one looks like Z05646003S02O1ENCDCSN
cluster.RosaHCPArgs.SharedVpc.InternalZoneID: is required
cluster.RosaHCPArgs.SharedVpc.VpcEndpointRoleARN: is required
cluster.RosaHCPArgs.BaseDNSDomain: is required with SharedVpc`,
		},
		"principal": {
			reason: "a name is no ARN",
			args:   with(func(a *RosaHCPArgs) { a.AllowedPrincipals = pulumi.ToStringArray([]string{"ann"}) }),
			want:   `cluster.RosaHCPArgs.AllowedPrincipals[0]: "ann" is no ARN of an account, a user or a role`,
		},
		"auto node": {
			reason: "the provider wants the role",
			args:   with(func(a *RosaHCPArgs) { a.AutoNode = &RosaAutoNodeArgs{} }),
			want:   `cluster.RosaHCPArgs.AutoNode.RoleARN: is required`,
		},
		"auto node waits": {
			reason: "it is turned on at the end",
			args: with(
				func(a *RosaHCPArgs) { a.AutoNode = &RosaAutoNodeArgs{rosaTestRole("k")}; a.Waits.SkipCreate = true },
			),
			want: `cluster.RosaHCPArgs.AutoNode: is turned on once the cluster is ready; leave Waits.SkipCreate out`,
		},
		"seconds to wait": {
			reason: "OCM is asked every two minutes",
			args:   waits(RosaWaitsArgs{Create: 90 * time.Second}),
			want:   `cluster.RosaHCPArgs.Waits.Create: 1m30s is no number of whole minutes; write one such as 90 * time.Minute`,
		},
		"wait for machines": {
			reason: "they come after the cluster",
			args:   waits(RosaWaitsArgs{ForWorkers: true, SkipCreate: true}),
			want:   `cluster.RosaHCPArgs.Waits.ForWorkers: needs the wait for the cluster; leave SkipCreate out`,
		},
		"time for machines": {
			reason: "nobody waits",
			args:   waits(RosaWaitsArgs{Workers: time.Hour}),
			want:   `cluster.RosaHCPArgs.Waits.Workers: is set and ForWorkers is not; set it too`,
		},
		"registries": {
			reason: "what is not allowed is blocked",
			args: with(func(a *RosaHCPArgs) {
				a.Registry = &RosaRegistryArgs{
					AllowedRegistries: []string{"quay.io"},
					BlockedRegistries: []string{"docker.io"},
				}
			}),
			want: `cluster.RosaHCPArgs.Registry.BlockedRegistries: is set and AllowedRegistries is too; choose one: what is not allowed is blocked`,
		},
		"log forwarder": {
			reason: "nowhere to, and nothing",
			args:   with(func(a *RosaHCPArgs) { a.LogForwarders = []RosaLogForwarderArgs{{}} }),
			want: `cluster.RosaHCPArgs.LogForwarders[0]: must have one of S3 and CloudWatch
cluster.RosaHCPArgs.LogForwarders[0].Applications: is empty and Groups is too; name what is to be sent`,
		},
		"tag": {
			reason: "OpenShift's namespace",
			args:   with(func(a *RosaHCPArgs) { a.Tags = pulumi.StringMap{"kubernetes.io/x": pulumi.String("1")} }),
			want:   `cluster.RosaHCPArgs.Tags: key "kubernetes.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
		},
	}
}
