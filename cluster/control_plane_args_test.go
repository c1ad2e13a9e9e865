package cluster

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

type change = func(*ControlPlaneArgs)

const at1 = "cluster.ControlPlaneArgs."

func TestBadControlPlaneArgs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change change
		want   []string
	}{
		"no install": {
			reason: "everything is named by it",
			change: func(a *ControlPlaneArgs) { a.Install = nil },
			want:   []string{"Install: is required; LoadInstallDir makes it"},
		},
		"hand-made install": {
			reason: "a struct nobody filled",
			change: func(a *ControlPlaneArgs) { a.Install = &InstallDir{} },
			want: []string{
				"Install.InfraID: is required",
				"Install.Domain: is required",
				"Install.Region: is required",
				"Install.MasterIgnition: is required",
				"Install.Kubeconfig: is required",
				"Install.BootstrapIgnition: is required",
			},
		},
		"long infra id": {
			reason: "load balancers could not be named",
			change: func(a *ControlPlaneArgs) { a.Install.InfraID = strings.Repeat("a", 28) },
			want: []string{
				`Install.InfraID: "aaaaaaaaaaaaaaaaaaaaaaaaaaaa" has 28 characters; at most 27 fit the names of load balancers`,
			},
		},
		"no stage": {
			reason: "neither stage is safe to assume",
			change: func(a *ControlPlaneArgs) { a.Stage = "" },
			want:   []string{"Stage: is required"},
		},
		"unknown stage": {
			reason: "a typing slip",
			change: func(a *ControlPlaneArgs) { a.Stage = "Bootstrap" },
			want:   []string{`Stage: "Bootstrap" is none of bootstrap, cluster`},
		},
		"unknown publish": {
			reason: "the installer's word is capitalised",
			change: func(a *ControlPlaneArgs) { a.Publish = "internal" },
			want:   []string{`Publish: "internal" is none of External, Internal`},
		},
		"no VPC": {
			reason: "target groups stand in it",
			change: func(a *ControlPlaneArgs) { a.VpcID = nil },
			want:   []string{"VpcID: is required"},
		},
		"no private subnets": {
			reason: "nowhere to put machines",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets = nil },
			want: []string{
				"PrivateSubnets: has 0 subnets; etcd needs 1, 3 or 5 control-plane machines, one a subnet",
			},
		},
		"two private subnets": {
			reason: "etcd of two loses its quorum with either",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets = a.PrivateSubnets[:2] },
			want: []string{
				"PrivateSubnets: has 2 subnets; etcd needs 1, 3 or 5 control-plane machines, one a subnet",
			},
		},
		"one zone twice": {
			reason: "a load balancer takes one subnet a zone",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets[2].Zone = "us-east-2a" },
			want: []string{
				`PrivateSubnets[2].Zone: "us-east-2a" is given twice; a network load balancer takes one subnet a zone`,
			},
		},
		"local zone": {
			reason: "workers alone run there",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets[2].Zone = "us-east-2-dtw-1a" },
			want: []string{
				`PrivateSubnets[2].Zone: "us-east-2-dtw-1a" is a local or Wavelength zone; OpenShift runs its control plane in the region's own zones, such as us-east-2a`,
				`PublicSubnets: has none in zone "us-east-2-dtw-1a"; the external load balancer sends nothing to machines in zones where it has no subnet`,
			},
		},
		"region for a zone": {
			reason: "a common slip",
			change: func(a *ControlPlaneArgs) {
				a.PublicSubnets = append(
					a.PublicSubnets,
					network.Subnet{ID: pulumi.String("s"), Zone: "us-east-2", CIDR: "10.0.9.0/24"},
				)
			},
			want: []string{`PublicSubnets[3].Zone: "us-east-2" is no zone's name, such as us-east-2a`},
		},
		"another region": {
			reason: "subnets of another install",
			change: func(a *ControlPlaneArgs) { a.Install.Region = "us-east-1" },
			want: []string{
				`PrivateSubnets[0].Zone: "us-east-2a" is not in us-east-1, the region that the cluster is installed in`,
				`PrivateSubnets[1].Zone: "us-east-2b" is not in us-east-1, the region that the cluster is installed in`,
				`PrivateSubnets[2].Zone: "us-east-2c" is not in us-east-1, the region that the cluster is installed in`,
				`PublicSubnets[0].Zone: "us-east-2a" is not in us-east-1, the region that the cluster is installed in`,
				`PublicSubnets[1].Zone: "us-east-2b" is not in us-east-1, the region that the cluster is installed in`,
				`PublicSubnets[2].Zone: "us-east-2c" is not in us-east-1, the region that the cluster is installed in`,
			},
		},
		"empty subnet": {
			reason: "a struct nobody filled",
			change: func(a *ControlPlaneArgs) { a.PublicSubnets = append(a.PublicSubnets, network.Subnet{}) },
			want: []string{
				"PublicSubnets[3].ID: is required",
				"PublicSubnets[3].CIDR: is required",
				"PublicSubnets[3].Zone: is required",
			},
		},
		"zone without public": {
			reason: "its machine would get no outside traffic",
			change: func(a *ControlPlaneArgs) { a.PublicSubnets = a.PublicSubnets[:2] },
			want: []string{
				`PublicSubnets: has none in zone "us-east-2c"; the external load balancer sends nothing to machines in zones where it has no subnet`,
			},
		},
		"subnet's CIDR is none": {
			reason: "a rule names it",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets[0].CIDR = "10.0.0.0" },
			want:   []string{`PrivateSubnets[0].CIDR: "10.0.0.0" is no IPv4 range; write one such as 10.0.0.0/16`},
		},
		"no image": {
			reason: "there is no default image",
			change: func(a *ControlPlaneArgs) { a.AMI = nil },
			want:   []string{"AMI: is required"},
		},
		"no profile": {
			reason: "the cloud controller could do nothing",
			change: func(a *ControlPlaneArgs) { a.InstanceProfile = nil },
			want:   []string{"InstanceProfile: is required"},
		},
		"no bootstrap profile": {
			reason: "the ignition could not be read",
			change: func(a *ControlPlaneArgs) { a.BootstrapInstanceProfile = nil },
			want:   []string{"BootstrapInstanceProfile: is required"},
		},
		"no groups": {
			reason: "the VPC's default group would apply",
			change: func(a *ControlPlaneArgs) { a.SecurityGroupIDs = pulumi.StringArray{} },
			want:   []string{"SecurityGroupIDs: is required"},
		},
		"no balancer groups": {
			reason: "a balancer made without never gets one",
			change: func(a *ControlPlaneArgs) { a.APIServerLBSecurityGroupIDs = nil },
			want:   []string{"APIServerLBSecurityGroupIDs: is required"},
		},
		"no public zone": {
			reason: "api.<domain> would not resolve",
			change: func(a *ControlPlaneArgs) { a.PublicZoneID = nil },
			want:   []string{"PublicZoneID: is required"},
		},
		"nobody allowed": {
			reason: "an external door that nobody can use",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{} },
			want: []string{
				"APIAllowedCIDRs: is empty, so nobody could reach the external load balancer; leave it nil for 0.0.0.0/0 or set Publish to Internal",
			},
		},
		"host bits": {
			reason: "AWS refuses it",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{"203.0.113.7/24"} },
			want: []string{
				"APIAllowedCIDRs[0]: 203.0.113.7/24 has host bits set; the range that holds it is 203.0.113.0/24",
			},
		},
		"IPv6 range": {
			reason: "the load balancers have IPv4 alone",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{"2001:db8::/32"} },
			want:   []string{`APIAllowedCIDRs[0]: "2001:db8::/32" is no IPv4 range; write one such as 10.0.0.0/16`},
		},
		"range twice": {
			reason: "AWS refuses the second rule",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{"10.0.0.0/8", "10.0.0.0/8"} },
			want:   []string{"APIAllowedCIDRs[1]: 10.0.0.0/8 is given twice"},
		},
		"SSH from a host name": {
			reason: "rules know addresses alone",
			change: func(a *ControlPlaneArgs) { a.BootstrapSSHAllowedCIDRs = []string{"me.example.com"} },
			want: []string{
				`BootstrapSSHAllowedCIDRs[0]: "me.example.com" is no IPv4 range; write one such as 10.0.0.0/16`,
			},
		},
		"unknown volume": {
			reason: "no machine boots from st1",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{Type: "st1"} },
			want: []string{
				`RootVolume.Type: "st1" is no type of volume that a machine boots from; it is one of gp2, gp3, io1, io2, standard`,
			},
		},
		"IOPS of gp2": {
			reason: "AWS derives them from the size",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{Type: "gp2", IOPS: 1000} },
			want: []string{
				"RootVolume.IOPS: 1000 cannot be chosen with volumes of type gp2; leave it out or use gp3, io1 or io2",
			},
		},
		"small and fast": {
			reason: "io1 gives 50 a GiB",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{SizeGiB: 16} },
			want: []string{
				"RootVolume.IOPS: 1000 is too much for 16 GiB of type io1; it takes at most 50 for each GiB",
			},
		},
		"reserved tag": {
			reason: "the cluster's tag is the component's",
			change: func(a *ControlPlaneArgs) {
				a.Tags = pulumi.StringMap{"kubernetes.io/cluster/x": pulumi.String("owned")}
			},
			want: []string{
				`Tags: key "kubernetes.io/cluster/x" is in a namespace that OpenShift keeps for itself (kubernetes.io, openshift.io)`,
			},
		},
		"all problems are told": {
			reason: "one run shows them all",
			change: func(a *ControlPlaneArgs) { a.VpcID, a.AMI, a.Tags = nil, nil, pulumi.StringMap{"x": nil} },
			want:   []string{"VpcID: is required", "AMI: is required", `Tags: key "x" has no value`},
		},
		"outputs that are empty": {
			reason: "fields of a component that was not made",
			change: func(a *ControlPlaneArgs) { a.InstanceProfile = pulumi.StringOutput{} },
			want:   []string{"InstanceProfile: is required"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := demoArgs(tt.change).Validate()
			assert.EqualError(t, err, at1+strings.Join(tt.want, "\n"+at1), tt.reason)
		})
	}
}

