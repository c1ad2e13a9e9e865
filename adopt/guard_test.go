package adopt

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
)

// TestGuard: an update or a replacement is a difference, whatever the engine says about it.
func TestGuard(t *testing.T) {
	t.Parallel()
	key := Key{Type: "rhcs:index/hcpMachinePool:HcpMachinePool", Name: "p"}
	for _, test := range []struct {
		reason string
		step   step
		allow  []string
		want   []string
	}{
		{reason: "an import", step: step{ops: []apitype.OpType{apitype.OpImport}}},
		{
			reason: "what the update computes is left out if it is not the only difference",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"channel", "currentVersion", "replicas"},
				inputs: map[string]any{"replicas": 3.0}, actual: map[string]any{"replicas": 2.0, "channel": "stable-4.18"},
				outputs: map[string]any{"channel": "04da6b54-80e4-46f7-96ec-b56ff0331ba9"},
			},
			want: []string{key.String() + ".replicas: the program has 3, it is 2"},
		},
		{
			reason: "the provider's default of what it does not read: the update is excluded, and the state has it afterwards",
			step:   step{ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"ignoreDeletionError", "status"}},
		},
		{
			reason: "the tag of the stack: the update is excluded, and the first one afterwards sets it",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"tags.openshift-aws", "tagsAll.openshift-aws"},
				inputs: map[string]any{"tags": map[string]any{"openshift-aws": "shop/prod", "team": "core"}},
				actual: map[string]any{"tags": map[string]any{"team": "core"}},
			},
		},
		{
			reason: "the tag of the stack, as the provider of AWS reads other tags",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"tags", "tagsAll"},
				inputs: map[string]any{"tags": map[string]any{"openshift-aws": "shop/prod", "team": "core"}},
				actual: map[string]any{
					"tags":    map[string]any{"__defaults": []any{}, "team": "core"},
					"tagsAll": map[string]any{"__defaults": []any{}, "team": "core"},
				},
			},
		},
		{
			reason: "a resource without other tags",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"tags", "tagsAll"},
				inputs: map[string]any{"tags": map[string]any{"openshift-aws": "shop/prod"}},
			},
		},
		{
			reason: "other tags",
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"tags"},
				inputs: map[string]any{"tags": map[string]any{"openshift-aws": "shop/prod", "team": "core"}},
			},
			want: []string{key.String() + `.tags.team: the program has "core", it is not set`},
		},
		{
			reason: "tags that the provider compares as a whole are permitted one by one", allow: []string{"*.tags.Name", "*.tags.kubernetes.io/*"},
			step: step{
				ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"tags", "tagsAll"},
				inputs:  map[string]any{"tags": map[string]any{"Name": "a", "kubernetes.io/role/elb": "1", "team": "core", "zone": "a"}},
				actual:  map[string]any{"tags": map[string]any{"Name": "b", "kubernetes.io/role/elb": "", "zone": "a", "owner": "ann"}},
				outputs: map[string]any{"tagsAll": "04da6b54-80e4-46f7-96ec-b56ff0331ba9"},
			},
			want: []string{
				key.String() + `.tags.owner: the program has not set, it is "ann"`, key.String() + `.tags.team: the program has "core", it is not set`,
			},
		},
		{
			reason: "another default of the provider", want: []string{key.String() + ": update of awsNodePool"},
			step: step{ops: []apitype.OpType{apitype.OpImport, apitype.OpUpdate}, diffs: []string{"awsNodePool"}},
		},
		{
			reason: "an update without a difference", want: []string{key.String() + ": update of "},
			step: step{ops: []apitype.OpType{apitype.OpUpdate}},
		},
		{
			reason: "a value that is not known yet, and a tag with a path of brackets, which a pattern with dots permits",
			allow:  []string{"*.tags.*"},
			step: step{
				ops:   []apitype.OpType{apitype.OpImport, apitype.OpUpdate},
				diffs: []string{"password", "routeTableId", `tags["kubernetes.io/role/elb"]`},
				inputs: map[string]any{
					"routeTableId": "04da6b54-80e4-46f7-96ec-b56ff0331ba9", "password": "[secret]",
					"tags": map[string]any{"kubernetes.io/role/elb": "1"},
				},
				actual: map[string]any{"routeTableId": "rtb-1"},
			},
			want: []string{
				key.String() + `.password: the program has a secret, it is not set`,
				key.String() + `.routeTableId: the program has a value that is not known yet, it is "rtb-1"`,
			},
		},
		{reason: "a deletion", step: step{ops: []apitype.OpType{apitype.OpDelete}}, want: []string{key.String() + ": delete"}},
		{
			reason: "a replacement is never allowed", allow: []string{"*"},
			step: step{ops: []apitype.OpType{apitype.OpReplace}, diffs: []string{"name"}, inputs: map[string]any{"name": "a"}},
			want: []string{key.String() + `.name: the program has "a", it is not set (replaces the resource)`},
		},
	} {
		a := &adoption{opts: Options{Allow: test.allow}, language: &language{}}
		s := test.step
		s.key, s.custom = key, true
		report := a.report(&outcome{steps: map[string]*step{"urn": &s}})
		assert.Equal(t, test.want, report.Differences, test.reason)
	}
}

