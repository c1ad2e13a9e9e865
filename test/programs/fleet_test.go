package programs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// entry is a cluster in the list of fleet.
type entry struct {
	Name   string `json:"name"`
	CIDR   string `json:"cidr"`
	Region string `json:"region"`
	GPUs   int    `json:"gpus"`
}

// fleet has the ROSA clusters of a list in YAML, all in one stack. Those with GPUs have a pool for them.
func fleet(ctx *pulumi.Context) error {
	var entries []entry
	if err := yaml.UnmarshalStrict([]byte(config.Require(ctx, "fleet")), &entries); err != nil {
		return err
	}
	for _, e := range entries {
		args := &blueprint.ROSAHCPArgs{
			Version: "4.18.5",
			Zones:   []string{"us-east-2a", "us-east-2b"},
			Vpc:     &network.VpcArgs{CIDR: e.CIDR, NAT: network.NATSingle, NATZone: "us-east-2a"},
			Omit:    []blueprint.Part{"EtcdKey", "VolumeKey"},
		}
		if e.GPUs > 0 {
			args.MachinePools = map[string]*rosa.MachinePoolArgs{"gpu": {InstanceType: "g5.xlarge", Replicas: &e.GPUs}}
		}
		if _, err := blueprint.NewROSAHCP(ctx, e.Name, args); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	return nil
}

// list is the list of that many clusters.
func list(clusters int) string {
	var text strings.Builder
	for i := range clusters {
		fmt.Fprintf(&text, "- {name: prod-%d, cidr: 10.%d.0.0/16, gpus: %d}\n", i, i, i%3)
	}
	return text.String()
}

// TestFiftyClusters: the sandbox previews, creates and destroys a fleet of fifty clusters.
func TestFiftyClusters(t *testing.T) {
	t.Parallel()
	mockstest.NeedsEngine(t)
	box := (&run{program: fleet, config: map[string]string{"fleet": list(50)}}).box(t)
	preview := mockstest.Must(t, box.Preview)
	assert.Greater(t, preview.Changes["create"], 1000)
	begun := time.Now()
	created := mockstest.Must(t, box.Up)
	t.Logf("created %v in %s", created.Changes, time.Since(begun))
	assert.Equal(t, preview.Changes["create"], created.Changes["create"]+created.Changes["import"])
	begun = time.Now()
	destroyed := mockstest.Must(t, box.Destroy)
	t.Logf("destroyed %v in %s", destroyed.Changes, time.Since(begun))
	assert.Empty(t, destroyed.LeftBehind)
}

func TestFleet(t *testing.T) {
	t.Parallel()
	run{program: fleet, config: map[string]string{"fleet": list(4)}, resources: 100, imports: true}.lifecycle(t)
}