func TestLegalControlPlaneArgs(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		change change
	}{
		"usual": {reason: "the main path", change: func(*ControlPlaneArgs) {}},
		"one machine": {
			reason: "single-node etcd is allowed",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets = a.PrivateSubnets[:1] },
		},
		"five machines": {
			reason: "a region with six zones",
			change: func(a *ControlPlaneArgs) { five(a) },
		},
		"no profile after bootstrap": {reason: "there is no bootstrap machine", change: afterBootstrap},
		"internal without public": {
			reason: "nothing of it is public",
			change: func(a *ControlPlaneArgs) { a.Publish, a.PublicSubnets, a.PublicZoneID = Internal, nil, nil },
		},
		"internal keeping public": {reason: "so that one word switches it", change: internalOnly},
		"internal, nobody allowed": {
			reason: "the list is unused",
			change: func(a *ControlPlaneArgs) { a.Publish, a.APIAllowedCIDRs = Internal, []string{} },
		},
		"one address": {
			reason: "a /32 is a range",
			change: func(a *ControlPlaneArgs) { a.APIAllowedCIDRs = []string{"203.0.113.7/32"} },
		},
		"more public zones": {
			reason: "a subnet for a zone to come",
			change: func(a *ControlPlaneArgs) { a.PrivateSubnets = a.PrivateSubnets[2:] },
		},
		"gp3 with its baseline": {
			reason: "no IOPS need be told",
			change: func(a *ControlPlaneArgs) { a.RootVolume = &RootVolumeArgs{Type: "gp3"} },
		},
		"sixteen groups": {
			reason: "a raised quota",
			change: func(a *ControlPlaneArgs) {
				a.AdditionalSecurityGroupIDs = make(pulumi.StringArray, 13)
			},
		},
		"unknown id": {
			reason: "ids come from other components",
			change: func(a *ControlPlaneArgs) { a.VpcID = pulumi.String("vpc").ToStringOutput() },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.NoError(t, demoArgs(tt.change).Validate(), tt.reason)
		})
	}
}

