package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
)

// tagProperties are the properties with tags of the resource types, which OCM cannot change.
var tagProperties = map[string]string{
	"ClusterRosaHcp": "tags", "ClusterRosaClassic": "tags", "HcpMachinePool": "awsNodePool.tags", "MachinePool": "awsTags",
}

// keptTags warns that other tags have no effect: a program has one set of tags for all that it creates, for which nobody loses a cluster.
func keptTags(ctx *pulumi.Context, field string, tags pulumi.StringMap, replaces bool) []keep.Rule {
	if tags == nil {
		tags = pulumi.StringMap{}
	}
	warn := func(keep.Change) error {
		return ctx.Log.Warn(field+": OCM cannot change tags: what the service has created keeps those of its creation", nil)
	}
	return []keep.Rule{keep.Rule{Input: "tags", Value: tags, Reject: warn}.Unless(replaces)}
}
