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
		"nothing": {"everything that has no default", (*RosaHCPArgs)(nil), `cluster.RosaHCPArgs.Name: is required
cluster.RosaHCPArgs.Region: is required
cluster.RosaHCPArgs.AccountID: is required
cluster.RosaHCPArgs.STS.InstallerRoleARN: is required
cluster.RosaHCPArgs.STS.SupportRoleARN: is required
cluster.RosaHCPArgs.STS.WorkerRoleARN: is required
cluster.RosaHCPArgs.STS.OperatorRolePrefix: is required
cluster.RosaHCPArgs.STS.OIDCConfigID: is required
cluster.RosaHCPArgs.PrivateSubnets: is empty; machines need one in each zone
cluster.RosaHCPArgs.PublicSubnets: is empty; a cluster that is not Private needs one for its load balancers`},
		"name's case": {"OCM takes lower case", named("Demo"), `cluster.RosaHCPArgs.Name: "Demo" must be lower-case letters, digits and inner hyphens, and begin with a letter`},
		"name's digit": {"the form of a DNS label that begins with a letter", named("1demo"),
			`cluster.RosaHCPArgs.Name: "1demo" must be lower-case letters, digits and inner hyphens, and begin with a letter`},
		"name's length": {"55 characters", named("a23456789012345678901234567890123456789012345678901234b"),
			`cluster.RosaHCPArgs.Name: "a23456789012345678901234567890123456789012345678901234b" has 55 characters; at most 54 are possible`},
		"prefix's length": {"16 characters", with(func(a *RosaHCPArgs) { a.DomainPrefix = "a234567890123456" }),
			`cluster.RosaHCPArgs.DomainPrefix: "a234567890123456" has 16 characters; at most 15 are possible`},
		"prefix's end": {"no hyphen at the end", with(func(a *RosaHCPArgs) { a.DomainPrefix = "demo-" }),
			`cluster.RosaHCPArgs.DomainPrefix: "demo-" must be lower-case letters, digits and inner hyphens, and begin with a letter`},
		"account": {"hyphens are for people", with(func(a *RosaHCPArgs) { a.AccountID = pulumi.String("1234-5678-9012"); a.STS = rosaTestSTS() }),
			`cluster.RosaHCPArgs.AccountID: "1234-5678-9012" is no AWS account's id; write its 12 digits, without hyphens
cluster.RosaHCPArgs.STS.InstallerRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Installer-Role is a role of account 123456789012; the cluster is in 1234-5678-9012
cluster.RosaHCPArgs.STS.SupportRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Support-Role is a role of account 123456789012; the cluster is in 1234-5678-9012
cluster.RosaHCPArgs.STS.WorkerRoleARN: arn:aws:iam::123456789012:role/demo-HCP-ROSA-Worker-Role is a role of account 123456789012; the cluster is in 1234-5678-9012`},
		"billing account": {"11 digits", with(func(a *RosaHCPArgs) { a.BillingAccountID = pulumi.String("12345678901") }),
			`cluster.RosaHCPArgs.BillingAccountID: "12345678901" is no AWS account's id; write its 12 digits, without hyphens`},
		"version's prefix": {"OCM's ids have it, the provider adds it", version(RosaVersionArgs{Version: "openshift-v4.18.5"}),
			`cluster.RosaHCPArgs.Version.Version: "openshift-v4.18.5" begins with openshift-v; write 4.18.5`},
		"minor version": {"a release has three numbers", version(RosaVersionArgs{Version: "4.18"}), `cluster.RosaHCPArgs.Version.Version: "4.18" is no release; write one such as 4.18.5`},
		"old version":   {"the provider's floor", version(RosaVersionArgs{Version: "4.11.59"}), `cluster.RosaHCPArgs.Version.Version: 4.11.59 is too old; 4.12.0 is the oldest that ROSA makes`},
		"OpenShift 3":   {"another product", version(RosaVersionArgs{Version: "3.12.0"}), `cluster.RosaHCPArgs.Version.Version: 3.12.0 is too old; 4.12.0 is the oldest that ROSA makes`},
		"channel":       {"group and minor version", version(RosaVersionArgs{Channel: "stable"}), `cluster.RosaHCPArgs.Version.Channel: "stable" is no channel; write one such as stable-4.18`},
		"old channel":   {"the floor of versions", version(RosaVersionArgs{Channel: "stable-4.10"}), `cluster.RosaHCPArgs.Version.Channel: stable-4.10 is too old; 4.12 is the oldest that ROSA makes`},
		"two channels": {"the provider refuses both", version(RosaVersionArgs{Channel: "stable-4.18", ChannelGroup: RosaChannelStable}),
			`cluster.RosaHCPArgs.Version.ChannelGroup: is set and Channel is too; choose one`},
		"channel group":   {"no such line", version(RosaVersionArgs{ChannelGroup: "nightlies"}), `cluster.RosaHCPArgs.Version.ChannelGroup: "nightlies" is none of stable, eus, fast, candidate`},
		"acknowledgement": {"of a minor version", version(RosaVersionArgs{AcknowledgeUpgradeTo: "4.19.1"}), `cluster.RosaHCPArgs.Version.AcknowledgeUpgradeTo: "4.19.1" is no minor version; write one such as 4.19`},
		"role": {"a name is no ARN", sts(func(s *RosaSTSArgs) { s.InstallerRoleARN = pulumi.String("installer") }),
			`cluster.RosaHCPArgs.STS.InstallerRoleARN: "installer" is no role's ARN; write one such as arn:aws:iam::123456789012:role/name`},
		"role's partition": {"ARNs of China differ", sts(func(s *RosaSTSArgs) { s.WorkerRoleARN = pulumi.String("arn:aws-cn:iam::123456789012:role/w") }),
			`cluster.RosaHCPArgs.STS.WorkerRoleARN: arn:aws-cn:iam::123456789012:role/w is of the partition aws-cn; us-east-2 is in aws`},
		"role's account": {"machines take roles of their own account", sts(func(s *RosaSTSArgs) { s.SupportRoleARN = pulumi.String("arn:aws:iam::210987654321:role/s") }),
			`cluster.RosaHCPArgs.STS.SupportRoleARN: arn:aws:iam::210987654321:role/s is a role of account 210987654321; the cluster is in 123456789012`},
		"control plane's role": {"Red Hat has the machines", sts(func(s *RosaSTSArgs) { s.ControlPlaneRoleARN = rosaTestRole("c") }),
			`cluster.RosaHCPArgs.STS.ControlPlaneRoleARN: is for Classic; a hosted control plane has no machines in the account`},
		"operators' prefix": {"33 characters", sts(func(s *RosaSTSArgs) { s.OperatorRolePrefix = pulumi.String("a23456789012345678901234567890123") }),
			`cluster.RosaHCPArgs.STS.OperatorRolePrefix: "a23456789012345678901234567890123" has 33 characters; OCM takes at most 32`},
		"external id": {"one character", sts(func(s *RosaSTSArgs) { s.ExternalID = "x" }), `cluster.RosaHCPArgs.STS.ExternalID: "x" must be 2 to 1224 letters, digits and any of =,.@:/-`},
		"provider":    {"Terraform's versions have no v", with(func(a *RosaHCPArgs) { a.RHCS = rhcs.Provider{Version: "v1.7.7"} }), `cluster.RosaHCPArgs.RHCS.Version: "v1.7.7" is no release; write three numbers without a v, such as 1.7.7`},
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
		"range":     {"a typo", ranges(RosaNetworkArgs{ServiceCIDR: "172.30.0.0"}), `cluster.RosaHCPArgs.Network.ServiceCIDR: "172.30.0.0" is no IPv4 range; write one such as 10.0.0.0/16`},
		"host bits": {"an address in a range", ranges(RosaNetworkArgs{MachineCIDR: "10.1.2.3/16"}), `cluster.RosaHCPArgs.Network.MachineCIDR: 10.1.2.3/16 has host bits set; the range that holds it is 10.1.0.0/16`},
		"overlap": {"services in the default range of pods", ranges(RosaNetworkArgs{ServiceCIDR: "10.130.0.0/16"}),
			`cluster.RosaHCPArgs.Network.PodCIDR: 10.128.0.0/14 overlaps 10.130.0.0/16 of cluster.RosaHCPArgs.Network.ServiceCIDR; choose ranges apart`},
		"join range": {"OVN-Kubernetes's own", ranges(RosaNetworkArgs{PodCIDR: "100.64.0.0/14"}),
			`cluster.RosaHCPArgs.Network.PodCIDR: 100.64.0.0/14 overlaps 100.64.0.0/16, which OVN-Kubernetes joins its routers in`},
		"hosted API": {"the address of the API in the cluster", ranges(RosaNetworkArgs{ServiceCIDR: "172.20.0.0/16"}),
			`cluster.RosaHCPArgs.Network.ServiceCIDR: 172.20.0.0/16 holds 172.20.0.1, the address of a hosted control plane's API`},
		"machines' range": {"a /25 is for one zone", ranges(RosaNetworkArgs{MachineCIDR: "10.0.0.0/25"}),
			`cluster.RosaHCPArgs.Network.MachineCIDR: 10.0.0.0/25 is smaller than /24, the least for several zones`},
		"host prefix":       {"OCM takes 23 to 26", ranges(RosaNetworkArgs{HostPrefix: 27}), `cluster.RosaHCPArgs.Network.HostPrefix: 27 is not between 23 and 26`},
		"host prefix short": {"a machine's share of nothing", ranges(RosaNetworkArgs{PodCIDR: "10.128.0.0/24"}), `cluster.RosaHCPArgs.Network.HostPrefix: 23 is shorter than the prefix of 10.128.0.0/24`},
		"subnet elsewhere": {"the VPC's range was forgotten", with(func(a *RosaHCPArgs) { a.PrivateSubnets[1].CIDR = "10.1.1.0/24" }),
			`cluster.RosaHCPArgs.PrivateSubnets[1].CIDR: 10.1.1.0/24 is not inside the machines' range 10.0.0.0/16; set Network.MachineCIDR to the VPC's range`},
		"zone elsewhere": {"the provider looks for the region's name in it", with(func(a *RosaHCPArgs) { a.PrivateSubnets[2].Zone = "us-east-1c" }),
			`cluster.RosaHCPArgs.PrivateSubnets[2].Zone: "us-east-1c" is no zone of us-east-2`},
		"zone twice": {"pools need one subnet a zone", with(func(a *RosaHCPArgs) { a.PrivateSubnets[2].Zone = "us-east-2b" }),
			`cluster.RosaHCPArgs.PrivateSubnets[2].Zone: us-east-2b has another subnet in the list; machine pools need exactly one a zone`},
		"subnet's id": {"an id is what OCM wants", with(func(a *RosaHCPArgs) { a.PrivateSubnets[0] = network.Subnet{Zone: "us-east-2a"} }),
			`cluster.RosaHCPArgs.PrivateSubnets[0].ID: is required`},
		"no public subnet": {"a public cluster", with(func(a *RosaHCPArgs) { a.Private = false }),
			`cluster.RosaHCPArgs.PublicSubnets: is empty; a cluster that is not Private needs one for its load balancers`},
		"replicas":     {"3 zones", workers(RosaWorkersArgs{Replicas: 4}), `cluster.RosaHCPArgs.Workers.Replicas: 4 is no multiple of 3, the number of private subnets`},
		"few replicas": {"at least 2", rosaTestHCP(func(a *RosaHCPArgs) { a.PrivateSubnets, a.Workers.Replicas = a.PrivateSubnets[:1], 1 }), `cluster.RosaHCPArgs.Workers.Replicas: 1 is too few; at least 2 are needed`},
		"many replicas": {"ROSA's limit", workers(RosaWorkersArgs{Replicas: 501}),
			`cluster.RosaHCPArgs.Workers.Replicas: 501 is too many; a cluster has at most 500`},
		"pods' room": {"a /18 of /23s", rosaTestHCP(func(a *RosaHCPArgs) { a.Network.PodCIDR, a.Workers.Replicas = "10.128.0.0/18", 33 }),
			`cluster.RosaHCPArgs.Workers.Replicas: 33 is too many; the pods' addresses are enough for 32 machines: choose a larger Network.PodCIDR or a longer HostPrefix`},
		"both counts": {"the provider refuses both", workers(RosaWorkersArgs{Replicas: 3, Autoscaling: &RosaAutoscalingArgs{3, 6}}), `cluster.RosaHCPArgs.Workers.Replicas: is set and Autoscaling is too; choose one`},
		"bounds":      {"upside down", workers(RosaWorkersArgs{Autoscaling: &RosaAutoscalingArgs{6, 3}}), `cluster.RosaHCPArgs.Workers.Autoscaling.Max: 3 is less than Min, 6`},
		"bounds' unit": {"both are multiples", workers(RosaWorkersArgs{Autoscaling: &RosaAutoscalingArgs{2, 6}}),
			`cluster.RosaHCPArgs.Workers.Autoscaling.Min: 2 is no multiple of 3, the number of private subnets`},
		"disk":   {"75 GiB at least", workers(RosaWorkersArgs{DiskSizeGiB: 74}), `cluster.RosaHCPArgs.Workers.DiskSizeGiB: 74 is not between 75 and 16384`},
		"labels": {"OCM gives them to Classic's pool alone", workers(RosaWorkersArgs{Labels: map[string]string{"a": "b"}}), `cluster.RosaHCPArgs.Workers.Labels: are for Classic; label a RosaMachinePool instead`},
		"security groups": {"11 of them", workers(RosaWorkersArgs{SecurityGroupIDs: rosaTestGroups(11)}),
			`cluster.RosaHCPArgs.Workers.SecurityGroupIDs: holds 11 security groups; a machine takes at most 10 beside its own`},
		"security group's id": {"a name is no id", workers(RosaWorkersArgs{SecurityGroupIDs: pulumi.ToStringArray([]string{"default"})}),
			`cluster.RosaHCPArgs.Workers.SecurityGroupIDs: "default" is no security group's id; one looks like sg-0123456789abcdef0`},
		"security groups' version": {"a day-1 feature of 4.14", with(func(a *RosaHCPArgs) { a.Version.Version, a.Workers.SecurityGroupIDs = "4.13.9", rosaTestGroups(1) }),
			`cluster.RosaHCPArgs.Workers.SecurityGroupIDs: need OpenShift 4.14; the version is 4.13.9`},
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
		return with(func(a *RosaHCPArgs) { a.Admin = &RosaAdminArgs{Username: name, Password: pulumi.String(password)} })
	}
	waits := func(w RosaWaitsArgs) *RosaHCPArgs { return with(func(a *RosaHCPArgs) { a.Waits = w }) }
	httpProxy := pulumi.String("http://10.0.0.10:3128")
	return map[string]rosaBad{
		"empty proxy":     {"a proxy of nothing", proxy(RosaProxyArgs{}), `cluster.RosaHCPArgs.Proxy: is empty; set HTTPProxy, HTTPSProxy or TrustedCA, or leave it nil`},
		"proxy's scheme":  {"plain HTTP has a plain proxy", proxy(RosaProxyArgs{HTTPProxy: pulumi.String("https://10.0.0.10:3128")}), `cluster.RosaHCPArgs.Proxy.HTTPProxy: "https://10.0.0.10:3128" begins with https://; the cluster takes http`},
		"proxy's host":    {"a host and port are no URL", proxy(RosaProxyArgs{HTTPSProxy: pulumi.String("10.0.0.10:3128")}), `cluster.RosaHCPArgs.Proxy.HTTPSProxy: "10.0.0.10:3128" is no proxy's URL; write one such as http://10.0.0.10:3128`},
		"proxy's path":    {"no path but /", proxy(RosaProxyArgs{HTTPProxy: pulumi.String("http://10.0.0.10:3128/proxy")}), `cluster.RosaHCPArgs.Proxy.HTTPProxy: "http://10.0.0.10:3128/proxy" has the path /proxy; a proxy has none`},
		"lonely no proxy": {"it says what does not use the proxy", proxy(RosaProxyArgs{NoProxy: []string{"10.0.0.0/16"}}), `cluster.RosaHCPArgs.Proxy.NoProxy: is set and no proxy is; set HTTPProxy or HTTPSProxy`},
		"no proxy twice":  {"the rosa command refuses it", proxy(RosaProxyArgs{HTTPProxy: httpProxy, NoProxy: []string{"a.com", "a.com"}}), `cluster.RosaHCPArgs.Proxy.NoProxy: "a.com" is there twice`},
		"no proxy's case": {"lower case", proxy(RosaProxyArgs{HTTPProxy: httpProxy, NoProxy: []string{"Example.com"}}), `cluster.RosaHCPArgs.Proxy.NoProxy: "Example.com" is no IPv4 address, no range and no domain in lower case`},
		"bundle":          {"a file's name is no certificate", proxy(RosaProxyArgs{TrustedCA: pulumi.String("ca.pem")}), `cluster.RosaHCPArgs.Proxy.TrustedCA: is no PEM bundle of certificates`},
		"blank bundle":    {"a file without a certificate", proxy(RosaProxyArgs{TrustedCA: pulumi.String("\n")}), `cluster.RosaHCPArgs.Proxy.TrustedCA: is no PEM bundle of certificates`},
		"admin's name":    {"htpasswd's separator", admin("a:b", "Correct-Horse-1"), `cluster.RosaHCPArgs.Admin.Username: "a:b" holds one of /, : and %, which user names cannot`},
		"short password":  {"13 characters", admin("", "Correct-Hors1"), `cluster.RosaHCPArgs.Admin.Password: has 13 characters; at least 14 are needed`},
		"weak password":   {"told without telling it", admin("", "correcthorsebattery"), "cluster.RosaHCPArgs.Admin.Password: must have an upper-case letter\ncluster.RosaHCPArgs.Admin.Password: must have a digit or a symbol"},
		"key":             {"OCM wants no alias", with(func(a *RosaHCPArgs) { a.EtcdKeyARN = pulumi.String("alias/etcd") }), `cluster.RosaHCPArgs.EtcdKeyARN: "alias/etcd" is no KMS key's ARN; write one such as arn:aws:kms:us-east-2:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab`},
		"key's region": {"volumes use keys of their region", with(func(a *RosaHCPArgs) { a.VolumeKeyARN = rosaTestKey("us-east-1") }),
			`cluster.RosaHCPArgs.VolumeKeyARN: arn:aws:kms:us-east-1:123456789012:key/1234abcd-12ab-4abc-8def-1234567890ab is a key of us-east-1; machines in us-east-2 can use keys of their own region only`},
		"metadata": {"two versions", with(func(a *RosaHCPArgs) { a.IMDS = "v2" }), `cluster.RosaHCPArgs.IMDS: "v2" is none of required, optional`},
		"creator":  {"a role's own ARN is nobody's", with(func(a *RosaHCPArgs) { a.CreatorARN = pulumi.String("ann") }), `cluster.RosaHCPArgs.CreatorARN: "ann" is no ARN of a user or of a role's session; aws sts get-caller-identity shows one`},
		"properties": {"reserved ones, and the creator is missing", with(func(a *RosaHCPArgs) { a.Properties = map[string]string{"rosa_tf_commit": "x", "zero_egress": "true"} }),
			`cluster.RosaHCPArgs.Properties: rosa_tf_commit is set by the provider
cluster.RosaHCPArgs.Properties: zero_egress has an argument of its own, ZeroEgress
cluster.RosaHCPArgs.CreatorARN: is required with Properties`},
		"zero egress": {"a property, so the creator is needed", with(func(a *RosaHCPArgs) { a.ZeroEgress = true }), `cluster.RosaHCPArgs.CreatorARN: is required with ZeroEgress`},
		"shared VPC": {"all four or none", with(func(a *RosaHCPArgs) {
			a.SharedVpc = &RosaSharedVpcArgs{IngressZoneID: pulumi.String("example.com"), Route53RoleARN: rosaTestRole("r")}
		}), `cluster.RosaHCPArgs.SharedVpc.IngressZoneID: "example.com" is no hosted zone's id; one looks like Z05646003S02O1ENCDCSN
cluster.RosaHCPArgs.SharedVpc.InternalZoneID: is required
cluster.RosaHCPArgs.SharedVpc.VpcEndpointRoleARN: is required
cluster.RosaHCPArgs.BaseDNSDomain: is required with SharedVpc`},
		"principal":         {"a name is no ARN", with(func(a *RosaHCPArgs) { a.AllowedPrincipals = pulumi.ToStringArray([]string{"ann"}) }), `cluster.RosaHCPArgs.AllowedPrincipals[0]: "ann" is no ARN of an account, a user or a role`},
		"auto node":         {"the provider wants the role", with(func(a *RosaHCPArgs) { a.AutoNode = &RosaAutoNodeArgs{} }), `cluster.RosaHCPArgs.AutoNode.RoleARN: is required`},
		"auto node waits":   {"it is turned on at the end", with(func(a *RosaHCPArgs) { a.AutoNode = &RosaAutoNodeArgs{rosaTestRole("k")}; a.Waits.SkipCreate = true }), `cluster.RosaHCPArgs.AutoNode: is turned on once the cluster is ready; leave Waits.SkipCreate out`},
		"seconds to wait":   {"OCM is asked every two minutes", waits(RosaWaitsArgs{Create: 90 * time.Second}), `cluster.RosaHCPArgs.Waits.Create: 1m30s is no number of whole minutes; write one such as 90 * time.Minute`},
		"wait for machines": {"they come after the cluster", waits(RosaWaitsArgs{ForWorkers: true, SkipCreate: true}), `cluster.RosaHCPArgs.Waits.ForWorkers: needs the wait for the cluster; leave SkipCreate out`},
		"time for machines": {"nobody waits", waits(RosaWaitsArgs{Workers: time.Hour}), `cluster.RosaHCPArgs.Waits.Workers: is set and ForWorkers is not; set it too`},
		"registries": {"what is not allowed is blocked", with(func(a *RosaHCPArgs) {
			a.Registry = &RosaRegistryArgs{AllowedRegistries: []string{"quay.io"}, BlockedRegistries: []string{"docker.io"}}
		}), `cluster.RosaHCPArgs.Registry.BlockedRegistries: is set and AllowedRegistries is too; choose one: what is not allowed is blocked`},
		"log forwarder": {"nowhere to, and nothing", with(func(a *RosaHCPArgs) { a.LogForwarders = []RosaLogForwarderArgs{{}} }), `cluster.RosaHCPArgs.LogForwarders[0]: must have one of S3 and CloudWatch
cluster.RosaHCPArgs.LogForwarders[0].Applications: is empty and Groups is too; name what is to be sent`},
		"tag": {"OpenShift's namespace", with(func(a *RosaHCPArgs) { a.Tags = pulumi.StringMap{"kubernetes.io/x": pulumi.String("1")} }), `cluster.RosaHCPArgs.Tags: key "kubernetes.io/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`},
	}
}
