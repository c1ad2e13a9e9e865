package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
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
			reason: "equal inputs are not a change",
			token:  vpc,
			olds:   inputs{"cidrBlock": "10.0.0.0/16"},
			news:   inputs{"cidrBlock": "10.0.0.0/16"},
		},
		{
			reason:  "a switch changes in place",
			token:   vpc,
			olds:    inputs{"enableDnsHostnames": false},
			news:    inputs{"enableDnsHostnames": true},
			changed: []string{"enableDnsHostnames"},
		},
		{
			reason:   "a property with ForceNew replaces the resource",
			token:    vpc,
			olds:     inputs{"cidrBlock": "10.0.0.0/16"},
			news:     inputs{"cidrBlock": "10.1.0.0/16"},
			changed:  []string{"cidrBlock"},
			replaces: []string{"cidrBlock"},
		},
		{
			reason:   "an unknown value counts as changed",
			token:    vpc,
			olds:     inputs{"cidrBlock": "10.0.0.0/16"},
			news:     inputs{"cidrBlock": unknown},
			changed:  []string{"cidrBlock"},
			replaces: []string{"cidrBlock"},
		},
		{
			reason: "secrets are compared by value",
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
			reason: "a zero value equals none",
			token:  vpc,
			olds:   inputs{},
			news:   inputs{"enableDnsHostnames": false, "tags": inputs{}},
		},
		{
			reason: "a computed property that is no longer set keeps its value",
			token:  vpc,
			olds:   inputs{"cidrBlock": "10.0.0.0/16"},
			news:   inputs{},
		},
		{
			reason:  "an optional property that is no longer set is removed",
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
			reason:  "a nested property changes in place",
			token:   instance,
			olds:    inputs{"rootBlockDevice": inputs{"volumeSize": 1, "encrypted": true}},
			news:    inputs{"rootBlockDevice": inputs{"volumeSize": 2, "encrypted": true}},
			changed: []string{"rootBlockDevice.volumeSize"},
		},
		{
			reason:   "a nested property with ForceNew replaces the resource",
			token:    instance,
			olds:     inputs{"rootBlockDevice": inputs{"encrypted": false}},
			news:     inputs{"rootBlockDevice": inputs{"encrypted": true}},
			changed:  []string{"rootBlockDevice.encrypted"},
			replaces: []string{"rootBlockDevice.encrypted"},
		},
		{
			reason: "a changed member of a set is removed and added as a whole",
			token:  instance,
			olds:   inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/a", "noDevice": true}}},
			news:   inputs{"ephemeralBlockDevices": list{inputs{"deviceName": "/dev/b", "noDevice": true}}},
			changed: []string{
				"ephemeralBlockDevices", "ephemeralBlockDevices.deviceName", "ephemeralBlockDevices.noDevice",
			},
			replaces: []string{"ephemeralBlockDevices"},
		},
		{
			reason:   "all of its properties with ForceNew replace the resource",
			token:    instance,
			olds:     inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 1}}},
			news:     inputs{"ebsBlockDevices": list{inputs{"deviceName": "/dev/a", "volumeSize": 2}}},
			changed:  []string{"ebsBlockDevices", "ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"},
			replaces: []string{"ebsBlockDevices.deviceName", "ebsBlockDevices.volumeSize"},
		},
		{
			reason:  "an added block is a change even if its properties have zero values",
			token:   loadBalancer,
			olds:    inputs{},
			news:    inputs{"accessLogs": inputs{"bucket": "", "enabled": false}},
			changed: []string{"accessLogs"},
		},
		{
			reason:  "list elements are compared by index",
			token:   "aws:lb/listener:Listener",
			olds:    inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "a"}}},
			news:    inputs{"defaultActions": list{inputs{"type": "forward", "targetGroupArn": "b"}}},
			changed: []string{"defaultActions[0].targetGroupArn"},
		},
		{
			reason:   "the security group of a rule cannot be changed",
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
			reason:   "a network load balancer that loses a subnet is replaced",
			token:    loadBalancer,
			olds:     nlb(inputs{"subnets": list{"a", "b"}}),
			news:     nlb(inputs{"subnets": list{"a", "c"}}),
			changed:  []string{"subnets"},
			replaces: []string{"subnets"},
		},
		{
			reason:   "a network load balancer that gets its first security group is replaced",
			token:    loadBalancer,
			olds:     nlb(inputs{}),
			news:     nlb(inputs{"securityGroups": list{"sg-1"}}),
			changed:  []string{"securityGroups"},
			replaces: []string{"securityGroups"},
		},
		{
			reason:  "an application load balancer changes subnets in place",
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

func TestDiffOfOpenSchema(t *testing.T) {
	t.Parallel()
	open := &schema.Schema{Open: true, ReplacedBy: []string{"metadata.name", "data"}}
	object := func(name, key string, list ...any) resource.PropertyMap {
		return props(map[string]any{
			"metadata": map[string]any{"name": name}, "data": map[string]any{"k": key}, "list": list, "__defaults": []any{name},
		})
	}
	tests := []struct {
		reason            string
		news              resource.PropertyMap
		changed, replaces []string
	}{
		{reason: "equal inputs are not a change", news: object("a", "v", "x")},
		{reason: "a list is one field", news: object("a", "v", "y"), changed: []string{"list"}},
		{
			reason:   "a field below one of ReplacedBy replaces the resource",
			news:     object("a", "w", "x"),
			changed:  []string{"data.k"},
			replaces: []string{"data.k"},
		},
	}
	for _, tt := range tests {
		changed, replaces := open.Diff(object("a", "v", "x"), tt.news)
		if diff := cmp.Diff([2][]string{tt.changed, tt.replaces}, [2][]string{changed, replaces}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.reason, diff)
		}
	}
}
