package permissions

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stackTag is the tag of the stack, which all AWS resources of components have; stackValues are the stacks of the documents.
const (
	stackTag    = "openshift-aws"
	stackValues = "demo/*"
)

// conditions are the values of condition keys, by operator.
type conditions = map[string]map[string]texts

var (
	requested = conditions{"StringLike": {"aws:RequestTag/" + stackTag: {stackValues}}}
	tagged    = conditions{"StringLike": {"aws:ResourceTag/" + stackTag: {stackValues}}}
	// records are the names of records of the cluster demo, in each zone.
	records = conditions{"ForAllValues:StringLike": {recordNames: {"demo.*", "*.demo.*"}}}
)

// MarshalJSON writes a list, and one star alone as a text.
func (t texts) MarshalJSON() ([]byte, error) {
	if slices.Equal(t, texts{"*"}) {
		return json.Marshal("*")
	}
	return json.Marshal([]string(t))
}

// reads are what documents allow on all resources.
var reads = map[string]string{
	network:  "ec2:Describe* sts:GetCallerIdentity",
	machines: "elasticloadbalancing:Describe*",
	selfManaged: "autoscaling:Describe* iam:Get* iam:List* kms:DescribeKey route53:Get* route53:List* s3:GetBucket* s3:Get*Configuration " +
		"s3:ListAllMyBuckets s3:ListBucket s3:ListBucketVersions tag:GetResources",
	rosa: "iam:Get* iam:List* kms:DescribeKey kms:GetKey* kms:List* s3:GetBucket* s3:Get*Configuration s3:ListBucket s3:ListBucketVersions " +
		"secretsmanager:Describe* secretsmanager:GetResourcePolicy",
	credentials: "cloudfront:Get* cloudfront:List*",
	sharedVPC: "ec2:DescribeVpcs iam:Get* iam:List* ram:Get* ram:List* route53:Get* route53:List* " +
		"sts:GetCallerIdentity",
	options: "logs:DescribeLogGroups logs:ListTagsForResource",
}

// passes returns the statement that passes roles to services.
func passes(services ...string) statement {
	return statement{
		Sid: "PassRole", Effect: "Allow", Action: texts{"iam:PassRole"}, Resource: roles,
		Condition: conditions{"StringEquals": {"iam:PassedToService": services}},
	}
}

var serviceLinkedRoles = statement{
	Sid: "ServiceLinkedRoles", Effect: "Allow", Action: texts{"iam:CreateServiceLinkedRole"},
	Resource: texts{"arn:aws:iam::*:role/aws-service-role/*"},
}

// others are the statements of documents that are on no resource of a component.
var others = map[string][]statement{
	selfManaged: {
		passes("ec2.amazonaws.com", "autoscaling.amazonaws.com", "s3.amazonaws.com", "vpc-flow-logs.amazonaws.com"), serviceLinkedRoles,
	},
	rosa: {
		{
			Sid: "PublicImages", Effect: "Allow", Action: texts{"ssm:GetParameter"},
			Resource: texts{"arn:aws:ssm:*::parameter/aws/service/ami-amazon-linux-latest/*"},
		},
		passes("ec2.amazonaws.com", "vpc-flow-logs.amazonaws.com"), serviceLinkedRoles,
	},
}

// actionsOf returns the actions of a service.
func actionsOf(service, names string) texts {
	var all texts
	for name := range strings.FieldsSeq(names) {
		all = append(all, service+":"+name)
	}
	return all
}

// sorted returns a list in order, without doubles.
func sorted(t texts) texts {
	slices.Sort(t)
	return slices.Compact(t)
}

// document is a policy.
type document struct {
	Version   string
	Statement []statement
}

// add adds actions and resources to the statement of a Sid.
func (d *document) add(sid string, condition conditions, resources []string, actions texts) {
	if len(actions) == 0 {
		return
	}
	i := slices.IndexFunc(d.Statement, func(s statement) bool { return s.Sid == sid })
	if i < 0 {
		i = len(d.Statement)
		d.Statement = append(d.Statement, statement{Sid: sid, Effect: "Allow", Condition: condition})
	}
	s := &d.Statement[i]
	s.Action, s.Resource = sorted(append(s.Action, actions...)), sorted(append(s.Resource, resources...))
}

// serviceNames are the services in Sids.
var serviceNames = map[string]string{
	"ec2": "", "autoscaling": "Groups", "elasticloadbalancing": "LoadBalancers", "cloudfront": "Distributions", "logs": "Logs",
}

// addTagged adds what a row does to resources with the tag of the stack. AWS authorizes a call of EC2 on each resource that it names: what
// the call creates has the tag of the request, and what exists has the tag or is one of within.
func (d *document) addTagged(r row) {
	name, resources := serviceNames[r.service], []string{"*"}
	created := actionsOf(r.service, r.create)
	d.add("Change"+name, tagged, resources, append(created, actionsOf(r.service, r.change)...))
	if r.service == "ec2" {
		name, resources = inCamelCase(r.on), arns(r.on)
	}
	d.add("Create"+name, requested, resources, created)
	if r.within != "" {
		d.add("Create"+name+"Within", nil, arns(r.within), created)
	}
}

// inCamelCase returns a name such as RouteTable.
func inCamelCase(name string) string {
	var camel strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		if part != "" {
			camel.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	return camel.String()
}

// arns returns the resources of EC2 of some types.
func arns(types string) []string {
	var all []string
	for t := range strings.FieldsSeq(types) {
		all = append(all, "arn:aws:ec2:*:*:"+t+"/*")
	}
	return all
}

// allows returns the document of a name.
func allows(name string) document {
	d := document{Version: "2012-10-17"}
	d.add("Read", nil, []string{"*"}, strings.Fields(reads[name]))
	for _, r := range rows {
		switch {
		case !slices.Contains(strings.Fields(r.documents), name):
		case r.sid != "":
			d.add(r.sid, r.condition, r.named, actionsOf(r.service, r.actions))
		default:
			d.addTagged(r)
		}
	}
	d.Statement = append(d.Statement, others[name]...)
	return d
}

// TestDocuments compares the published documents with those of the rows. UPDATE_GOLDEN=1 writes them.
func TestDocuments(t *testing.T) {
	t.Parallel()
	all := map[string]document{"boundary": boundaryDocument, "deny": denyDocument, "shared-vpc-boundary": sharedBoundary}
	for name := range reads {
		all[name] = allows(name)
	}
	for name, d := range all {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetIndent("", "  ")
		require.NoError(t, encoder.Encode(d))
		file := filepath.Join("..", "..", "docs", "permissions-"+name+".json")
		if os.Getenv("UPDATE_GOLDEN") != "" {
			require.NoError(t, os.WriteFile(file, text.Bytes(), 0o600))
		}
		published, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(published), text.String(), "%s: UPDATE_GOLDEN=1 writes it", file)
	}
}
