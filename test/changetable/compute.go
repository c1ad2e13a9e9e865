package changetable

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func scaling() map[string]Row {
	group := func(more pulumi.Map) func(*Fixtures) pulumi.Map {
		return with(func(w *Fixtures) pulumi.Map {
			return pulumi.Map{
				"minSize": pulumi.Int(0), "maxSize": pulumi.Int(2), "desiredCapacity": pulumi.Int(0),
				"vpcZoneIdentifiers": list(w.SubnetA.ID()), "waitForCapacityTimeout": text("0"),
				"launchTemplate": pulumi.Map{"id": w.Template.ID(), "version": text("$Latest")},
			}
		}, more)
	}
	template := inputs(pulumi.Map{"imageId": text(image), "instanceType": text("m5.large")})
	return map[string]Row{
		"template-image": {
			Reason: "a template gets a new version, and the group that names the version changes", Type: templateType,
			Inputs: template, Change: inputs(pulumi.Map{"imageId": text(otherImage)}), Want: "update",
			Dependents: map[string]Dependent{
				"group": {Type: scalingType, Want: "update", Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
					return group(pulumi.Map{"launchTemplate": pulumi.Map{
						"id": used.ID(), "version": pulumi.Sprintf("%d", used.LatestVersion),
					}})(w)
				}},
				"latest": {Type: scalingType, Want: Same, Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
					return group(pulumi.Map{"launchTemplate": pulumi.Map{"id": used.ID(), "version": text("$Latest")}})(w)
				}},
			},
		},
		"template-name": {
			Reason: "a template keeps its name", Type: templateType, Want: "replace",
			Inputs: inputs(pulumi.Map{"name": text("changes-one"), "imageId": text(image)}),
			Change: inputs(pulumi.Map{"name": text("changes-two")}),
		},
		"scaling-limits": {
			Reason: "UpdateAutoScalingGroup changes them", Type: scalingType, Inputs: group(nil), Want: "update",
			Change: inputs(pulumi.Map{"maxSize": pulumi.Int(5)}),
		},
		"scaling-subnets": {
			Reason: "UpdateAutoScalingGroup changes them", Type: scalingType, Inputs: group(nil), Want: "update",
			Change: func(w *Fixtures) pulumi.Map {
				return pulumi.Map{"vpcZoneIdentifiers": list(w.SubnetA.ID(), w.SubnetB.ID())}
			},
		},
		"scaling-name": {
			Reason: "a group keeps its name", Type: scalingType, Inputs: group(pulumi.Map{"name": text("changes-one")}),
			Change: inputs(pulumi.Map{"name": text("changes-two")}), Want: "replace",
		},
	}
}

func targetsAndClassicBalancers() map[string]Row {
	target := func(w *Fixtures) pulumi.Map {
		return pulumi.Map{"port": pulumi.Int(6443), "protocol": text("TCP"), "vpcId": w.VPC.ID()}
	}
	classic := func(w *Fixtures) pulumi.Map {
		return pulumi.Map{
			"subnets": list(w.SubnetA.ID()), "internal": pulumi.Bool(true), "idleTimeout": pulumi.Int(60),
			// Without a group of its own, AWS makes one that outlives the load balancer.
			"securityGroups": list(w.Group.ID()),
			"listeners": list(pulumi.Map{
				"instancePort": pulumi.Int(6443), "instanceProtocol": text("tcp"), "lbPort": pulumi.Int(6443), "lbProtocol": text("tcp"),
			}),
		}
	}
	return map[string]Row{
		"target-port": {
			Reason: "a target group keeps its port", Type: targetType, Inputs: target,
			Change: inputs(pulumi.Map{"port": pulumi.Int(22623)}), Want: "replace",
		},
		"target-health": {
			Reason: "ModifyTargetGroup changes it", Type: targetType, Inputs: target, Want: "update",
			Change: inputs(pulumi.Map{"deregistrationDelay": pulumi.Int(60)}),
		},
		"classic-timeout": {
			Reason: "ModifyLoadBalancerAttributes changes it", Type: "aws:elb/loadBalancer:LoadBalancer", Inputs: classic,
			Change: inputs(pulumi.Map{"idleTimeout": pulumi.Int(1800)}), Want: "update",
		},
		"classic-scope": {
			Reason: "a load balancer is internal or not for life", Type: "aws:elb/loadBalancer:LoadBalancer", Inputs: classic,
			Change: inputs(pulumi.Map{"internal": pulumi.Bool(false)}), Want: "replace",
		},
	}
}

func networkBalancers() map[string]Row {
	balancer := func(w *Fixtures) pulumi.Map {
		return pulumi.Map{
			"loadBalancerType": text("network"), "internal": pulumi.Bool(true),
			"subnets": list(w.SubnetA.ID()), "securityGroups": list(w.Group.ID()),
		}
	}
	return map[string]Row{
		"balancer-scope": {
			Reason: "a load balancer is internal or not for life", Type: balancerType, Inputs: balancer,
			Change: inputs(pulumi.Map{"internal": pulumi.Bool(false)}), Want: "replace",
		},
		"balancer-renewed": {
			Reason: "a load balancer that is replaced under its name has another name in DNS", Type: balancerType,
			Inputs: with(balancer, pulumi.Map{"name": text("changes")}),
			Change: inputs(pulumi.Map{"internal": pulumi.Bool(false)}), Want: "replace",
			Dependents: map[string]Dependent{"record": {
				Type: recordType, Want: "update",
				Inputs: func(w *Fixtures, used *Resource) pulumi.Map {
					return pulumi.Map{
						"zoneId": w.Zone.ID(), "name": text("balancer.changes.example.com"), "type": text("CNAME"),
						"ttl": pulumi.Int(60), "records": list(used.DnsName),
					}
				},
			}},
		},
		"balancer-subnet-added": {
			Reason: "SetSubnets adds zones to a network load balancer", Type: balancerType, Inputs: balancer, Want: "update",
			Change: func(w *Fixtures) pulumi.Map { return pulumi.Map{"subnets": list(w.SubnetA.ID(), w.SubnetB.ID())} },
		},
		"balancer-subnet-moved": {
			Reason: "a network load balancer keeps its zones", Type: balancerType, Inputs: balancer, Want: "replace",
			Change: func(w *Fixtures) pulumi.Map { return pulumi.Map{"subnets": list(w.SubnetB.ID())} },
		},
		"balancer-groups-removed": {
			Reason: "groups that are no longer set stay: the property is computed", Type: balancerType, Inputs: balancer,
			Change: inputs(pulumi.Map{"securityGroups": nil}), Want: Same,
		},
	}
}
