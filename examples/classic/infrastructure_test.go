package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// What ROSA Classic has in a customer's account with three zones. Volumes of 300 GiB are gp3 here, whose 3000 IOPS
// exceed the 900 of gp2 at that size.
var (
	rosaLoadBalancers = []string{
		"classic demo-x7k2p-apps-classic [80 443]", "classic demo-x7k2p-sre [6443]",
		"classic demo-x7k2p-sre2 [6443]", "network demo-x7k2p-ext [6443]", "network demo-x7k2p-int [6443 22623]",
	}
	rosaMachines = map[string]int{
		"master m5.xlarge, 350 GiB io1, 1000 IOPS": 3,
		"infra r5.xlarge, 300 GiB gp3":             3,
		"worker m5.xlarge, 300 GiB gp3":            3,
	}
)

func TestAccountMatchesROSAClassic(t *testing.T) {
	t.Parallel()
	rec := example.Run(t,
		map[string]string{"stage": "cluster", "operatorCidrs": "203.0.113.0/24", "routerLoadBalancer": "Classic"})
	assert.Equal(t, rosaLoadBalancers, loadBalancers(rec))
	assert.Equal(t, rosaMachines, machines(rec))
	var buckets []string
	for _, r := range rec.OfType("aws:s3/bucketV2:BucketV2") {
		buckets = append(buckets, r.Name)
	}
	assert.ElementsMatch(t, []string{"demo-registry", "demo-etcd-backup", "demo-applications-backup"}, buckets)
	assert.Equal(t, map[string]int{"100Gi of Prometheus": 2, "10Gi of Alertmanager": 3}, monitoringVolumes(t, rec))
	assert.Empty(t, rec.Calls(), "no values are read from the account")
}

// infraNodes is the placement of all workloads on infra nodes.
var infraNodes = map[string]any{
	"nodeSelector": map[string]any{"node-role.kubernetes.io/infra": ""},
	"tolerations": []any{
		map[string]any{"key": "node-role.kubernetes.io/infra", "operator": "Exists"},
	},
}

func TestRoutersScaleOnInfraNodes(t *testing.T) {
	t.Parallel()
	two := example.Run(t, map[string]string{"stage": "cluster", "routerLoadBalancer": "Classic"})
	three := example.Run(t, map[string]string{"stage": "cluster", "routerLoadBalancer": "Classic", "routers": "3"})
	changes := three.Changes(two)
	require.Len(t, changes, 1)
	assert.Equal(t, "update IngressControllerPatch demo-ingresscontroller: spec.replicas", changes[0].String())
	assert.Equal(t, map[string]any{"replicas": 2.0}, spec(t, two, "demo-ingresscontroller"))
	assert.Equal(t, map[string]any{
		"nodePlacement": map[string]any{
			"nodeSelector": map[string]any{"matchLabels": infraNodes["nodeSelector"]},
			"tolerations":  infraNodes["tolerations"],
		},
	}, spec(t, two, "demo-ingresscontroller-unforced"))
	assert.InDelta(t, 3, spec(t, three, "demo-ingresscontroller")["replicas"], 0)

	for _, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
		set := mockstest.Find(t, two, "demo-machineset-"+zone)
		balancers := dig(set.Inputs, "spec", "template", "spec", "providerSpec", "value")
		assert.Equal(t, []any{map[string]any{"name": "demo-x7k2p-apps-classic", "type": "classic"}},
			dig(balancers, "loadBalancers"), set.Name)
	}
}

func TestRegistryUsesItsBucketAndInfraNodes(t *testing.T) {
	t.Parallel()
	rec := example.Run(t, map[string]string{"stage": "cluster"})
	bucket := clustertest.One(t, rec, "aws:s3/bucketV2:BucketV2", "demo-registry")
	retained := clustertest.One(t, rec, "kubernetes:imageregistry.operator.openshift.io/v1:ConfigPatch", "demo-registry")
	assert.Equal(t, bucket.Outputs["bucket"], dig(retained.Inputs, "spec", "storage", "s3", "bucket"))
	assert.Equal(t, infraNodes, spec(t, rec, "demo-registry-settings-unforced"))
}

