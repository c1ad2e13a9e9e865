package awsfacts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	type inputs = map[string]any
	type list = []any
	secret := func(text string) resource.PropertyValue { return resource.MakeSecret(resource.NewProperty(text)) }
	nlb := func(m inputs) inputs {
		m["loadBalancerType"] = "network"
		return m
	}
	tests := []struct {
		reason            string
		token             string
		olds, news        inputs
		changed, replaces []string
	}{
		{"the same is no change", vpc, inputs{"cidrBlock": "10.0.0.0/16"}, inputs{"cidrBlock": "10.0.0.0/16"}, nil, nil},
		{"updates in place", vpc, inputs{"enableDnsHostnames": false}, inputs{"enableDnsHostnames": true},
			[]string{"enableDnsHostnames"}, nil},
		{"replaces", vpc, inputs{"cidrBlock": "10.0.0.0/16"}, inputs{"cidrBlock": "10.1.0.0/16"},
			[]string{"cidrBlock"}, []string{"cidrBlock"}},
		{"an unknown value may be a change", vpc, inputs{"cidrBlock": "10.0.0.0/16"}, inputs{"cidrBlock": unknown},
			[]string{"cidrBlock"}, []string{"cidrBlock"}},
		{"secrets compare by what they hold", instance, inputs{"userData": secret("a")}, inputs{"userData": "a"}, nil, nil},
		{"scalars compare by their text", instance, inputs{"cpuCoreCount": 4, "monitoring": true},
			inputs{"cpuCoreCount": "4", "monitoring": "true"}, nil, nil},
		{"zero is none", vpc, inputs{}, inputs{"enableDnsHostnames": false, "tags": inputs{}}, nil, nil},
		{"computed values that are no longer given stay", vpc, inputs{"cidrBlock": "10.0.0.0/16"}, inputs{}, nil, nil},
		{"optional ones go", ingressRule, inputs{"description": "a"}, inputs{}, []string{"description"}, nil},
		{"tags change by key", vpc, inputs{"tags": inputs{"a": "1", "b.c": "2"}}, inputs{"tags": inputs{"a": "2", "d": "3"}},
			[]string{"tags.a", "tags.d", `tags["b.c"]`}, nil},
		{"sets have no order", instance, inputs{"vpcSecurityGroupIds": list{"a", "b"}},
			inputs{"vpcSecurityGroupIds": list{"b", "a"}}, nil, nil},
		{"set members change the set", instance, inputs{"vpcSecurityGroupIds": list{"a", "b"}},
			inputs{"vpcSecurityGroupIds": list{"b", "c"}}, []string{"vpcSecurityGroupIds"}, nil},
		{"nested in place", instance, inputs{"rootBlockDevice": inputs{"volumeSize": 1, "encrypted": true}},
			inputs{"rootBlockDevice": inputs{"volumeSize": 2, "encrypted": true}}, []string{"rootBlockDevice.volumeSize"}, nil},
		{"nested replaces", instance, inputs{"rootBlockDevice": inputs{"encrypted": false}},
			inputs{"rootBlockDevice": inputs{"encrypted": true}},
			[]string{"rootBlockDevice.encrypted"}, []string{"rootBlockDevice.encrypted"}},
		{"a set member comes back as a whole", instance,
			inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/a", "noDevice": true}}},
			inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/b", "noDevice": true}}},
			[]string{"ephemeralBlockDevices", "ephemeralBlockDevices.deviceName", "ephemeralBlockDevices.noDevice"},
			[]string{"ephemeralBlockDevices"}},
		{"so what it replaces by replaces, changed or not", instance,
			inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 1}}},
			inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 2}}},
			[]string{"ebsBlockDevices", "ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"},
			[]string{"ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"}},
		{"list elements have places", "aws:lb/listener:Listener",
			inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "a"}}},
			inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "b"}}},
			[]string{"defaultActions[0].targetGroupArn"}, nil},
		{"a security group's rule moves by replacement", ingressRule, inputs{"securityGroupId": "a"},
			inputs{"securityGroupId": "b"}, []string{"securityGroupId"}, []string{"securityGroupId"}},
		{"a network load balancer gains subnets in place", loadBalancer, nlb(inputs{"subnets": list{"a"}}),
			nlb(inputs{"subnets": list{"b", "a"}}), []string{"subnets"}, nil},
		{"and loses them by replacement", loadBalancer, nlb(inputs{"subnets": list{"a", "b"}}),
			nlb(inputs{"subnets": list{"a", "c"}}), []string{"subnets"}, []string{"subnets"}},
		{"and cannot get its first security group", loadBalancer, nlb(inputs{}),
			nlb(inputs{"securityGroups": list{"sg-1"}}), []string{"securityGroups"}, []string{"securityGroups"}},
		{"only network load balancers are like that", loadBalancer, inputs{"subnets": list{"a"}},
			inputs{"subnets": list{"b"}}, []string{"subnets"}, nil},
	}
	for _, test := range tests {
		t.Run(test.reason, func(t *testing.T) {
			t.Parallel()
			changed, replaces := schemaOf(t, test.token).Diff(props(test.olds), props(test.news))
			if diff := cmp.Diff([2][]string{test.changed, test.replaces}, [2][]string{changed, replaces}); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.reason, diff)
			}
		})
	}
}
