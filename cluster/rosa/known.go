package cluster

import (
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// rosaKnown returns the text of an input that is known while the program runs. Outputs are not: what is wrong with them, the
// provider tells.
func rosaKnown(input pulumi.Input) (string, bool) {
	text, known := input.(pulumi.String)
	return string(text), known
}

var (
	rosaAccount = regexp.MustCompile(`^\d{12}$`)
	rosaKeyARN  = regexp.MustCompile(`^arn:aws[\w-]*:kms:([\w-]+):\d{12}:key/(mrk-[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$`)
	rosaRoleARN = regexp.MustCompile(`^arn:(aws[\w-]*):iam::(\d{12}):role/[\w+=,.@/-]+$`)
	// rosaCreator is UserArnRE of terraform-provider-rhcs provider/clusterrosa/common/consts.go.
	rosaCreator    = regexp.MustCompile(`^arn:aws(-us-gov|-cn)?:(iam|sts)::\d{12}(|:(root|user|assumed-role|role)(/?.+/?)?)(/[0-9A-Za-z+.@_,-]{1,64})$`)
	rosaSecGroupID = regexp.MustCompile(`^sg-[0-9a-f]{8,17}$`)
	rosaHostedZone = regexp.MustCompile(`^Z[A-Z0-9]{1,31}$`)
	rosaPrincipal  = regexp.MustCompile(`^(\d{12}|arn:aws[\w-]*:(iam|sts)::\d{12}:.+)$`)
	rosaExternalID = regexp.MustCompile(`^[0-9A-Za-z=,.@:/-]{2,}$`)
)

func rosaCheckAccount(p *check.Problems, path string, id pulumi.Input) {
	if text, known := rosaKnown(id); known && !rosaAccount.MatchString(text) {
		p.Addf(path, "%q is no AWS account's id; write its 12 digits, without hyphens", text)
	}
}

// rosaCheckKey follows openshift-online/ocm-common pkg/resource/validations. OCM wants the key's own ARN, no alias's.
func rosaCheckKey(p *check.Problems, path string, key pulumi.Input, region string) {
	text, known := rosaKnown(key)
	if !known {
		return
	}
	match := rosaKeyARN.FindStringSubmatch(text)
	switch {
	case match == nil:
		p.Addf(path, "%q is no KMS key's ARN; write one such as %s", text,
			partition.OfRegion(region).ARN("kms", region, "123456789012", "key/1234abcd-12ab-4abc-8def-1234567890ab"))
	case match[1] != region:
		p.Addf(path, "%s is a key of %s; machines in %s can use keys of their own region only", text, match[1], region)
	}
}

// rosaCheckRole looks at a role's ARN. It is one of the account, unless that is "".
func rosaCheckRole(p *check.Problems, path string, role pulumi.Input, region, account string) {
	text, known := rosaKnown(role)
	if !known {
		return
	}
	match := rosaRoleARN.FindStringSubmatch(text)
	where := partition.OfRegion(region)
	switch {
	case match == nil:
		p.Addf(path, "%q is no role's ARN; write one such as %s", text, where.ARN("iam", "", "123456789012", "role/name"))
	case match[1] != where.ID:
		p.Addf(path, "%s is of the partition %s; %s is in %s", text, match[1], region, where.ID)
	case account != "" && match[2] != account:
		p.Addf(path, "%s is a role of account %s; the cluster is in %s", text, match[2], account)
	}
}

// The most security groups that OCM adds to the machines of a pool (terraform-provider-rhcs provider/machinepool/hcp/aws_node_pool.go).
const rosaSecurityGroupLimit = 10

func rosaCheckSecurityGroups(p *check.Problems, path string, groups pulumi.StringArrayInput) {
	list, known := groups.(pulumi.StringArray)
	if !known {
		return
	}
	if len(list) > rosaSecurityGroupLimit {
		p.Addf(path, "holds %d security groups; a machine takes at most %d beside its own", len(list), rosaSecurityGroupLimit)
	}
	for _, group := range list {
		if id, known := rosaKnown(group); known && !rosaSecGroupID.MatchString(id) {
			p.Addf(path, "%q is no security group's id; one looks like sg-0123456789abcdef0", id)
		}
	}
}

// rosaSecurityGroups is nil for a list of nothing: the provider tells one from no list, and refuses the next change for it.
func rosaSecurityGroups(groups pulumi.StringArrayInput) pulumi.Input {
	if list, known := groups.(pulumi.StringArray); groups == nil || known && len(list) == 0 {
		return nil
	}
	return groups
}

// rosaCheckCluster looks at the id of the cluster that something is made in.
func rosaCheckCluster(p *check.Problems, path string, id pulumi.Input) {
	if !p.Required(path, id) {
		return
	}
	if text, known := rosaKnown(id); known && strings.TrimSpace(text) == "" {
		p.Addf(path, "is blank; give the ID of the cluster")
	}
}
