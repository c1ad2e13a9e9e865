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
		{
			reason: "the same is no change",
			token:  vpc,
			olds:   inputs{"cidrBlock": "10.0.0.0/16"},
			news:   inputs{"cidrBlock": "10.0.0.0/16"},
		},
		{
			reason:  "updates in place",
			token:   vpc,
			olds:    inputs{"enableDnsHostnames": false},
			news:    inputs{"enableDnsHostnames": true},
			changed: []string{"enableDnsHostnames"},
		},
		{
			reason:   "replaces",
			token:    vpc,
			olds:     inputs{"cidrBlock": "10.0.0.0/16"},
			news:     inputs{"cidrBlock": "10.1.0.0/16"},
			changed:  []string{"cidrBlock"},
			replaces: []string{"cidrBlock"},
		},
		{
			reason:   "an unknown value may be a change",
			token:    vpc,
			olds:     inputs{"cidrBlock": "10.0.0.0/16"},
			news:     inputs{"cidrBlock": unknown},
			changed:  []string{"cidrBlock"},
			replaces: []string{"cidrBlock"},
		},
		{
			reason: "secrets compare by what they hold",
			token:  instance,
			olds:   inputs{"userData": secret("a")},
			news:   inputs{"userData": "a"},
		},
		{
			reason: "scalars compare by their text",
			token:  instance,
			olds:   inputs{"cpuCoreCount": 4, "monitoring": true},
			news:   inputs{"cpuCoreCount": "4", "monitoring": "true"},
		},
		{
			reason: "zero is none",
			token:  vpc,
			olds:   inputs{},
			news:   inputs{"enableDnsHostnames": false, "tags": inputs{}},
		},
		{
			reason: "computed values that are no longer given stay",
			token:  vpc,
			olds:   inputs{"cidrBlock": "10.0.0.0/16"},
			news:   inputs{},
		},
		{
			reason:  "optional ones go",
			token:   ingressRule,
			olds:    inputs{"description": "a"},
			news:    inputs{},
			changed: []string{"description"},
		},
		{
			reason:  "tags change by key",
			token:   vpc,
			olds:    inputs{"tags": inputs{"a": "1", "b.c": "2"}},
			news:    inputs{"tags": inputs{"a": "2", "d": "3"}},
			changed: []string{"tags.a", "tags.d", `tags["b.c"]`},
		},
		{
			reason: "sets have no order",
			token:  instance,
			olds:   inputs{"vpcSecurityGroupIds": list{"a", "b"}},
			news:   inputs{"vpcSecurityGroupIds": list{"b", "a"}},
		},
		{
			reason:  "set members change the set",
			token:   instance,
			olds:    inputs{"vpcSecurityGroupIds": list{"a", "b"}},
			news:    inputs{"vpcSecurityGroupIds": list{"b", "c"}},
			changed: []string{"vpcSecurityGroupIds"},
		},
		{
			reason:  "nested in place",
			token:   instance,
			olds:    inputs{"rootBlockDevice": inputs{"volumeSize": 1, "encrypted": true}},
			news:    inputs{"rootBlockDevice": inputs{"volumeSize": 2, "encrypted": true}},
			changed: []string{"rootBlockDevice.volumeSize"},
		},
		{
			reason:   "nested replaces",
			token:    instance,
			olds:     inputs{"rootBlockDevice": inputs{"encrypted": false}},
			news:     inputs{"rootBlockDevice": inputs{"encrypted": true}},
			changed:  []string{"rootBlockDevice.encrypted"},
			replaces: []string{"rootBlockDevice.encrypted"},
		},
		{
			reason: "a set member comes back as a whole",
			token:  instance,
			olds:   inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/a", "noDevice": true}}},
			news:   inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/b", "noDevice": true}}},
			changed: []string{
				"ephemeralBlockDevices",
				"ephemeralBlockDevices.deviceName",
				"ephemeralBlockDevices.noDevice",
			},
			replaces: []string{"ephemeralBlockDevices"},
		},
		{
			reason:   "so what it replaces by replaces, changed or not",
			token:    instance,
			olds:     inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 1}}},
			news:     inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 2}}},
			changed:  []string{"ebsBlockDevices", "ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"},
			replaces: []string{"ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"},
		},
		{
			reason:  "list elements have places",
			token:   "aws:lb/listener:Listener",
			olds:    inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "a"}}},
			news:    inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "b"}}},
			changed: []string{"defaultActions[0].targetGroupArn"},
		},
		{
			reason:   "a security group's rule moves by replacement",
			token:    ingressRule,
			olds:     inputs{"securityGroupId": "a"},
			news:     inputs{"securityGroupId": "b"},
			changed:  []string{"securityGroupId"},
			replaces: []string{"securityGroupId"},
		},
		{
			reason:  "a network load balancer gains subnets in place",
			token:   loadBalancer,
			olds:    nlb(inputs{"subnets": list{"a"}}),
			news:    nlb(inputs{"subnets": list{"b", "a"}}),
			changed: []string{"subnets"},
		},
		{
			reason:   "and loses them by replacement",
			token:    loadBalancer,
			olds:     nlb(inputs{"subnets": list{"a", "b"}}),
			news:     nlb(inputs{"subnets": list{"a", "c"}}),
			changed:  []string{"subnets"},
			replaces: []string{"subnets"},
		},
		{
			reason:   "and cannot get its first security group",
			token:    loadBalancer,
			olds:     nlb(inputs{}),
			news:     nlb(inputs{"securityGroups": list{"sg-1"}}),
			changed:  []string{"securityGroups"},
			replaces: []string{"securityGroups"},
		},
		{
			reason:  "only network load balancers are like that",
			token:   loadBalancer,
			olds:    inputs{"subnets": list{"a"}},
			news:    inputs{"subnets": list{"b"}},
			changed: []string{"subnets"},
		},
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