func five(a *ControlPlaneArgs) {
	a.Install.Region = "us-east-1"
	a.PublicSubnets = subnets("public", "us-east-1", 0, "a", "b", "c", "d", "f")
	a.PrivateSubnets = subnets("private", "us-east-1", 100, "a", "b", "c", "d", "f")
}

func TestPlanDoors(t *testing.T) {
	t.Parallel()
	args := demoArgs().withDefaults()
	groups := pulumi.StringArray{pulumi.String("sg-external")}
	internal := door{
		name: "int", internal: true, subnets: args.PrivateSubnets, groups: args.APIServerLBSecurityGroupIDs,
		ports: []doorPort{
			{key: "aint", port: 6443, health: "/readyz"},
			{key: "sint", port: 22623, health: "/healthz"},
		},
	}
	external := door{name: "ext", subnets: args.PublicSubnets, groups: groups, ports: []doorPort{{
		key:    "aext",
		port:   6443,
		health: "/readyz",
	}}}

	assert.Equal(t, []door{internal, external}, planDoors(args, groups))
	assert.Equal(
		t,
		[]door{internal},
		planDoors(demoArgs(internalOnly).withDefaults(), nil),
		"the machine config server is never outside",
	)
}

func TestPlanRecords(t *testing.T) {
	t.Parallel()
	private := []apiRecord{{host: "api", door: "int"}, {host: "api-int", door: "int"}}
	assert.Equal(
		t,
		append(private, apiRecord{host: "api", public: true, door: "ext"}),
		planRecords(demoArgs().withDefaults()),
	)
	assert.Equal(t, private, planRecords(demoArgs(internalOnly).withDefaults()))
}

