//go:build !windows

package preflight

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/pulumitest"
)

// newProject writes a project with some files, and the fake of the CLI.
func newProject(t *testing.T, files map[string]string) Project {
	t.Helper()
	dir := t.TempDir()
	pulumitest.CLI(t, map[string]string{
		"config --json --show-secrets --stack prod": `{"aws:region": {"value": "eu-west-1"}, "rhcs:token": {"value": "t", "secret": true}}`,
		"stack export --stack prod":                 `{"deployment": {"resources": [{"urn": "u", "type": "aws:ec2/vpc:Vpc", "id": "vpc-1"}]}}`,
		"stack --show-name --stack prod":            "prod\n",
	})
	t.Setenv("PULUMI_BACKEND_URL", "")
	t.Setenv("PULUMI_HOME", t.TempDir())
	t.Setenv("AWS_REGION", "")
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	return Project{Dir: dir, Description: "cluster.yaml", Stack: "prod"}
}

const project = "name: shop\nruntime: yaml\nbackend: {url: s3://state}\nconfig: {aws:region: {value: us-east-2}}\n"

func TestTargetOfAStack(t *testing.T) {
	p := newProject(t, map[string]string{
		"Pulumi.yaml": project, "Pulumi.prod.yaml": "secretsprovider: awskms://alias/pulumi\n", "permissions/mine.json": "{}",
	})
	target, err := p.Target(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "eu-west-1", target.Region, "the stack's configuration overrides the project's")
	assert.Equal(t, "t", target.Settings["rhcs:token"])
	assert.Equal(t, 1, target.Existing.VPCs)
	assert.Equal(t, "s3://state", target.Backend)
	assert.Equal(t, "awskms://alias/pulumi", target.SecretsProvider)
	assert.Equal(t, map[string][]byte{"mine": []byte("{}")}, target.Policies, "the project has policies of its own")
	assert.Nil(t, target.File)
	assert.NoError(t, target.FileProblem, "a ROSA cluster has no description")
}

func TestTargetWithoutAStack(t *testing.T) {
	p := newProject(t, map[string]string{"Pulumi.yaml": project, "cluster.yaml": `
name: shop
baseDomain: example.com
region: us-west-2
zones: [us-west-2a]
release: 4.19.3
pullSecret: '` + pullSecret + `'
backend: s3://other
settings: {publicZoneId: Z1}
`})
	p.Stack = ""
	target, err := p.Target(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "us-west-2", target.Region)
	assert.Equal(t, "s3://other", target.Backend)
	assert.Nil(t, target.Existing, "the stack is created by the installation")
	assert.Contains(t, target.Policies, "self-managed")
	assert.Contains(t, string(target.Policies["machines"]), "shop/*")

	require.NoError(t, os.WriteFile(filepath.Join(p.Dir, "cluster.yaml"), []byte("nam: shop\n"), 0o600))
	target, err = p.Target(t.Context())
	require.NoError(t, err)
	assert.ErrorContains(t, target.FileProblem, "nam is not a field")
	assert.Equal(t, "us-east-2", target.Region, "that of the project")
}

func TestNoTarget(t *testing.T) {
	p := newProject(t, map[string]string{"Pulumi.yaml": "name: shop\nruntime: yaml\n"})
	p.Stack = ""
	_, err := p.Target(t.Context())
	require.EqualError(t, err, "the region is not known: pulumi config set aws:region us-east-2")
	t.Setenv("PATH", t.TempDir())
	_, err = p.Target(t.Context())
	require.ErrorContains(t, err, "the Pulumi CLI is not on PATH")
}
