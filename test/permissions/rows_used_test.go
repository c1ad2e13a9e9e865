package permissions

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var resourceOf = regexp.MustCompile(`(?m)^aws:(\w+/\w+:\w+) (.*\n(?: .*\n|\n )*)`)

// registered returns what components register: the resources of AWS, by type. A golden file of differences has only some.
func registered(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, folder := range []string{"network", "iam", "cluster", "cluster/rosa", "nodes", "storage", "ingress"} {
		files, err := filepath.Glob(filepath.Join("..", "..", folder, "testdata", "*.golden"))
		require.NoError(t, err)
		require.NotEmpty(t, files, folder)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, match := range resourceOf.FindAllStringSubmatch(string(text), -1) {
				all[match[1]] = append(all[match[1]], match[2])
			}
		}
	}
	return all
}

// TestTypesHaveRows: each type that a component registers has a row, and each type of a row is registered by a component.
func TestTypesHaveRows(t *testing.T) {
	t.Parallel()
	all := registered(t)
	var known []string
	for _, r := range rows {
		for token := range strings.FieldsSeq(r.types) {
			assert.NotEmpty(t, all[token], "no component registers %s", token)
			known = append(known, token)
		}
	}
	for token := range all {
		assert.Contains(t, known, token, "a type without actions in the published documents")
	}
}

// TestResourcesHaveTheTagOfTheStack: what has a row with tags is registered with the tag that its documents require. A group passes it to
// its instances.
func TestResourcesHaveTheTagOfTheStack(t *testing.T) {
	t.Parallel()
	all := registered(t)
	for _, r := range rows {
		if r.create == "" && r.condition["StringLike"]["aws:RequestTag/"+stackTag] == nil {
			continue
		}
		for token := range strings.FieldsSeq(r.types) {
			if slices.Contains(parts, token) {
				continue
			}
			for _, resource := range all[token] {
				assert.Contains(t, resource, stackTag, "aws:%s", token)
			}
		}
	}
}

// parts are types that AWS cannot tag: they are parts of another resource of their row.
var parts = strings.Fields(`autoscaling/attachment:Attachment autoscaling/lifecycleHook:LifecycleHook
	ec2/securityGroupAssociation:SecurityGroupAssociation ec2/vpcDhcpOptionsAssociation:VpcDhcpOptionsAssociation
	lb/targetGroupAttachment:TargetGroupAttachment`)
