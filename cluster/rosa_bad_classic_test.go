package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func rosaBadClassic() map[string]rosaBad {
	with := rosaTestClassic
	three := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	return map[string]rosaBad{
		"classic without control plane's role": {"its machines are in the account", with(func(a *RosaClassicArgs) { a.STS.ControlPlaneRoleARN = nil }),
			`cluster.RosaClassicArgs.STS.ControlPlaneRoleARN: is required`},
		"classic zones": {"one zone without MultiAZ", with(func(a *RosaClassicArgs) { a.Zones = three }),
			`cluster.RosaClassicArgs.Zones: are 3; a cluster has 3 with MultiAZ, else 1`},
		"classic subnets": {"three zones with MultiAZ", with(func(a *RosaClassicArgs) {
			a.MultiAZ, a.Private, a.PrivateSubnets = true, true, rosaTestSubnets("private", three[:2]...)
		}), `cluster.RosaClassicArgs.PrivateSubnets: are 2; a cluster has 3 with MultiAZ, else 1`},
		"classic zones and subnets": {"subnets have zones", with(func(a *RosaClassicArgs) {
			a.Private, a.Zones, a.PrivateSubnets = true, three[:1], rosaTestSubnets("private", three[0])
		}), `cluster.RosaClassicArgs.Zones: are set and subnets are too; leave them out: the subnets' zones count`},
		"classic private": {"PrivateLink needs a VPC", with(func(a *RosaClassicArgs) { a.Private = true }),
			`cluster.RosaClassicArgs.PrivateSubnets: is empty; Private needs a VPC of one's own`},
		"classic proxy": {"the proxy is in the VPC", with(func(a *RosaClassicArgs) { a.Proxy = &RosaProxyArgs{HTTPProxy: pulumi.String("http://proxy:3128")} }),
			`cluster.RosaClassicArgs.PrivateSubnets: is empty; Proxy needs a VPC of one's own`},
		"classic hosted zone": {"a shared VPC", with(func(a *RosaClassicArgs) {
			a.PrivateHostedZone = &RosaHostedZoneArgs{ID: pulumi.String("Z1"), RoleARN: rosaTestRole("shared")}
		}), `cluster.RosaClassicArgs.PrivateSubnets: is empty; PrivateHostedZone needs a VPC of one's own
cluster.RosaClassicArgs.BaseDNSDomain: is required with PrivateHostedZone`},
		"classic public subnets alone": {"machines need some too", with(func(a *RosaClassicArgs) { a.PublicSubnets = rosaTestSubnets("public", three[0]) }),
			`cluster.RosaClassicArgs.PrivateSubnets: is empty; PublicSubnets needs a VPC of one's own`},
		"classic public subnets of private": {"the service takes exactly 1 or 3", with(func(a *RosaClassicArgs) {
			a.Private, a.PrivateSubnets, a.PublicSubnets = true, rosaTestSubnets("private", three[0]), rosaTestSubnets("public", three[0])
		}), `cluster.RosaClassicArgs.PublicSubnets: are set and the cluster is Private; leave them out`},
		"classic public zones": {"pairs of a private and a public subnet", with(func(a *RosaClassicArgs) {
			a.PrivateSubnets, a.PublicSubnets = rosaTestSubnets("private", three[0]), rosaTestSubnets("public", three[1])
		}), `cluster.RosaClassicArgs.PublicSubnets: must be in the zones of PrivateSubnets, one in each, unless the cluster is Private`},
		"classic replicas": {"three zones", with(func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Replicas = true, 4 }),
			`cluster.RosaClassicArgs.Workers.Replicas: 4 is no multiple of 3, the number of zones`},
		"classic few replicas": {"OCM's least", with(func(a *RosaClassicArgs) { a.Workers.Replicas = 1 }),
			`cluster.RosaClassicArgs.Workers.Replicas: 1 is too few; at least 2 are needed`},
		"classic bounds": {"as many as without autoscaling", with(func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Autoscaling = true, &RosaAutoscalingArgs{0, 6} }),
			`cluster.RosaClassicArgs.Workers.Autoscaling.Min: 0 is too few; at least 3 are needed`},
		"classic many replicas": {"Classic's limit", with(func(a *RosaClassicArgs) { a.Workers.Replicas = 250 }),
			`cluster.RosaClassicArgs.Workers.Replicas: 250 is too many; a cluster has at most 249`},
		"classic disk of 4.13": {"1 TiB before 4.14", with(func(a *RosaClassicArgs) { a.Version.Version, a.Workers.DiskSizeGiB = "4.13.40", 1025 }),
			`cluster.RosaClassicArgs.Workers.DiskSizeGiB: 1025 is not between 128 and 1024`},
		"classic disk": {"the limit depends on the version", with(func(a *RosaClassicArgs) { a.Workers.DiskSizeGiB = 300 }),
			`cluster.RosaClassicArgs.Version.Version: is required with Workers.DiskSizeGiB, whose limit depends on it`},
		"classic metadata": {"IMDSv2 came with 4.11", with(func(a *RosaClassicArgs) { a.Version.Version = "4.10.67" }),
			`cluster.RosaClassicArgs.IMDS: required needs OpenShift 4.11; the version is 4.10.67: set optional`},
		"classic old version": {"the provider's floor", with(func(a *RosaClassicArgs) { a.Version.Version, a.IMDS = "4.9.59", RosaIMDSv1AndV2 }),
			`cluster.RosaClassicArgs.Version.Version: 4.9.59 is too old; 4.10.0 is the oldest that ROSA makes`},
		"classic infra groups": {"11 of them", with(func(a *RosaClassicArgs) { a.InfraSecurityGroupIDs = rosaTestGroups(11) }),
			`cluster.RosaClassicArgs.InfraSecurityGroupIDs: holds 11 security groups; a machine takes at most 10 beside its own`},
		"classic groups' version": {"from 4.14", with(func(a *RosaClassicArgs) {
			a.Version.Version, a.ControlPlaneSecurityGroupIDs = "4.13.40", rosaTestGroups(1)
		}),
			`cluster.RosaClassicArgs.ControlPlaneSecurityGroupIDs: need OpenShift 4.14; the version is 4.13.40`},
		"classic waits": {"machines are part of being ready", with(func(a *RosaClassicArgs) { a.Waits.ForWorkers = true }),
			`cluster.RosaClassicArgs.Waits.ForWorkers: is for hosted control planes; a Classic cluster is ready when its machines are`},
		"classic zero egress": {"HCP only", with(func(a *RosaClassicArgs) {
			a.CreatorARN, a.Properties = pulumi.String("arn:aws:iam::123456789012:user/ann"), map[string]string{"zero_egress": "true"}
		}), `cluster.RosaClassicArgs.Properties: zero_egress is for hosted control planes`},
		"classic label": {"Kubernetes's form", with(func(a *RosaClassicArgs) { a.Workers.Labels = map[string]string{"a b": "c d"} }),
			"cluster.RosaClassicArgs.Workers.Labels: key \"a b\" is no label's; one looks like example.com/team\n" +
				"cluster.RosaClassicArgs.Workers.Labels: the value \"c d\" of key \"a b\" is none that a label takes"},
	}
}

