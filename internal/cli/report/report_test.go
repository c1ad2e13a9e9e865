//go:build !windows

package report

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/test/pulumitest"
)

const history = `[
	{"kind": "update", "result": "succeeded", "startTime": "2026-11-27T10:00:00Z", "endTime": "2026-11-27T10:00:30Z",
		"resourceChanges": {"update": 1, "same": 60}, "message": "the shop", "environment": {"git.author": "Ann"}},
	{"kind": "update", "result": "failed", "startTime": "2026-11-27T09:00:00Z", "endTime": "2026-11-27T09:21:00Z", "resourceChanges": {}}]`

const state = `{"deployment": {"resources": [
	{"urn": "urn:pulumi:prod::shop::aws:ec2/vpc:Vpc::demo", "type": "aws:ec2/vpc:Vpc", "id": "vpc-0123",
		"outputs": {"arn": "arn:aws:ec2:1111"}},
	{"urn": "u", "type": "rhcs:index/clusterRosaHcp:ClusterRosaHcp", "id": "c1",
		"outputs": {"name": "shop", "version": "4.20.4", "replicas": 2}}]}}`

func TestReport(t *testing.T) {
	pulumitest.CLI(t, map[string]string{"stack export": state, "stack history --json": history})
	q := &automation.Query{Dir: t.TempDir()}
	require.NoError(t, q.Open(t.Context()))
	text, err := Of(t.Context(), q, "", "1.2.3")
	require.NoError(t, err)
	assert.Equal(t, "openshift-aws      1.2.3 on "+runtime.GOOS+"/"+runtime.GOARCH+`
pulumi             3.250.0
cluster            rosa-hcp in 0 zones, 2 resources
release            4.20.4
                     2 m5.xlarge
                     1 load balancers
                     1 hosted control plane of ROSA
update             failed after 21m0s
update             succeeded after 30s: 1 update
`, text, "no name, ID, message or author")
}

func TestReportOfAnInstallation(t *testing.T) {
	pulumitest.CLI(t, map[string]string{"stack export": `{"deployment": {}}`, "stack history --json": "[]"})
	dir := t.TempDir()
	record := filepath.Join(dir, ".openshift-aws.json")
	require.NoError(t, os.WriteFile(record, []byte(`{"name": "shop", "release": "4.19.3", "account": "111122223333",
		"created": "2026-11-27T10:00:00Z", "applied": "2026-11-27T10:08:00Z", "installed": "2026-11-27T11:10:00Z"}`), 0o600))
	q := &automation.Query{Dir: dir}
	require.NoError(t, q.Open(t.Context()))
	text, err := Of(t.Context(), q, dir, "1.2.3")
	require.NoError(t, err)
	assert.Contains(t, text, "release            4.19.3\nfirst resources    after 8m0s\ninstalled          after 1h10m0s\n")
	assert.NotContains(t, text, "1111")

	require.NoError(t, os.WriteFile(record, []byte("{"), 0o600))
	_, err = Of(t.Context(), q, dir, "1.2.3")
	require.ErrorContains(t, err, "unexpected end")
}

func TestNoReport(t *testing.T) {
	pulumitest.CLI(t, nil)
	q := &automation.Query{Dir: t.TempDir(), Stack: "prod"}
	require.NoError(t, q.Open(t.Context()))
	_, err := Of(t.Context(), q, "", "1.2.3")
	require.ErrorContains(t, err, "pulumi stack: exit status 1: no answer to stack export --stack prod")
}
