package acceptance

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTwoClusters creates the two clusters of the example, in regions of their own.
func TestTwoClusters(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, "example.com")
	regions := map[string]string{"first": "ap-northeast-2", "second": "sa-east-1"}
	ranges := map[string]string{"first": "10.0.0.0/16", "second": "10.1.0.0/16"}
	clusters := map[string]any{}
	for name, region := range regions {
		clusters[name] = map[string]any{
			"installDir": newInstallDir(t, name, region), "vpcCidr": ranges[name], "ami": emulatedAMI, "publicZoneId": zone,
			"zones": []string{region + "a", region + "b", region + "c"}, "stage": "bootstrap",
		}
	}
	settings, err := json.Marshal(clusters)
	require.NoError(t, err)
	both := newExample(t, "two-clusters", map[string]string{"clusters": string(settings), "allowExpiredIgnition": "true"})
	createdAndStable(t, both)
	both.run("destroy")
	removeZone()
	for name, region := range regions {
		assert.Empty(t, regionLeftovers(t, region, name+"-x7k2p"))
	}
}