// TestRegistryBucketIsDeletedAfterTheControlPlane: the registry's operator, which runs there, creates a missing bucket.
func TestRegistryBucketIsDeletedAfterTheControlPlane(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"bootstrap", "cluster"} {
		rec := example.Run(t, map[string]string{"stage": stage})
		bucket := clustertest.One(t, rec, "aws:s3/bucketV2:BucketV2", "demo-registry")
		for _, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
			machine := mockstest.Find(t, rec, "demo-master-"+zone)
			assert.True(t, rec.Graph().Reaches(machine.URN, bucket.URN), "%s in stage %s", zone, stage)
		}
	}
}

func spec(t *testing.T, rec *mocks.Recorder, name string) map[string]any {
	t.Helper()
	return mockstest.Find(t, rec, name).Inputs["spec"].(map[string]any)
}

// monitoringVolumes counts the volumes that the operator creates: one for each of two Prometheus and three Alertmanager
// replicas on a cluster of several nodes.
func monitoringVolumes(t *testing.T, rec *mocks.Recorder) map[string]int {
	t.Helper()
	monitoring := mockstest.Find(t, rec, "demo-monitoring")
	var config map[string]map[string]any
	require.NoError(t, yaml.Unmarshal([]byte(dig(monitoring.Inputs, "data", "config.yaml").(string)), &config))
	volumes := map[string]int{}
	for _, product := range []struct {
		key, name string
		replicas  int
	}{
		{key: "prometheusK8s", name: "Prometheus", replicas: 2},
		{key: "alertmanagerMain", name: "Alertmanager", replicas: 3},
	} {
		component := config[product.key]
		assert.Equal(t, infraNodes["nodeSelector"], component["nodeSelector"], product.name)
		assert.Equal(t, infraNodes["tolerations"], component["tolerations"], product.name)
		size := dig(component, "volumeClaimTemplate", "spec", "resources", "requests", "storage")
		volumes[fmt.Sprintf("%v of %s", size, product.name)] = product.replicas
	}
	return volumes
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

// dig returns the value at a path of keys. Of lists it uses the first element.
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
		text := fmt.Sprintf("master %v, %v GiB %v, %v IOPS",
			r.Inputs["instanceType"], volume["volumeSize"], volume["volumeType"], volume["iops"])
		counts[text]++
	}
	for _, r := range rec.OfType("kubernetes:machine.openshift.io/v1beta1:MachineSet") {
		machine := dig(r.Inputs, "spec", "template", "spec", "providerSpec", "value")
		volume := dig(machine, "blockDevices", "ebs")
		role := dig(r.Inputs, "spec", "template", "metadata", "labels", "machine.openshift.io/cluster-api-machine-role")
		text := fmt.Sprintf("%v %v, %v GiB %v", role, dig(machine, "instanceType"), dig(volume, "volumeSize"),
			dig(volume, "volumeType"))
		counts[text] += int(dig(r.Inputs, "spec", "replicas").(float64))
	}
	return counts
}

// TestBootstrapReaders: only the bootstrap machine and who runs Pulumi, by the setting or this update, read the private keys.
func TestBootstrapReaders(t *testing.T) {
	t.Parallel()
	const other = "arn:aws:iam::123456789012:role/provisioner"
	for setting, reader := range map[string]string{"": "arn:aws:iam::123456789012:user/pulumi", other: other} {
		rec := example.Run(t, map[string]string{"stage": "bootstrap", "pulumiArns": setting})
		var found []string
		for _, r := range rec.OfType("aws:s3/bucketPolicy:BucketPolicy") {
			if text, _ := r.Inputs["policy"].(string); strings.Contains(text, "ArnNotEquals") {
				found = append(found, text)
			}
		}
		require.Len(t, found, 1)
		assert.Contains(t, found[0], `"ArnNotEquals":{"aws:PrincipalArn":["`+reader+`","arn:aws:iam::123456789012:role/demo-bootstrap-role-`)
	}
}