func TestPlanExternalRules(t *testing.T) {
	t.Parallel()
	args := demoArgs(afterBootstrap, func(a *ControlPlaneArgs) {
		a.APIAllowedCIDRs = []string{"203.0.113.0/24", "198.51.100.0/24"}
		a.PrivateSubnets = a.PrivateSubnets[:1]
	}).withDefaults()
	rules := []doorRule{
		{key: "from-203.0.113.0-24", cidr: "203.0.113.0/24", description: "Kubernetes API from 203.0.113.0/24"},
		{key: "from-198.51.100.0-24", cidr: "198.51.100.0/24", description: "Kubernetes API from 198.51.100.0/24"},
		{
			key:         "to-us-east-2a",
			cidr:        "10.0.100.0/24",
			description: "Kubernetes API of the machine in us-east-2a",
			egress:      true,
		},
	}
	assert.Equal(t, rules, planExternalRules(args))

	args.Stage = StageBootstrap
	bootstrap := doorRule{
		key:         "to-bootstrap",
		cidr:        "10.0.0.0/24",
		description: "Kubernetes API of the bootstrap machine",
		egress:      true,
	}
	assert.Equal(t, append(rules, bootstrap), planExternalRules(args))
}

func TestRootVolumeDefaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		given  *RootVolumeArgs
		want   RootVolumeArgs
	}{
		"none": {
			reason: "what ROSA Classic has",
			want:   RootVolumeArgs{Type: "io1", SizeGiB: 350, IOPS: 1000},
		},
		"size": {
			reason: "the rest stays",
			given:  &RootVolumeArgs{SizeGiB: 500},
			want:   RootVolumeArgs{Type: "io1", SizeGiB: 500, IOPS: 1000},
		},
		"gp3": {
			reason: "AWS's baseline is 3000",
			given:  &RootVolumeArgs{Type: "gp3"},
			want:   RootVolumeArgs{Type: "gp3", SizeGiB: 350},
		},
		"io2": {
			reason: "io2 has no baseline",
			given:  &RootVolumeArgs{Type: "io2"},
			want:   RootVolumeArgs{Type: "io2", SizeGiB: 350, IOPS: 1000},
		},
		"all explicit": {
			reason: "nothing is overridden",
			given:  &RootVolumeArgs{Type: "gp3", SizeGiB: 1, IOPS: 2, ThroughputMiB: 3},
			want:   RootVolumeArgs{Type: "gp3", SizeGiB: 1, IOPS: 2, ThroughputMiB: 3},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, &tt.want, tt.given.withDefaults(), tt.reason)
		})
	}
}

func TestBootstrapIsReachedOnlyAsAsked(t *testing.T) {
	t.Parallel()
	const ruleType = "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule"
	closed := recordControlPlane(t, internalOnly)
	assert.Empty(t, closed.OfType(ruleType))
	machine := one(t, closed, instanceType, "demo-bootstrap")
	assert.Equal(t, false, machine.Inputs["associatePublicIpAddress"])
	assert.Equal(t, "subnet-private-a", machine.Inputs["subnetId"])

	open := recordControlPlane(
		t,
		internalOnly,
		func(a *ControlPlaneArgs) { a.BootstrapSSHAllowedCIDRs = []string{"203.0.113.0/24"} },
	)
	rule := one(t, open, ruleType, "demo-bootstrap-ssh-from-203.0.113.0-24")
	assert.Equal(t, map[string]any{
		"cidrIpv4": "203.0.113.0/24", "description": "SSH from 203.0.113.0/24", "fromPort": float64(22), "toPort": float64(22), "ipProtocol": "tcp",
		"securityGroupId": one(
			t,
			open,
			"aws:ec2/securityGroup:SecurityGroup",
			"demo-bootstrap",
		).ID, "tags": map[string]any{"team": "core"},
	}, rule.Inputs)
}

func TestVolumeKey(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) {
		a.RootVolume = &RootVolumeArgs{
			Type:          "gp3",
			SizeGiB:       400,
			IOPS:          6000,
			ThroughputMiB: 500,
			KMSKeyARN:     pulumi.String("arn:aws:kms:us-east-2:1:key/k"),
		}
	})
	tags := func(name string) map[string]any {
		return map[string]any{
			"Name":                             "demo-x7k2p-" + name,
			"kubernetes.io/cluster/demo-x7k2p": "owned",
			"team":                             "core",
		}
	}
	assert.Equal(t, map[string]any{
		"encrypted": true, "kmsKeyId": "arn:aws:kms:us-east-2:1:key/k", "volumeType": "gp3", "volumeSize": float64(400),
		"iops": float64(6000), "throughput": float64(500), "tags": tags("master-us-east-2a"),
	}, one(t, rec, instanceType, "demo-master-us-east-2a").Inputs["rootBlockDevice"])
	assert.Equal(t, map[string]any{
		"encrypted": true, "kmsKeyId": "arn:aws:kms:us-east-2:1:key/k", "volumeType": "gp3", "volumeSize": float64(120), "tags": tags("bootstrap"),
	}, one(t, rec, instanceType, "demo-bootstrap").Inputs["rootBlockDevice"], "its ignition holds keys, so the same key encrypts it")
}
