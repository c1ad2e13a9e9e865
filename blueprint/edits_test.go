package blueprint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// TestNoEditLosesACluster changes one argument after the other of clusters that are up. Each update loses nothing that cannot be
// made again, or is rejected by a sentence that names the field. ALL_EDITS=1 tries all of them.
func TestNoEditLosesACluster(t *testing.T) {
	t.Parallel()
	t.Run("self-managed", func(t *testing.T) {
		checkEdits(t, everyEdit(t), selfManaged)
	})
	t.Run("hosted", func(t *testing.T) { checkEdits(t, hostedWithPools, rosaHCP) })
	t.Run("classic", func(t *testing.T) { checkEdits(t, classicWithPools, rosaClassic) })
}

func hostedWithPools() *blueprint.ROSAHCPArgs {
	args := hosted()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"batch": {Replicas: new(3)}, "gpu": {Replicas: new(3)}}
	return args
}

func classicWithPools() *blueprint.ROSAClassicArgs {
	args := classic()
	args.MachinePools = map[string]*rosa.MachinePoolArgs{"batch": {Replicas: new(3)}, "gpu": {Replicas: new(3)}}
	return args
}

// everyEdit returns the arguments of a self-managed cluster with what an edit can take away.
func everyEdit(t *testing.T) func() *blueprint.SelfManagedArgs {
	t.Helper()
	dir := demo(t).InstallDir
	key, err := signingKey()
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "tls"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, blueprint.PublicKeyFile), []byte(key.Public), 0o600))
	return func() *blueprint.SelfManagedArgs {
		args := demo(t)
		args.InstallDir = dir
		args.OpenShiftVersion, args.Credentials = "4.19", &iam.ShortTermCredentialsArgs{Name: "demo-123456789012"}
		args.BackupBuckets = map[string]*storage.BackupBucketArgs{"etcd": {}, "applications": {}}
		args.WorkerPools = map[string]*nodes.WorkerPoolArgs{"elastic": {Min: 1, Max: 1}, "spot": {Min: 1, Max: 1}}
		return args
	}
}

// TestAPartKeepsItsDefaults: what a program sets of a part leaves the defaults of its other fields. An empty part is the same as none, or
// adds one.
func TestAPartKeepsItsDefaults(t *testing.T) {
	t.Parallel()
	checkEmptyParts(t, func() *blueprint.SelfManagedArgs { return demo(t) }, selfManaged)
	checkEmptyParts(t, hosted, rosaHCP)
	checkEmptyParts(t, classic, rosaClassic)
}

func checkEmptyParts[T any](t *testing.T, base func() *T, program func(*T) pulumi.RunFunc) {
	t.Helper()
	before := mocks.New(mocks.Region("us-east-2"))
	require.NoError(t, before.Run(program(base())))
	tried := 0
	for _, edit := range mockstest.EditsOf(base) {
		if path, isSet := strings.CutSuffix(edit.Name, " set"); !isSet || strings.Contains(path, ".") {
			continue
		}
		args := base()
		edit.Apply(args)
		after := mocks.New(mocks.Region("us-east-2"), mocks.Updating(before))
		if after.Run(program(args)) != nil {
			continue // the part has required arguments
		}
		tried++
		for _, change := range after.Changes(before) {
			assert.Equal(t, mocks.Create, change.Op, "%s: %s", edit.Name, change)
		}
	}
	assert.GreaterOrEqual(t, tried, 8)
}

// part is one of how many edits a usual run tries.
const part = 7

func checkEdits[T any](t *testing.T, base func() *T, program func(*T) pulumi.RunFunc) {
	t.Helper()
	before := mocks.New(mocks.Region("us-east-2"))
	require.NoError(t, before.Run(program(base())))
	var counts mockstest.Counts
	for _, edit := range mockstest.PartOf(mockstest.EditsOf(base), part) {
		args := base()
		edit.Apply(args)
		after := mocks.New(mocks.Region("us-east-2"), mocks.Updating(before))
		mockstest.CheckUpdate(t, edit.Name, before, after, program(args), &counts)
	}
	fmt.Println(t.Name(), counts) //nolint:forbidigo // the counts are the result
}
