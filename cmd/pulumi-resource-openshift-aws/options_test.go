package main

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/plugin"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// record is a resource in the state.
type record struct {
	URN, ID, Type, Parent, Provider string
	Protect, RetainOnDelete         bool
	Dependencies                    []string
	Inputs, Outputs                 map[string]any
}

// state returns the resources of the stack.
func (p project) state() []record {
	p.Helper()
	var state struct{ Deployment struct{ Resources []record } }
	require.NoError(p, json.Unmarshal(p.export(), &state))
	return state.Deployment.Resources
}

// export returns the state of the stack.
func (p project) export() []byte {
	p.Helper()
	// The CLI's warnings come before the document.
	_, document, _ := strings.Cut("\n"+p.must("stack", "export"), "\n{")
	return []byte("{" + document)
}

// registersOutputs asserts that the components in the state have the outputs that programs see. Components that are parts of a blueprint
// are resources of their own in the state: a blueprint registers what is none of them.
func (p project) registersOutputs() {
	p.Helper()
	components := map[string]plugin.Component{}
	for _, component := range plugin.Components {
		components[component.Token] = component
	}
	compared := 0
	for _, each := range p.state() {
		component, ok := components[each.Type]
		if !ok {
			continue
		}
		compared++
		var known, required []string
		for _, field := range plugin.OutputFields(component.Result) {
			if strings.HasPrefix(each.Type, "openshift-aws:blueprint:") && field.Type.Kind != argument.Input {
				continue
			}
			known = append(known, plugin.Property(field))
			if plugin.Present(field) {
				required = append(required, plugin.Property(field))
			}
		}
		delete(each.Outputs, "__arguments")
		registered := slices.Collect(maps.Keys(each.Outputs))
		assert.Subset(p, known, registered, each.URN)
		assert.Subset(p, registered, required, each.URN)
	}
	assert.NotZero(p, compared)
}

// optionsProject is the program of testdata/options with other values.
type optionsProject struct{ project }

func (p optionsProject) set(values ...string) {
	values = append(values, "VPC_NAME", "shop", "VPC_ALIASES", "[]", "PROTECT", "false", "RETAIN", "false", "PROVIDER_RELEASE", "6.83.2")
	p.write("Pulumi.yaml", strings.NewReplacer(values...).Replace(read(p, "testdata", "options", "Pulumi.yaml")))
}

// TestOptions shows that the options of a component are those of its children.
func TestOptions(t *testing.T) {
	t.Parallel()
	p := optionsProject{newProject(t, "options")}
	p.set("PROTECT", "true", "RETAIN", "true")
	assert.Contains(t, p.must("up", "--yes", "--skip-preview"), "the resource option ignoreChanges has no effect on a component")
	var buckets, subnets int
	for _, each := range p.state() {
		switch each.Type {
		case "aws:ec2/subnet:Subnet":
			subnets++
			assert.True(t, each.Protect && each.RetainOnDelete, each.URN)
			assert.Contains(t, each.Provider, "::west::")
		case "aws:s3/bucketServerSideEncryptionConfigurationV2:BucketServerSideEncryptionConfigurationV2":
			buckets++
			text, err := json.Marshal(each.Inputs)
			require.NoError(t, err)
			assert.NotContains(t, string(text), "arn:aws:kms", "a secret")
			assert.Contains(t, string(text), "ciphertext")
		case "openshift-aws:storage:RegistryBucket":
			assert.NotEmpty(t, each.Dependencies, "dependsOn")
		}
	}
	assert.Equal(t, 4, subnets)
	assert.Equal(t, 1, buckets)

	_, err := p.pulumi("destroy", "--yes", "--skip-preview")
	require.Error(t, err, "its network is protected")

	p.set("VPC_NAME", "network", "VPC_ALIASES", "[{name: shop}]", "PROTECT", "true")
	out := p.must("up", "--yes", "--skip-preview")
	assert.NotRegexp(t, `(?m)^ ?[+-]{1,2} .*aws:ec2:(Vpc|Subnet) `, out, "the network is the same")

	p.set("VPC_NAME", "network", "VPC_ALIASES", "[{name: shop}]")
	p.must("up", "--yes", "--skip-preview")
	out = p.must("destroy", "--yes", "--skip-preview")
	bucket, vpc := strings.Index(out, "aws:s3:BucketV2 images-registry deleted"), strings.Index(out, "aws:ec2:Vpc network-vpc deleting")
	assert.True(t, bucket > 0 && vpc > bucket, "the bucket depends on the network\n%s", out)
}

// TestTarget updates and deletes one component of several.
func TestTarget(t *testing.T) {
	t.Parallel()
	p := optionsProject{newProject(t, "options")}
	p.set()
	p.must("up", "--yes", "--skip-preview", "--target", "**:network:Vpc::shop", "--target-dependents")
	count := func(name string) (found int) {
		for _, each := range p.state() {
			if strings.HasPrefix(each.Type, name) {
				found++
			}
		}
		return found
	}
	assert.Equal(t, 4, count("aws:ec2/subnet:"))
	p.must("up", "--yes", "--skip-preview")
	assert.Equal(t, 1, count("aws:s3/bucketV2:"))
	p.must("destroy", "--yes", "--skip-preview", "--target", "**:storage:RegistryBucket::images", "--target-dependents")
	assert.Equal(t, 0, count("aws:s3/"))
	assert.Equal(t, 4, count("aws:ec2/subnet:"))
	p.must("destroy", "--yes", "--skip-preview")
}

