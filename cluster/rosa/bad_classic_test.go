package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func rosaBadClassic() map[string]rosaBad {
	with := rosaTestClassic
	three := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	return map[string]rosaBad{
		"classic without control plane's role": {
			reason: "its machines are in the account",
			args:   with(func(a *RosaClassicArgs) { a.STS.ControlPlaneRoleARN = nil }),
			want:   `cluster.RosaClassicArgs.STS.ControlPlaneRoleARN: is required`,
		},
		"classic zones": {
			reason: "one zone without MultiAZ",
			args:   with(func(a *RosaClassicArgs) { a.Zones = three }),
			want:   `cluster.RosaClassicArgs.Zones: are 3; a cluster has 3 with MultiAZ, else 1`,
		},
		"classic subnets": {
			reason: "three zones with MultiAZ",
			args: with(func(a *RosaClassicArgs) {
				a.MultiAZ, a.Private, a.PrivateSubnets = true, true, rosaTestSubnets("private", three[:2]...)
			}),
			want: `cluster.RosaClassicArgs.PrivateSubnets: are 2; a cluster has 3 with MultiAZ, else 1`,
		},
		"classic zones and subnets": {
			reason: "subnets have zones",
			args: with(func(a *RosaClassicArgs) {
				a.Private, a.Zones, a.PrivateSubnets = true, three[:1], rosaTestSubnets("private", three[0])
			}),
			want: `cluster.RosaClassicArgs.Zones: are set and subnets are too; leave them out: the subnets' zones count`,
		},
		"classic private": {
			reason: "PrivateLink needs a VPC",
			args:   with(func(a *RosaClassicArgs) { a.Private = true }),
			want:   `cluster.RosaClassicArgs.PrivateSubnets: is empty; Private needs a VPC of one's own`,
		},
		"classic proxy": {
			reason: "the proxy is in the VPC",
			args: with(
				func(a *RosaClassicArgs) { a.Proxy = &RosaProxyArgs{HTTPProxy: pulumi.String("http://proxy:3128")} },
			),
			want: `cluster.RosaClassicArgs.PrivateSubnets: is empty; Proxy needs a VPC of one's own`,
		},
		"classic hosted zone": {
			reason: "a shared VPC",
			args: with(func(a *RosaClassicArgs) {
				a.PrivateHostedZone = &RosaHostedZoneArgs{ID: pulumi.String("Z1"), RoleARN: rosaTestRole("shared")}
			}),
			want: `cluster.RosaClassicArgs.PrivateSubnets: is empty; PrivateHostedZone needs a VPC of one's own
cluster.RosaClassicArgs.BaseDNSDomain: is required with PrivateHostedZone`,
		},
		"classic public subnets alone": {
			reason: "machines need some too",
			args:   with(func(a *RosaClassicArgs) { a.PublicSubnets = rosaTestSubnets("public", three[0]) }),
			want:   `cluster.RosaClassicArgs.PrivateSubnets: is empty; PublicSubnets needs a VPC of one's own`,
		},
		"classic public subnets of private": {
			reason: "the service takes exactly 1 or 3",
			args: with(func(a *RosaClassicArgs) {
				a.Private, a.PrivateSubnets, a.PublicSubnets = true, rosaTestSubnets(
					"private",
					three[0],
				), rosaTestSubnets(
					"public",
					three[0],
				)
			}),
			want: `cluster.RosaClassicArgs.PublicSubnets: are set and the cluster is Private; leave them out`,
		},
		"classic public zones": {
			reason: "pairs of a private and a public subnet",
			args: with(func(a *RosaClassicArgs) {
				a.PrivateSubnets, a.PublicSubnets = rosaTestSubnets(
					"private",
					three[0],
				), rosaTestSubnets(
					"public",
					three[1],
				)
			}),
			want: `cluster.RosaClassicArgs.PublicSubnets: must be in the zones of PrivateSubnets, one in each, unless the cluster is Private`,
		},
		"classic replicas": {
			reason: "three zones",
			args:   with(func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Replicas = true, 4 }),
			want:   `cluster.RosaClassicArgs.Workers.Replicas: 4 is no multiple of 3, the number of zones`,
		},
		"classic few replicas": {
			reason: "OCM's least",
			args:   with(func(a *RosaClassicArgs) { a.Workers.Replicas = 1 }),
			want:   `cluster.RosaClassicArgs.Workers.Replicas: 1 is too few; at least 2 are needed`,
		},
		"classic bounds": {
			reason: "as many as without autoscaling",
			args: with(
				func(a *RosaClassicArgs) { a.MultiAZ, a.Workers.Autoscaling = true, &RosaAutoscalingArgs{0, 6} },
			),
			want: `cluster.RosaClassicArgs.Workers.Autoscaling.Min: 0 is too few; at least 3 are needed`,
		},
		"classic many replicas": {
			reason: "Classic's limit",
			args:   with(func(a *RosaClassicArgs) { a.Workers.Replicas = 250 }),
			want:   `cluster.RosaClassicArgs.Workers.Replicas: 250 is too many; a cluster has at most 249`,
		},
		"classic disk of 4.13": {
			reason: "1 TiB before 4.14",
			args:   with(func(a *RosaClassicArgs) { a.Version.Version, a.Workers.DiskSizeGiB = "4.13.40", 1025 }),
			want:   `cluster.RosaClassicArgs.Workers.DiskSizeGiB: 1025 is not between 128 and 1024`,
		},
		"classic disk": {
			reason: "the limit depends on the version",
			args:   with(func(a *RosaClassicArgs) { a.Workers.DiskSizeGiB = 300 }),
			want:   `cluster.RosaClassicArgs.Version.Version: is required with Workers.DiskSizeGiB, whose limit depends on it`,
		},
		"classic metadata": {
			reason: "IMDSv2 came with 4.11",
			args:   with(func(a *RosaClassicArgs) { a.Version.Version = "4.10.67" }),
			want:   `cluster.RosaClassicArgs.IMDS: required needs OpenShift 4.11; the version is 4.10.67: set optional`,
		},
		"classic old version": {
			reason: "the provider's floor",
			args:   with(func(a *RosaClassicArgs) { a.Version.Version, a.IMDS = "4.9.59", RosaIMDSv1AndV2 }),
			want:   `cluster.RosaClassicArgs.Version.Version: 4.9.59 is too old; 4.10.0 is the oldest that ROSA makes`,
		},
		"classic infra groups": {
			reason: "11 of them",
			args:   with(func(a *RosaClassicArgs) { a.InfraSecurityGroupIDs = rosaTestGroups(11) }),
			want:   `cluster.RosaClassicArgs.InfraSecurityGroupIDs: holds 11 security groups; a machine takes at most 10 beside its own`,
		},
		"classic groups' version": {
			reason: "from 4.14",
			args: with(func(a *RosaClassicArgs) {
				a.Version.Version, a.ControlPlaneSecurityGroupIDs = "4.13.40", rosaTestGroups(1)
			}),
			want: `cluster.RosaClassicArgs.ControlPlaneSecurityGroupIDs: need OpenShift 4.14; the version is 4.13.40`,
		},
		"classic waits": {
			reason: "machines are part of being ready",
			args:   with(func(a *RosaClassicArgs) { a.Waits.ForWorkers = true }),
			want:   `cluster.RosaClassicArgs.Waits.ForWorkers: is for hosted control planes; a Classic cluster is ready when its machines are`,
		},
		"classic zero egress": {
			reason: "HCP only",
			args: with(func(a *RosaClassicArgs) {
				a.CreatorARN, a.Properties = pulumi.String(
					"arn:aws:iam::123456789012:user/ann",
				), map[string]string{
					"zero_egress": "true",
				}
			}),
			want: `cluster.RosaClassicArgs.Properties: zero_egress is for hosted control planes`,
		},
		"classic label": {
			reason: "Kubernetes's form",
			args:   with(func(a *RosaClassicArgs) { a.Workers.Labels = map[string]string{"a b": "c d"} }),
			want: "cluster.RosaClassicArgs.Workers.Labels: key \"a b\" is no label's; one looks like example.com/team\n" +
				"cluster.RosaClassicArgs.Workers.Labels: the value \"c d\" of key \"a b\" is none that a label takes",
		},
	}
}