// TestSetting: a difference names the field of the component's arguments, as far as it is known.
func TestSetting(t *testing.T) {
	t.Parallel()
	const role, hcp = "aws:iam/role:Role", "rhcs:index/clusterRosaHcp:ClusterRosaHcp"
	for _, test := range []struct{ reason, component, token, path, language, want string }{
		{
			reason: "a field of the property's name", component: "openshift-aws:iam:AccountRoles", token: role, path: "permissionsBoundary",
			want: `; set iam.AccountRolesArgs.PermissionsBoundary of "demo"`,
		},
		{
			reason: "a key of tags", component: "openshift-aws:iam:AccountRoles", token: role, path: "tags.team",
			want: `; set iam.AccountRolesArgs.Tags of "demo"`,
		},
		{
			reason: "a tag that another field sets", component: "openshift-aws:iam:AccountRoles", token: role, path: "tags.rosa_openshift_version",
			want: `; set iam.AccountRolesArgs.OpenShiftVersion of "demo"`,
		},
		{
			reason: "an element of a list", component: "openshift-aws:rosa:HCP", token: hcp, path: "awsSubnetIds[0]",
			want: `; set rosa.HCPArgs.PrivateSubnets of "demo"`,
		},
		{
			reason: "a field below another", component: "openshift-aws:rosa:HCP", token: hcp, path: "computeMachineType",
			want: `; set rosa.HCPArgs.Workers.InstanceType of "demo"`,
		},
		{
			reason: "no field is known", component: "openshift-aws:network:Vpc", token: "aws:ec2/vpc:Vpc", path: "instanceTenancy",
			want: `; set it in network.VpcArgs of "demo"`,
		},
		{
			reason: "a part of a blueprint", component: "openshift-aws:blueprint:ROSAHCP$openshift-aws:iam:AccountRoles", token: role, path: "path",
			want: `; set blueprint.ROSAHCPArgs.AccountRoles.Path of "demo"`,
		},
		{
			reason: "one of several parts", component: "openshift-aws:blueprint:SelfManaged$openshift-aws:nodes:WorkerMachineSet", token: role,
			path: "x", want: `; set it in blueprint.SelfManagedArgs.WorkerMachineSet of "demo"`,
		},
		{
			reason: "a tag that the component sets itself", component: "openshift-aws:network:Vpc", token: "aws:ec2/vpc:Vpc", path: "tags.Name",
			want: "; network.Vpc sets it itself: permit the change with --allow '*.tags.*'",
		},
		{
			reason: "a tag for load balancers", component: "openshift-aws:network:Vpc", token: "aws:ec2/subnet:Subnet",
			path: `tags["kubernetes.io/role/elb"]`, want: "; network.Vpc sets it itself: permit the change with --allow '*.tags.*'",
		},
		{
			reason: "another language has properties", component: "openshift-aws:rosa:HCP", token: hcp, path: "computeMachineType",
			language: "yaml", want: `; set workers.instanceType of rosa.HCP "demo"`,
		},
		{
			reason: "a part of a blueprint in another language", language: "nodejs",
			component: "openshift-aws:blueprint:ROSAHCP$openshift-aws:iam:AccountRoles", token: role, path: "path",
			want: `; set accountRoles.path of blueprint.ROSAHCP "demo"`,
		},
		{
			reason: "one of several parts in another language", language: "python", path: "x", token: role,
			component: "openshift-aws:blueprint:SelfManaged$openshift-aws:nodes:WorkerMachineSet",
			want:      `; set it in workerMachineSet of blueprint.SelfManaged "demo"`,
		},
		{
			reason: "no property is known", component: "openshift-aws:network:Vpc", token: "aws:ec2/vpc:Vpc", path: "instanceTenancy",
			language: "yaml", want: `; set it in network.Vpc "demo"`,
		},
		{reason: "a component of the user", component: "shop:index:Cluster", token: role, path: "path"},
		{reason: "no component", token: role, path: "path"},
	} {
		urn := ""
		if test.component != "" {
			urn = "urn:pulumi:s::p::" + test.component + "::demo"
		}
		assert.Equal(t, test.want, setting(urn, test.token, test.path, test.language), test.reason)
	}
}