func rosaBadPools() map[string]rosaBad {
	with, classic := rosaTestPool, rosaTestClassicPool
	hosted := func(change func(*RosaHCPPoolArgs)) *RosaMachinePoolArgs {
		return with(func(a *RosaMachinePoolArgs) { change(a.HCP) })
	}
	return map[string]rosaBad{
		"pool of nothing": {"everything that has no default", (*RosaMachinePoolArgs)(nil), `cluster.RosaMachinePoolArgs.ClusterID: is required
cluster.RosaMachinePoolArgs.Name: is required
cluster.RosaMachinePoolArgs.InstanceType: is required
cluster.RosaMachinePoolArgs.Replicas: must be set, or Autoscaling: one of the two
cluster.RosaMachinePoolArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two`},
		"pool's name": {"the provider's rule", with(func(a *RosaMachinePoolArgs) { a.Name = "pool_1" }),
			`cluster.RosaMachinePoolArgs.Name: "pool_1" must be lower-case letters, digits and inner hyphens, and begin with a letter`},
		"pool of both": {"a cluster is one of them", with(func(a *RosaMachinePoolArgs) { a.Classic = &RosaClassicPoolArgs{} }),
			`cluster.RosaMachinePoolArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two`},
		"pool's both counts": {"the provider refuses both", with(func(a *RosaMachinePoolArgs) { a.Autoscaling = &RosaAutoscalingArgs{1, 2} }),
			`cluster.RosaMachinePoolArgs.Replicas: must be set, or Autoscaling: one of the two`},
		"pool's negative count": {"no such count", with(func(a *RosaMachinePoolArgs) { a.Replicas = new(-1) }),
			`cluster.RosaMachinePoolArgs.Replicas: -1 is no number of machines`},
		"pool's bounds": {"upside down", with(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{4, 2} }),
			`cluster.RosaMachinePoolArgs.Autoscaling.Max: 2 is less than Min, 4`},
		"pool's empty bounds": {"the rosa command's rule", with(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{0, 0} }),
			`cluster.RosaMachinePoolArgs.Autoscaling.Max: 0 leaves no machine to come; at least 1 is needed`},
		"classic pool's limit": {"Classic's own", classic(func(a *RosaMachinePoolArgs) { a.Replicas = new(250) }),
			`cluster.RosaMachinePoolArgs.Replicas: 250 is too many; a cluster has at most 249`},
		"first pool's replacement": {"its name is taken for ever", with(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "workers-0", true }),
			`cluster.RosaMachinePoolArgs.AllowReplacement: is set for workers-0, which the cluster is born with: once deleted it cannot be made again; make a pool of another name`},
		"classic first pool's replacement": {"its name is taken for ever", classic(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "worker", true }),
			`cluster.RosaMachinePoolArgs.AllowReplacement: is set for worker, which the cluster is born with: once deleted it cannot be made again; make a pool of another name`},
		"pool's limit": {"a cluster's limit", with(func(a *RosaMachinePoolArgs) { a.Replicas = new(501) }),
			`cluster.RosaMachinePoolArgs.Replicas: 501 is too many; a cluster has at most 500`},
		"pool's subnet": {"one subnet", hosted(func(h *RosaHCPPoolArgs) { h.SubnetID = nil }), `cluster.RosaMachinePoolArgs.HCP.SubnetID: is required`},
		"pool's version": {"the control plane goes first", hosted(func(h *RosaHCPPoolArgs) { h.Version, h.ControlPlaneVersion = "4.18.6", "4.18.5" }),
			`cluster.RosaMachinePoolArgs.HCP.Version: 4.18.6 is newer than the control plane's 4.18.5; upgrade that first`},
		"pool's drain": {"a week and a minute", hosted(func(h *RosaHCPPoolArgs) { h.NodeDrainGracePeriod = pointerTo(7*24*time.Hour + time.Minute) }),
			`cluster.RosaMachinePoolArgs.HCP.NodeDrainGracePeriod: 168h1m0s is no number of whole minutes up to a week`},
		"pool's drain seconds": {"whole minutes", hosted(func(h *RosaHCPPoolArgs) { h.NodeDrainGracePeriod = pointerTo(30 * time.Second) }),
			`cluster.RosaMachinePoolArgs.HCP.NodeDrainGracePeriod: 30s is no number of whole minutes up to a week`},
		"pool's reservation": {"an id is a choice", hosted(func(h *RosaHCPPoolArgs) {
			h.CapacityReservation = &RosaCapacityReservationArgs{ID: pulumi.String("cr-1"), Preference: RosaReservationOpen}
		}), `cluster.RosaMachinePoolArgs.HCP.CapacityReservation.Preference: "open" does not go with an ID; leave it out or set capacity-reservations-only`},
		"pool's reservation of nothing": {"neither id nor preference", hosted(func(h *RosaHCPPoolArgs) { h.CapacityReservation = &RosaCapacityReservationArgs{} }),
			`cluster.RosaMachinePoolArgs.HCP.CapacityReservation.Preference: "" is none of none, open, capacity-reservations-only`},
		"pool's disk": {"75 GiB at least", with(func(a *RosaMachinePoolArgs) { a.DiskSizeGiB = 16385 }), `cluster.RosaMachinePoolArgs.DiskSizeGiB: 16385 is not between 75 and 16384`},
		"classic pool's disk": {"128 GiB at least", classic(func(a *RosaMachinePoolArgs) { a.DiskSizeGiB = 127 }),
			`cluster.RosaMachinePoolArgs.DiskSizeGiB: 127 is not between 128 and 16384`},
		"classic pool's replicas": {"one in each zone", classic(func(a *RosaMachinePoolArgs) { a.Classic.MultiAZ = true }),
			`cluster.RosaMachinePoolArgs.Replicas: 2 is no multiple of 3, which a pool in three zones needs`},
		"classic pool's place": {"the provider refuses both", classic(func(a *RosaMachinePoolArgs) {
			a.Classic.Zone, a.Classic.SubnetID = "us-east-2a", pulumi.String("subnet-1")
		}),
			`cluster.RosaMachinePoolArgs.Classic.SubnetID: is set and Zone is too; choose one`},
		"classic pool's zones": {"one zone is not three", classic(func(a *RosaMachinePoolArgs) {
			a.Classic.MultiAZ, a.Classic.Zone, a.Replicas = true, "us-east-2a", new(3)
		}),
			`cluster.RosaMachinePoolArgs.Classic.MultiAZ: is set and Zone or SubnetID is too; choose one`},
		"classic pool's price": {"no such price", classic(func(a *RosaMachinePoolArgs) { a.Classic.Spot = &RosaSpotArgs{"-0.1"} }),
			`cluster.RosaMachinePoolArgs.Classic.Spot.MaxPrice: "-0.1" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`},
		"taint": {"a key and one of three effects", with(func(a *RosaMachinePoolArgs) { a.Taints = []RosaTaint{{Effect: "Evict"}} }),
			"cluster.RosaMachinePoolArgs.Taints[0].Key: is required\n" +
				`cluster.RosaMachinePoolArgs.Taints[0].Effect: "Evict" is none of NoSchedule, PreferNoSchedule, NoExecute`},
	}
}
