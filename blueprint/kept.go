package blueprint

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// lost are the losses of a running cluster with a part that is omitted, by the name of its field. The other parts can be made again.
var lost = map[string]string{
	"Vpc":               "all machines and load balancers are in its subnets",
	"EgressProxy":       "machines without NAT reach neither AWS nor a registry without it",
	"SecurityGroups":    "the machines and the API's load balancers are in these groups",
	"InstanceProfiles":  "the machines and their kubelets have the permissions of these roles",
	"Credentials":       "the operators act in AWS by these roles and their OIDC provider",
	"RegistryBucket":    "all images of the registry are deleted with it",
	"RouterLB":          "it is how clients reach the applications and the console",
	"MachineConfigPool": "nodes whose pool is gone are degraded",
	"InfraMachineSet":   "all infra machines are deleted, with the routers, registry and monitoring on them",
	"WorkerMachineSet":  "all its workers are deleted, with the pods on them",
	"AccountRoles":      "the cluster cannot move to other roles",
	"OIDCConfig":        "the tokens of the operators come from this issuer",
	"OIDCProvider":      "the operators' roles trust this provider",
	"OperatorRoles":     "the cluster cannot move to other roles",
	"EtcdKey":           "without the key etcd cannot be read",
	"VolumeKey":         "without the key no volume can be attached",
	"PrivateLinkAccess": "it is how clients reach the API",
}

// lostEntries are the maps of parts of which an update can take away one, but neither several nor the last; and buckets, of which it can
// take away none, because of the data in them.
var lostEntries = map[string]string{
	"MachinePools":  "The machines of a pool are deleted with it",
	"WorkerPools":   "The machines of a pool are deleted with it",
	"BackupBuckets": "the backups are deleted with their bucket",
}

// Inputs of a blueprint, with which the state has what its cluster keeps.
const (
	partsInput = "parts"
	stageInput = "stage"
)

// keptParts are the parts of the blueprint, which must have been planned. Who registers one by a component of the program gives that the
// alias of the part.
func (r *registrar) keptParts() []keep.Rule {
	var single []string
	entries := map[string][]string{}
	for _, field := range r.fields {
		steps := field.Steps()
		switch name := steps[0].Name; {
		case len(steps) == 2 && lostEntries[name] != "":
			entries[name] = append(entries[name], steps[1].Name)
		case lost[name] != "":
			single = append(single, name)
		}
	}
	path := r.problems.path
	slices.Sort(single)
	rules := []keep.Rule{{Input: partsInput, Value: pulumi.ToStringArray(single), Reject: func(c keep.Change) error {
		var problems []error
		for _, part := range c.Removed(partsInput) {
			problems = append(problems, check.Problemf(check.Join(path, part), "the cluster cannot lose this part: %s. Set it again", lost[part]))
		}
		return errors.Join(problems...)
	}}}
	for _, name := range slices.Sorted(maps.Keys(lostEntries)) {
		row := keep.OneByOne
		if name == "BackupBuckets" {
			row = keep.Each
		}
		slices.Sort(entries[name])
		rules = append(rules, row(strings.ToLower(name[:1])+name[1:], check.Join(path, name), entries[name], lostEntries[name]))
	}
	return rules
}

// kept lists what a self-managed cluster keeps from its installation on.
func (s *selfManagedPlan) kept() []keep.Rule {
	installed := func(c keep.Change) bool {
		before, _ := c.Texts(stageInput)
		return before == string(cluster.StageCluster)
	}
	rules := append(s.keptParts(),
		keep.Fixed("infraId", selfManagedPath+".InstallDir", pulumi.String(s.install.InfraID), "the update would delete the control plane, and "+
			"with it the cluster. Set the install directory back; for another cluster use another stack, or run `pulumi destroy` first"),
		keep.Fixed(stageInput, selfManagedPath+".Stage", pulumi.String(s.Stage), "the cluster is installed; the update would delete all objects "+
			"inside the cluster, with them its workers and infra machines. Set it back; to install the cluster again, run `pulumi destroy` first"),
		keep.Fixed("region", selfManagedPath+".Region", pulumi.String(s.install.Region), "a cluster cannot move. Set it back"),
	)
	for i := range rules {
		rules[i] = rules[i].If(installed)
	}
	return rules
}

// kept lists what a ROSA cluster keeps for life. OCM rejects most of it as well, but after the roles, whose names begin with the cluster's,
// were replaced: the stack could then go neither forward nor back, where the roles of the old names wait to be deleted.
func (r *rosaPlan) kept() []keep.Rule {
	zones := slices.Compact(slices.Sorted(slices.Values(r.Zones)))
	path := r.problems.path
	rules := r.keptParts()
	for _, kept := range []struct{ input, field, value string }{
		{"name", "Name", r.Name},
		{"accountRoles.prefix", "AccountRoles.Prefix", cmp.Or(valueOf(r.AccountRoles).Prefix, r.Name)},
		{"operatorRoles.prefix", "OperatorRoles.Prefix", cmp.Or(valueOf(r.OperatorRoles).Prefix, r.operatorPrefix())},
		{"zones", "Zones", strings.Join(zones, ", ")},
	} {
		rules = append(rules, keep.Fixed(kept.input, check.Join(path, kept.field), pulumi.String(kept.value), fmt.Sprintf(
			"a cluster keeps its name, its zones and its roles. Set it back; for another one create a cluster in another stack. AllowReplacement "+
				"of %s deletes the cluster and creates another one", r.product)))
	}
	for i := range rules {
		rules[i] = rules[i].Unless(r.allowsReplacement())
		rules[i].Argument = rules[i].Input != partsInput && lostEntries[strings.ToUpper(rules[i].Input[:1])+rules[i].Input[1:]] == ""
	}
	return rules
}
