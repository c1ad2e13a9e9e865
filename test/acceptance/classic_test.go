package acceptance

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// emulatedAMI is an AMI that exists in the emulator.
const emulatedAMI = "ami-12c6146b"

func TestClassic(t *testing.T) {
	demoLock.acquire(t)
	zone, removeZone := publicZone(t, "example.com")
	installDir, err := filepath.Abs("../../examples/classic/install-dir")
	require.NoError(t, err)
	classic := newExample(t, "classic", map[string]string{
		"installDir":           installDir,
		"allowExpiredIgnition": "true",
		"zones":                "us-east-2a,us-east-2b,us-east-2c",
		"ami":                  emulatedAMI,
		"publicZoneId":         zone,
		"stage":                "bootstrap",
	})

	created := classic.run("up")
	assert.Equal(t, created.Steps, onlyOperation(created, "create"), "the first update only creates")
	classic.run("up").unchanged(t, "second update of stage bootstrap")
	classic.adoptedAgain("openshift-classic")

	clusterLock.lock(t)
	classicReachesStageCluster(t, classic)
	classic.run("refresh").unchanged(t, "refresh")
	classic.run("up").unchanged(t, "update after refresh")
	classicResizesInPlace(t, classic)
	classicIsDestroyed(t, classic)
	removeZone()
}

func onlyOperation(r result, operation string) map[string]string {
	steps := map[string]string{}
	for urn := range r.Steps {
		steps[urn] = operation
	}
	return steps
}

// stagedControlPlane is the component that an update to stage cluster updates: the state has its stage, which nothing in AWS has.
const stagedControlPlane = "openshift-aws:cluster:ControlPlane demo"

func classicReachesStageCluster(t *testing.T, classic *example) {
	t.Helper()
	r := classic.run("up", "stage=cluster")
	assert.Empty(t, r.with("replace", "create-replacement", "delete-replaced"), "stage cluster changes no remaining resource")
	assert.Equal(t, []string{stagedControlPlane}, r.with("update"))
	for _, gone := range r.with("delete") {
		assert.Contains(t, gone, "bootstrap", "only the bootstrap machine's resources are deleted")
	}
	assert.Contains(t, r.with("delete"), "aws:ec2/instance:Instance demo-bootstrap")
	for _, made := range r.with("create") {
		assert.True(
			t,
			strings.HasPrefix(made, "kubernetes:") || strings.HasPrefix(made, "pulumi:providers:kubernetes") ||
				strings.HasPrefix(made, "openshift-aws:") || strings.Contains(made, " demo-elastic-") ||
				strings.Contains(made, " demo-approver"),
			"only objects inside the cluster, the pool and the permissions of its approver are created, not %s",
			made,
		)
	}

	router := kubeObject(t, "ingresscontroller", "openshift-ingress-operator", "default")
	placement := router["spec"].(map[string]any)["nodePlacement"].(map[string]any)
	assert.Equal(t, map[string]any{"matchLabels": map[string]any{"node-role.kubernetes.io/infra": ""}},
		placement["nodeSelector"])
	registry := kubeObject(t, "configs.imageregistry.operator.openshift.io", "", "cluster")
	assert.Equal(t, "Managed", registry["spec"].(map[string]any)["managementState"])
	assert.Contains(t, registry["spec"], "nodeSelector")
	for _, zone := range []string{"us-east-2a", "us-east-2b", "us-east-2c"} {
		assert.NotNil(t,
			kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "demo-x7k2p-infra-"+zone))
		assert.NotNil(t,
			kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api", "demo-x7k2p-worker-"+zone))
	}
}

func classicResizesInPlace(t *testing.T, classic *example) {
	t.Helper()
	r := classic.run("up", "routers=3", "workersPerZone=2", "infraInstanceType=r5.2xlarge")
	assert.Empty(t, r.with("replace", "create-replacement", "delete-replaced", "create", "delete"),
		"sizes change in place")
	assert.NotEmpty(t, r.with("update"))
	router := kubeObject(t, "ingresscontroller", "openshift-ingress-operator", "default")
	assert.InDelta(t, 3, router["spec"].(map[string]any)["replicas"], 0)
}

func classicIsDestroyed(t *testing.T, classic *example) {
	t.Helper()
	classic.run("destroy")
	for _, pool := range []string{"infra", "worker"} {
		assert.Nil(t, kubeObject(t, "machineset.machine.openshift.io", "openshift-machine-api",
			"demo-x7k2p-"+pool+"-us-east-2a"))
	}
	router := kubeObject(t, "ingresscontroller", "openshift-ingress-operator", "default")
	require.NotNil(t, router, "destroy keeps the cluster's own objects")
	assert.NotContains(t, router["spec"], "nodePlacement", "patched fields are restored")
	registry := kubeObject(t, "configs.imageregistry.operator.openshift.io", "", "cluster")
	require.NotNil(t, registry, "destroy keeps the cluster's own objects")
	assert.NotContains(t, registry["spec"], "nodeSelector", "the registry's pods can leave the infra nodes")
}

// publicZone creates the hosted zone of the base domain, which a user has before the first cluster. The returned
// function deletes it.
func publicZone(t *testing.T, domain string) (id string, remove func()) {
	t.Helper()
	box, err := sandbox.New(sandbox.Options{
		Project: "prerequisites",
		Program: func(ctx *pulumi.Context) error {
			zone, err := route53.NewZone(ctx, "public",
				&route53.ZoneArgs{Name: pulumi.String(domain), ForceDestroy: pulumi.Bool(true)})
			if err != nil {
				return err
			}
			ctx.Export("zoneId", zone.ZoneId)
			return nil
		},
		Dir:     filepath.Join(t.TempDir(), "prerequisites"),
		Config:  emulatorConfig,
		RealAWS: true,
	})
	require.NoError(t, err)
	made, err := box.Up(t.Context())
	require.NoError(t, err)
	return made.Outputs["zoneId"].(string), func() {
		_, err := box.Destroy(t.Context())
		require.NoError(t, err)
	}
}
