package main

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// What ROSA Classic has in a customer's account (three zones). Volumes of 300 GiB are gp3 here, whose 3000 IOPS hold the
// 900 that gp2 has at that size.
var (
	rosaLoadBalancers = []string{
		"classic demo-x7k2p-apps-classic [80 443]",
		"classic demo-x7k2p-sre [6443]",
		"classic demo-x7k2p-sre2 [6443]",
		"network demo-x7k2p-ext [6443]",
		"network demo-x7k2p-int [6443 22623]",
	}
	rosaMachines = map[string]int{
		"master m5.xlarge, 350 GiB io1, 1000 IOPS": 3,
		"infra r5.xlarge, 300 GiB gp3":             3,
		"worker m5.xlarge, 300 GiB gp3":            3,
	}
)

func TestAccountIsThatOfROSAClassic(t *testing.T) {
	rec := record(t, map[string]string{"stage": "cluster", "operatorCidrs": "203.0.113.0/24", "routerLoadBalancer": "Classic"})
	assert.Equal(t, rosaLoadBalancers, loadBalancers(rec))
	assert.Equal(t, rosaMachines, machines(rec))
	var buckets []string
	for _, r := range rec.OfType("aws:s3/bucketV2:BucketV2") {
		buckets = append(buckets, r.Name)
	}
	assert.ElementsMatch(t, []string{"demo-registry", "demo-etcd-backup", "demo-applications-backup"}, buckets)
	monitoring, found := rec.Find("demo-monitoring")
	require.True(t, found)
	config := fmt.Sprint(monitoring.Inputs["data"])
	assert.Contains(t, config, `"storage": "100Gi"`, "each of two Prometheus")
	assert.Contains(t, config, `"storage": "10Gi"`, "each of three Alertmanagers")
}

func loadBalancers(rec *mocks.Recorder) []string {
	var found []string
	for _, r := range rec.OfType("aws:lb/loadBalancer:LoadBalancer") {
		var ports []float64
		for _, listener := range rec.OfType("aws:lb/listener:Listener") {
			if listener.Inputs["loadBalancerArn"] == r.Outputs["arn"] {
				ports = append(ports, listener.Inputs["port"].(float64))
			}
		}
		slices.Sort(ports)
		found = append(found, fmt.Sprintf("%v %v %v", r.Inputs["loadBalancerType"], r.Inputs["name"], ports))
	}
	for _, r := range rec.OfType("aws:elb/loadBalancer:LoadBalancer") {
		var ports []float64
		for _, listener := range r.Inputs["listeners"].([]any) {
			ports = append(ports, listener.(map[string]any)["lbPort"].(float64))
		}
		found = append(found, fmt.Sprintf("classic %v %v", r.Inputs["name"], ports))
	}
	slices.Sort(found)
	return found
}

// dig follows keys, and the first entry of every list on the way.
func dig(value any, keys ...string) any {
	for _, key := range keys {
		if list, isList := value.([]any); isList {
			value = list[0]
		}
		value = value.(map[string]any)[key]
	}
	return value
}

func machines(rec *mocks.Recorder) map[string]int {
	counts := map[string]int{}
	for _, r := range rec.OfType("aws:ec2/instance:Instance") {
		volume := r.Inputs["rootBlockDevice"].(map[string]any)
		counts[fmt.Sprintf("master %v, %v GiB %v, %v IOPS", r.Inputs["instanceType"], volume["volumeSize"], volume["volumeType"], volume["iops"])]++
	}
	for _, r := range rec.OfType("kubernetes:machine.openshift.io/v1beta1:MachineSet") {
		machine := dig(r.Inputs, "spec", "template", "spec", "providerSpec", "value")
		volume := dig(machine, "blockDevices", "ebs")
		text := fmt.Sprintf("infra %v, %v GiB %v", dig(machine, "instanceType"), dig(volume, "volumeSize"), dig(volume, "volumeType"))
		counts[text] += int(dig(r.Inputs, "spec", "replicas").(float64))
	}
	for _, r := range rec.OfType("aws:ec2/launchTemplate:LaunchTemplate") {
		volume := dig(r.Inputs, "blockDeviceMappings", "ebs")
		text := fmt.Sprintf("worker %v, %v GiB %v", r.Inputs["instanceType"], dig(volume, "volumeSize"), dig(volume, "volumeType"))
		for _, group := range rec.OfType("aws:autoscaling/group:Group") {
			counts[text] += int(group.Inputs["minSize"].(float64))
		}
	}
	return counts
}
