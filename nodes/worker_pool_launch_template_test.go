package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestSpotOptions(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		spot   *nodes.SpotArgs
		want   any
	}{
		"on demand": {reason: "on-demand is the default"},
		"no price": {
			reason: "the maximum price defaults to the On-Demand price",
			spot:   &nodes.SpotArgs{},
			want:   map[string]any{"marketType": "spot"},
		},
		"price": {
			reason: "the maximum price is set",
			spot:   &nodes.SpotArgs{MaxPrice: "0.08"},
			want:   map[string]any{"marketType": "spot", "spotOptions": map[string]any{"maxPrice": "0.08"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			template := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) { a.Spot = tt.spot })), templateType)
			assert.Equal(t, tt.want, template["instanceMarketOptions"], tt.reason)
		})
	}
}

func TestPlacementGroupPartition(t *testing.T) {
	t.Parallel()
	template := only(t, run(t, pool(func(a *nodes.WorkerPoolArgs) {
		a.PlacementGroup = &nodes.PlacementGroupArgs{Name: pulumi.String("spread"), Partition: 3}
	})), templateType)
	assert.Equal(t, map[string]any{"groupName": "spread", "partitionNumber": 3.0}, template["placement"])
}

func TestCapacityReservation(t *testing.T) {
	t.Parallel()
	template := only(t,
		run(t, pool(func(a *nodes.WorkerPoolArgs) { a.CapacityReservationID = pulumi.String("cr-0123456789abcdef0") })),
		templateType)
	assert.Equal(t,
		map[string]any{"capacityReservationTarget": map[string]any{"capacityReservationId": "cr-0123456789abcdef0"}},
		template["capacityReservationSpecification"])
}