func rosaBadPools() map[string]rosaBad {
	with, classic := rosaTestPool, rosaTestClassicPool
	hosted := func(change func(*RosaHCPPoolArgs)) *RosaMachinePoolArgs {
		return with(func(a *RosaMachinePoolArgs) { change(a.HCP) })
	}
	return map[string]rosaBad{
		"pool of nothing": {
			reason: "everything that has no default",
			args:   (*RosaMachinePoolArgs)(nil),
			want: `cluster.RosaMachinePoolArgs.ClusterID: is required
cluster.RosaMachinePoolArgs.Name: is required
cluster.RosaMachinePoolArgs.InstanceType: is required
cluster.RosaMachinePoolArgs.Replicas: must be set, or Autoscaling: one of the two
cluster.RosaMachinePoolArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two`,
		},
		"pool's name": {
			reason: "the provider's rule",
			args:   with(func(a *RosaMachinePoolArgs) { a.Name = "pool_1" }),
			want:   `cluster.RosaMachinePoolArgs.Name: "pool_1" must be lower-case letters, digits and inner hyphens, and begin with a letter`,
		},
		"pool of both": {
			reason: "a cluster is one of them",
			args:   with(func(a *RosaMachinePoolArgs) { a.Classic = &RosaClassicPoolArgs{} }),
			want:   `cluster.RosaMachinePoolArgs.HCP: must be set for a hosted control plane, and Classic for a Classic cluster: one of the two`,
		},
		"pool's both counts": {
			reason: "the provider refuses both",
			args:   with(func(a *RosaMachinePoolArgs) { a.Autoscaling = &RosaAutoscalingArgs{1, 2} }),
			want:   `cluster.RosaMachinePoolArgs.Replicas: must be set, or Autoscaling: one of the two`,
		},
		"pool's negative count": {
			reason: "no such count",
			args:   with(func(a *RosaMachinePoolArgs) { a.Replicas = new(-1) }),
			want:   `cluster.RosaMachinePoolArgs.Replicas: -1 is no number of machines`,
		},
		"pool's bounds": {
			reason: "upside down",
			args:   with(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{4, 2} }),
			want:   `cluster.RosaMachinePoolArgs.Autoscaling.Max: 2 is less than Min, 4`,
		},
		"pool's empty bounds": {
			reason: "the rosa command's rule",
			args:   with(func(a *RosaMachinePoolArgs) { a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{0, 0} }),
			want:   `cluster.RosaMachinePoolArgs.Autoscaling.Max: 0 leaves no machine to come; at least 1 is needed`,
		},
		"classic pool's limit": {
			reason: "Classic's own",
			args:   classic(func(a *RosaMachinePoolArgs) { a.Replicas = new(250) }),
			want:   `cluster.RosaMachinePoolArgs.Replicas: 250 is too many; a cluster has at most 249`,
		},
		"first pool's replacement": {
			reason: "its name is taken for ever",
			args:   with(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "workers-0", true }),
			want:   `cluster.RosaMachinePoolArgs.AllowReplacement: is set for workers-0, which the cluster is born with: once deleted it cannot be made again; make a pool of another name`,
		},
		"classic first pool's replacement": {
			reason: "its name is taken for ever",
			args:   classic(func(a *RosaMachinePoolArgs) { a.Name, a.AllowReplacement = "worker", true }),
			want:   `cluster.RosaMachinePoolArgs.AllowReplacement: is set for worker, which the cluster is born with: once deleted it cannot be made again; make a pool of another name`,
		},
		"pool's limit": {
			reason: "a cluster's limit",
			args:   with(func(a *RosaMachinePoolArgs) { a.Replicas = new(501) }),
			want:   `cluster.RosaMachinePoolArgs.Replicas: 501 is too many; a cluster has at most 500`,
		},
		"pool's subnet": {
			reason: "one subnet",
			args:   hosted(func(h *RosaHCPPoolArgs) { h.SubnetID = nil }),
			want:   `cluster.RosaMachinePoolArgs.HCP.SubnetID: is required`,
		},
		"pool's version": {
			reason: "the control plane goes first",
			args:   hosted(func(h *RosaHCPPoolArgs) { h.Version, h.ControlPlaneVersion = "4.18.6", "4.18.5" }),
			want:   `cluster.RosaMachinePoolArgs.HCP.Version: 4.18.6 is newer than the control plane's 4.18.5; upgrade that first`,
		},
		"pool's drain": {
			reason: "a week and a minute",
			args: hosted(
				func(h *RosaHCPPoolArgs) { h.NodeDrainGracePeriod = pointerTo(7*24*time.Hour + time.Minute) },
			),
			want: `cluster.RosaMachinePoolArgs.HCP.NodeDrainGracePeriod: 168h1m0s is no number of whole minutes up to a week`,
		},
		"pool's drain seconds": {
			reason: "whole minutes",
			args:   hosted(func(h *RosaHCPPoolArgs) { h.NodeDrainGracePeriod = pointerTo(30 * time.Second) }),
			want:   `cluster.RosaMachinePoolArgs.HCP.NodeDrainGracePeriod: 30s is no number of whole minutes up to a week`,
		},
		"pool's reservation": {
			reason: "an id is a choice",
			args: hosted(func(h *RosaHCPPoolArgs) {
				h.CapacityReservation = &RosaCapacityReservationArgs{
					ID:         pulumi.String("cr-1"),
					Preference: RosaReservationOpen,
				}
			}),
			want: `cluster.RosaMachinePoolArgs.HCP.CapacityReservation.Preference: "open" does not go with an ID; leave it out or set capacity-reservations-only`,
		},
		"pool's reservation of nothing": {
			reason: "neither id nor preference",
			args:   hosted(func(h *RosaHCPPoolArgs) { h.CapacityReservation = &RosaCapacityReservationArgs{} }),
			want:   `cluster.RosaMachinePoolArgs.HCP.CapacityReservation.Preference: "" is none of none, open, capacity-reservations-only`,
		},
		"pool's disk": {
			reason: "75 GiB at least",
			args:   with(func(a *RosaMachinePoolArgs) { a.DiskSizeGiB = 16385 }),
			want:   `cluster.RosaMachinePoolArgs.DiskSizeGiB: 16385 is not between 75 and 16384`,
		},
		"classic pool's disk": {
			reason: "128 GiB at least",
			args:   classic(func(a *RosaMachinePoolArgs) { a.DiskSizeGiB = 127 }),
			want:   `cluster.RosaMachinePoolArgs.DiskSizeGiB: 127 is not between 128 and 16384`,
		},
		"classic pool's replicas": {
			reason: "one in each zone",
			args:   classic(func(a *RosaMachinePoolArgs) { a.Classic.MultiAZ = true }),
			want:   `cluster.RosaMachinePoolArgs.Replicas: 2 is no multiple of 3, which a pool in three zones needs`,
		},
		"classic pool's place": {
			reason: "the provider refuses both",
			args: classic(func(a *RosaMachinePoolArgs) {
				a.Classic.Zone, a.Classic.SubnetID = "us-east-2a", pulumi.String("subnet-1")
			}),
			want: `cluster.RosaMachinePoolArgs.Classic.SubnetID: is set and Zone is too; choose one`,
		},
		"classic pool's zones": {
			reason: "one zone is not three",
			args: classic(func(a *RosaMachinePoolArgs) {
				a.Classic.MultiAZ, a.Classic.Zone, a.Replicas = true, "us-east-2a", new(3)
			}),
			want: `cluster.RosaMachinePoolArgs.Classic.MultiAZ: is set and Zone or SubnetID is too; choose one`,
		},
		"classic pool's price": {
			reason: "no such price",
			args:   classic(func(a *RosaMachinePoolArgs) { a.Classic.Spot = &RosaSpotArgs{"-0.1"} }),
			want:   `cluster.RosaMachinePoolArgs.Classic.Spot.MaxPrice: "-0.1" is no price; one looks like 0.08 (US dollars an hour), and without one it is the on-demand price`,
		},
		"taint": {
			reason: "a key and one of three effects",
			args:   with(func(a *RosaMachinePoolArgs) { a.Taints = []RosaTaint{{Effect: "Evict"}} }),
			want: "cluster.RosaMachinePoolArgs.Taints[0].Key: is required\n" +
				`cluster.RosaMachinePoolArgs.Taints[0].Effect: "Evict" is none of NoSchedule, PreferNoSchedule, NoExecute`,
		},
	}
}
