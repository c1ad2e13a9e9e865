package acceptance

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// TestShortestRosaPrograms creates and deletes the clusters of README's programs for ROSA, with the real providers. Each has only its
// required arguments.
func TestShortestRosaPrograms(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	service := startOCM(t)
	const version = "4.18.5"
	zones := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
	programs := map[string]func(*pulumi.Context, pulumi.ResourceOption) error{
		"hosted": func(ctx *pulumi.Context, provider pulumi.ResourceOption) error {
			_, err := blueprint.NewROSAHCP(ctx, "shorthcp", &blueprint.ROSAHCPArgs{Version: version, Zones: zones}, provider)
			return err
		},
		"classic": func(ctx *pulumi.Context, provider pulumi.ResourceOption) error {
			_, err := blueprint.NewROSAClassic(ctx, "shortclassic", &blueprint.ROSAClassicArgs{Version: version, Zones: zones}, provider)
			return err
		},
	}
	for name, program := range programs {
		t.Run(name, func(t *testing.T) {
			config := maps.Clone(emulatorConfig)
			config["rhcsPath"] = os.Getenv("RHCS_PROVIDER_PATH")
			box, err := sandbox.New(sandbox.Options{
				Project: "short", Dir: filepath.Join(t.TempDir(), "short"), Config: config, RealAWS: true,
				Program: func(ctx *pulumi.Context) error {
					provider, err := blueprint.RHCSProviderConfig(ctx)
					if err != nil {
						return err
					}
					return program(ctx, provider)
				},
			})
			require.NoError(t, err)
			upAndDown(t, box)
			assert.Empty(t, service.object("clusters")["items"])
		})
	}
}

// upAndDown creates what a sandbox has, asserts that neither an update nor a refresh changes it, and deletes it.
func upAndDown(t *testing.T, box *sandbox.Sandbox) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			_, _ = box.Destroy(context.Background())
		}
	})
	_, err := box.Up(t.Context())
	require.NoError(t, err)
	stackIsUnchanged(t, box, "after the creation")
	_, err = box.Destroy(t.Context())
	require.NoError(t, err)
}
