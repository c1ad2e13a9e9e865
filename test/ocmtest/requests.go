// Package ocmtest has the requests that OpenShift Cluster Manager rejects, for tests of everything that takes its place: the fake for
// unit tests, the sandbox, and the lab.
package ocmtest

import (
	"maps"
	"strings"
)

// Fake takes the place of OCM and of the provider in front of it.
type Fake string

// The fakes of OCM.
const (
	UnitTests Fake = "unit tests"
	Sandbox   Fake = "sandbox"
	Lab       Fake = "lab"
)

// Names of the cluster that exists when a request is made, and what it uses.
const (
	Name    = "good"
	Release = "4.18.5"
	Account = "123456789012"
)

// Fixtures are the resources that exist when a request is made.
type Fixtures struct {
	// Cluster, OIDCConfig and Subnet are the IDs of the cluster Name, of its OIDC configuration and of its subnet.
	Cluster, OIDCConfig, Subnet string
}

// Request is a request that OCM, or the provider before it, rejects. It creates a resource, or changes the cluster, or deletes the
// cluster's OIDC configuration.
type Request struct {
	// Reason is the rule.
	Reason string
	// Type is the type of a new resource, such as ClusterRosaHcp; empty for a change of the cluster or the deletion.
	Type string
	// Inputs has the inputs of a new resource; for a change of the cluster, the inputs that differ.
	Inputs func(Fixtures) map[string]any
	// Want is part of the error of all fakes; Words replaces it for a fake with other errors.
	Want  string
	Words map[Fake]string
	// Accepts are the fakes that accept the request, and why.
	Accepts map[Fake]string
}

const (
	oneAccount = "unit tests keep no order between resources: a program under test may use several accounts"
	noUpdate   = "unit tests create resources only; mocks.Recorder's Changes reports what a change would do"
	noReleases = "the list of releases changes every week"
	noRoles    = "roles belong to the fake of AWS"
)

// ClusterInputs are the inputs of a hosted cluster that is accepted.
func ClusterInputs(name string, w Fixtures) map[string]any {
	role := "arn:aws:iam::" + Account + ":role/good-"
	return map[string]any{
		"name": name, "cloudRegion": "us-east-2", "awsAccountId": Account, "awsBillingAccountId": Account,
		"awsSubnetIds": []any{w.Subnet}, "availabilityZones": []any{"us-east-2a"}, "machineCidr": "10.0.0.0/16",
		"version":    Release,
		"properties": map[string]any{"rosa_creator_arn": "arn:aws:iam::" + Account + ":user/pulumi"},
		"sts": map[string]any{
			"roleArn": role + "Installer-Role", "supportRoleArn": role + "Support-Role", "operatorRolePrefix": "good",
			"oidcConfigId": w.OIDCConfig, "instanceIamRoles": map[string]any{"workerRoleArn": role + "Worker-Role"},
		},
	}
}

// cluster returns the inputs of a second cluster that differs from an accepted one.
func cluster(changes map[string]any) func(Fixtures) map[string]any {
	return func(w Fixtures) map[string]any {
		inputs := ClusterInputs("second", w)
		maps.Copy(inputs, changes)
		return inputs
	}
}

func change(changes map[string]any) func(Fixtures) map[string]any {
	return func(Fixtures) map[string]any { return changes }
}