// TestProviderOfAnotherRelease rejects a provider that would receive inputs in the schema of another release.
func TestProviderOfAnotherRelease(t *testing.T) {
	t.Parallel()
	p := optionsProject{newProject(t, "options")}
	p.set("PROVIDER_RELEASE", "7.1.0")
	out, err := p.pulumi("preview")
	require.Error(t, err)
	assert.Contains(t, out, "the provider west is of release 7.1.0 of pulumi-aws, and the component's resources are of v6")
	assert.NotContains(t, out, "aws:ec2:Subnet")
}

// TestImport imports a resource that the state has lost as a child of its component, as docs/resource-options.md says.
func TestImport(t *testing.T) {
	t.Parallel()
	p := optionsProject{newProject(t, "options")}
	p.set()
	p.must("up", "--yes", "--skip-preview")
	lost := p.ownership()
	p.must("state", "delete", lost.URN, "--yes")
	_, err := p.pulumi("preview", "--expect-no-changes")
	require.Error(t, err, "it would be created")

	name := lost.URN[strings.LastIndex(lost.URN, "::")+2:]
	provider := lost.Provider[:strings.LastIndex(lost.Provider, "::")]
	p.must("import", lost.Type, name, lost.ID, "--parent", "images="+lost.Parent, "--provider", "west="+provider,
		"--protect=false", "--generate-code=false", "--yes")
	p.must("up", "--yes", "--expect-no-changes")
	found := p.ownership()
	assert.Equal(t, lost.ID, found.ID)
	assert.Equal(t, lost.Provider, found.Provider)
	assert.Equal(t, lost.Dependencies, found.Dependencies, "the update adds what an import does not know")
	p.must("destroy", "--yes", "--skip-preview")
}

// ownership returns the resource of the bucket on which no other depends.
func (p optionsProject) ownership() (found record) {
	p.Helper()
	for _, each := range p.state() {
		if each.Type == "aws:s3/bucketOwnershipControls:BucketOwnershipControls" {
			found = each
		}
	}
	require.NotEmpty(p, found.URN)
	return found
}

// TestExplicitProviders passes a provider of RHCS, which a terraform-provider plugin runs, to a component, and providers as arguments.
func TestExplicitProviders(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	folder, err := build()
	require.NoError(t, err)
	p := project{T: t, dir: t.TempDir()}
	p.write("Pulumi.yaml", "name: providers\nruntime: go\n")
	box, err := sandbox.New(sandbox.Options{
		Project: "providers", Dir: filepath.Join(p.dir, ".sandbox"), Config: map[string]string{"aws:region": "us-east-2"},
		Env:     map[string]string{"PATH": folder + string(os.PathListSeparator) + os.Getenv("PATH")},
		Program: explicitProviders,
	})
	require.NoError(t, err)
	mockstest.Must(t, box.Up)
	providers := map[string]string{}
	for _, each := range p.state() {
		providers[each.URN[strings.LastIndex(each.URN, "$")+1:]] = each.Provider
	}
	for resource, provider := range map[string]string{
		"rhcs:index/dnsDomain:DnsDomain::domain-domain":    "::pulumi:providers:rhcs::ocm::",
		"aws:s3/bucketV2:BucketV2::backups-backup":         "::pulumi:providers:aws::default_",
		"aws:s3/bucketV2:BucketV2::backups-backup-replica": "::pulumi:providers:aws::west::",
	} {
		assert.Contains(t, providers[resource], provider, "%s\n%v", resource, providers)
	}
	again := mockstest.Must(t, box.Preview)
	assert.False(t, again.Changed(), again.Changes)
	mockstest.Must(t, box.Destroy)
}

// explicitProviders registers components of the plugin.
func explicitProviders(ctx *pulumi.Context) error {
	ocm, err := iam.NewRHCSProvider(ctx, "ocm", &iam.RHCSProviderArgs{URL: pulumi.String("https://api.stage.openshift.com")})
	if err != nil {
		return err
	}
	west, err := aws.NewProvider(ctx, "west", &aws.ProviderArgs{Region: pulumi.String("us-west-2")})
	if err != nil {
		return err
	}
	var domain, backups pulumi.ResourceState
	replica := pulumi.Map{"provider": pulumi.NewResourceOutput(west), "region": pulumi.String("us-west-2")}
	inputs := pulumi.Map{"infraId": pulumi.String("shop-x7k2p"), "purpose": pulumi.String("applications"), "replica": replica}
	return errors.Join(
		ctx.RegisterRemoteComponentResource("openshift-aws:rosa:DNSDomain", "domain", pulumi.Map{}, &domain, pulumi.Providers(ocm)),
		ctx.RegisterRemoteComponentResource("openshift-aws:storage:BackupBucket", "backups", inputs, &backups),
	)
}
