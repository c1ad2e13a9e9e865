package permissions

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// unlimited are statements that change resources which they do not name, without a condition, by document and Sid. The reason is what AWS
// lacks to limit them.
type unlimited struct{ statements, reason string }

var unlimitedStatements = []unlimited{
	{
		statements: "network CreateSecurityGroupWithin; network CreateVpcEndpointWithin; machines CreateInstanceWithin; " +
			"machines CreateNetworkInterfaceWithin",
		reason: "AWS requires the permission on each resource that a call names: what it creates must have the tag, and these statements " +
			"allow the networks and images of others in which it creates it",
	},
	{statements: "network DefaultGroups", reason: "AWS creates the default security group of a VPC, without the tag"},
	{
		statements: "machines Interfaces",
		reason:     "the first interface of an instance has no tag. AWS requires the permission on its instance too, by the tag",
	},
	{
		statements: "self-managed NewZones",
		reason:     "a zone has no ARN before its creation, and `route53:VPCs` needs the ID of the VPC, which the same stack creates",
	},
	{
		statements: "self-managed Zones; shared-vpc Zones; shared-vpc-boundary Zones",
		reason: "the ARN of a hosted zone has an ID that AWS chooses, and Route 53 knows no tags. AWS deletes a zone without records " +
			"only: write the IDs of your zones, once they exist",
	},
	{statements: "rosa Issuer", reason: "ROSA's issuers have no common prefix. If all clusters of an account have one issuer, name it"},
	{
		statements: "credentials OriginAccessControls",
		reason:     "the ARN of an origin access control has an ID that AWS chooses, and CloudFront knows no tags of it",
	},
	{
		statements: "options FlowLogsInBuckets",
		reason:     "the delivery of logs has neither resources nor tags. Without flow logs in a bucket (`BucketARN`), remove the statement",
	},
	{
		statements: "shared-vpc-boundary TagsOfZones",
		reason:     "the tagging API knows neither resources nor tags. AWS requires `route53:ChangeTagsForResource` in addition",
	},
}

var (
	isRead = regexp.MustCompile(`^[\w-]+:(Get|List|Describe)`)
	// allOfType is an ARN of all resources of a type.
	allOfType = regexp.MustCompile(`^(\*|arn:aws:[^:]*:[^:]*:[^:]*:[\w-]+[:/]\*)$`)
)

// changesEverything reports whether a statement changes all resources, or all of a type, without a condition.
func changesEverything(s statement) bool {
	return s.Effect == "Allow" && len(s.Condition) == 0 && slices.ContainsFunc(s.Resource, allOfType.MatchString) &&
		slices.ContainsFunc(s.Action, func(action string) bool { return !isRead.MatchString(action) })
}

// TestUnlimitedStatementsAreExplained: a statement that changes everything is in the table of the page, with its reason. The boundary of
// the machines is not: it allows nothing by itself, and lists services.
func TestUnlimitedStatementsAreExplained(t *testing.T) {
	t.Parallel()
	var want, found []string
	for _, u := range unlimitedStatements {
		assert.NotEmpty(t, u.reason)
		want = append(want, each(u.statements)...)
	}
	documents := map[string]document{"shared-vpc-boundary": sharedBoundary}
	for name := range reads {
		documents[name] = allows(name)
	}
	for name, d := range documents {
		for _, s := range d.Statement {
			if changesEverything(s) {
				found = append(found, name+" "+s.Sid)
			}
		}
	}
	assert.ElementsMatch(t, want, found)
}

// unlimitedTable is the table of the page.
func unlimitedTable() string {
	var b strings.Builder
	b.WriteString("| statements | why they are not narrower |\n| --- | --- |\n")
	for _, u := range unlimitedStatements {
		var names []string
		for _, statement := range each(u.statements) {
			document, sid, _ := strings.Cut(statement, " ")
			names = append(names, document+" `"+sid+"`")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(names, "; "), u.reason)
	}
	return b.String()
}