// Requests are the requests, by name.
var Requests = map[string]Request{
	"no billing account": {
		Reason: "OCM has no default for the billing account of a hosted cluster",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"awsBillingAccountId": nil}),
		Want: "The billing_account_id cannot be empty",
	},
	"long name": {
		Reason: "a name has at most 54 characters",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"name": strings.Repeat("a", 55)}),
		Want:  "name",
		Words: map[Fake]string{Lab: "string length must be at most 54"},
	},
	"name with capitals": {
		Reason: "the name is part of host names",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"name": "Second"}), Want: "the name 'Second' of the cluster",
	},
	"domain prefix with capitals": {
		Reason: "the domain prefix is part of host names",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"domainPrefix": "Second"}), Want: "the domain prefix 'Second'",
	},
	"name in use": {
		Reason: "an organization has a name once",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"name": Name}), Want: "the name 'good' is taken already",
		Accepts: map[Fake]string{UnitTests: oneAccount},
	},
	"domain prefix in use": {
		Reason: "two clusters never have the same host names",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"domainPrefix": Name}),
		Want: "the domain prefix 'good' is taken already", Accepts: map[Fake]string{UnitTests: oneAccount},
	},
	"unknown release": {
		Reason: "a cluster is installed with a release that OCM lists",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"version": "4.18.99"}),
		Want:    "version 4.18.99 is not in the list of supported versions",
		Accepts: map[Fake]string{UnitTests: noReleases, Sandbox: noReleases},
	},
	"missing role": {
		Reason: "OCM assumes the installer role before it accepts a cluster",
		Type:   "ClusterRosaHcp",
		Inputs: func(w Fixtures) map[string]any {
			inputs := ClusterInputs("second", w)
			inputs["sts"].(map[string]any)["roleArn"] = "arn:aws:iam::" + Account + ":role/none-Installer-Role"
			return inputs
		},
		Want:    "none-Installer-Role",
		Accepts: map[Fake]string{UnitTests: noRoles, Sandbox: noRoles},
	},
	"etcd key without encryption": {
		Reason: "a key for etcd needs etcd's encryption",
		Type:   "ClusterRosaHcp",
		Inputs: cluster(map[string]any{"etcdKmsKeyArn": "arn:aws:kms:us-east-2:" + Account + ":key/1"}),
		Want:   "When utilizing etcd encryption an etcd kms key arn must also be supplied",
	},
	"break-glass credential": {
		Reason: "such credentials are for clusters with external authentication",
		Type:   "BreakGlassCredential",
		Inputs: func(w Fixtures) map[string]any { return map[string]any{"cluster": w.Cluster} },
		Want:   "External Authentication Configuration is not enabled",
	},
	"pool newer than the control plane": {
		Reason: "the control plane is upgraded first",
		Type:   "HcpMachinePool",
		Inputs: func(w Fixtures) map[string]any {
			return map[string]any{
				"cluster": w.Cluster, "name": "next", "subnetId": w.Subnet, "autoRepair": true, "replicas": 2, "version": "4.18.6",
				"autoscaling": map[string]any{"enabled": false}, "awsNodePool": map[string]any{"instanceType": "m5.xlarge"},
			}
		},
		Want: "must not be newer than that of the control plane",
	},
	"machine CIDR": {
		Reason: "the machine CIDR is immutable",
		Inputs: change(map[string]any{"machineCidr": "10.1.0.0/16"}),
		Want:   "cannot be changed from", Accepts: map[Fake]string{UnitTests: noUpdate},
	},
	"downgrade": {
		Reason: "releases only rise",
		Inputs: change(map[string]any{"version": "4.17.20"}),
		Want:   "cluster version is already above the requested version", Accepts: map[Fake]string{UnitTests: noUpdate},
	},
	"minor version of another channel": {
		Reason: "a cluster on stable-4.18 is not offered 4.19",
		Inputs: change(map[string]any{"version": "4.19.1"}),
		Want:   "is not in the list of available upgrades", Accepts: map[Fake]string{UnitTests: noUpdate},
	},
	"channel and release together": {
		Reason: "OCM offers the releases of a channel after the cluster has it",
		Inputs: change(map[string]any{"version": "4.19.1", "channel": "stable-4.19"}),
		Want:   "Cannot change channel and version simultaneously", Accepts: map[Fake]string{UnitTests: noUpdate},
	},
	"channel without the release": {
		Reason: "the channel of a cluster contains its release",
		Inputs: change(map[string]any{"channel": "stable-4.17"}),
		Want:   "4.18.5 is not available in channel 'stable-4.17'", Accepts: map[Fake]string{UnitTests: noUpdate},
	},
	"new cluster on an older channel": {
		Reason: "the channel of a cluster contains its release",
		Type:   "ClusterRosaHcp", Inputs: cluster(map[string]any{"channel": "stable-4.17"}),
		Want:  "4.18.5 is not available in channel 'stable-4.17'",
		Words: map[Fake]string{Lab: "4.18.5"},
	},
	"pool three minor versions behind": {
		Reason: "a control plane supports pools of its minor version and of the two before",
		Type:   "HcpMachinePool",
		Inputs: func(w Fixtures) map[string]any {
			return map[string]any{
				"cluster": w.Cluster, "name": "old", "subnetId": w.Subnet, "autoRepair": true, "replicas": 2, "version": "4.15.9",
				"autoscaling": map[string]any{"enabled": false}, "awsNodePool": map[string]any{"instanceType": "m5.xlarge"},
			}
		},
		Want:  "minor versions behind the control plane version",
		Words: map[Fake]string{Lab: "4.15.9"},
	},
	"OIDC configuration in use": {
		Reason:  "an OIDC configuration is deleted after its cluster",
		Want:    "is used by cluster",
		Words:   map[Fake]string{Lab: "there are clusters using OIDC config"},
		Accepts: map[Fake]string{UnitTests: oneAccount},
	},
}
