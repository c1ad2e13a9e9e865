package network_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestVpcNATModes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason  string
		mode    network.NATMode
		natZone string
		want    map[string]string
	}{
		"per zone": {
			reason: "each zone has its own gateway",
			mode:   network.NATPerZone,
			want: map[string]string{
				"main-route-private-us-east-2a": "main-nat-us-east-2a",
				"main-route-private-us-east-2b": "main-nat-us-east-2b",
				"main-route-private-us-east-2c": "main-nat-us-east-2c",
			},
		},
		"single": {
			reason:  "all zones share one gateway",
			mode:    network.NATSingle,
			natZone: "us-east-2b",
			want: map[string]string{
				"main-route-private-us-east-2a": "main-nat-us-east-2b",
				"main-route-private-us-east-2b": "main-nat-us-east-2b",
				"main-route-private-us-east-2c": "main-nat-us-east-2b",
			},
		},
		"none": {reason: "no private subnet has internet access", mode: network.NATNone, want: map[string]string{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			args := threeZones()
			args.NAT, args.NATZone = tt.mode, tt.natZone
			rec := mockstest.Run(t, vpc(args))
			gateways := map[string]bool{}
			got := map[string]string{}
			for _, route := range rec.OfType("aws:ec2/route:Route") {
				if gateway, ok := route.PropertyDependencies["natGatewayId"]; ok {
					got[route.Name] = namesOf(rec, gateway)[0]
					gateways[got[route.Name]] = true
				}
			}
			assert.Equal(t, tt.want, got, tt.reason)
			require.Len(t, rec.OfType("aws:ec2/natGateway:NatGateway"), len(gateways), "every gateway is used")
			require.Len(t, rec.OfType("aws:ec2/eip:Eip"), len(gateways))
		})
	}
}

func TestVpcGatewaysWaitForTheInternetGateway(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(threeZones()))
	internetGateway := mockstest.Find(t, rec, "main-igw").URN
	gateways := rec.OfType("aws:ec2/natGateway:NatGateway")
	assert.Len(t, gateways, 3)
	for _, gateway := range gateways {
		assert.Contains(t, gateway.Dependencies, internetGateway, gateway.Name)
	}
}

func TestVpcOwnElasticIPs(t *testing.T) {
	t.Parallel()
	rec := mockstest.Run(t, vpc(everything()))
	assert.Len(t, rec.OfType("aws:ec2/eip:Eip"), 2)
	assert.Equal(t, "eipalloc-0123456789abcdef0", mockstest.Find(t, rec, "main-nat-us-east-2b").Inputs["allocationId"])
	assert.Equal(t, mockstest.Find(t, rec, "main-eip-us-east-2a").ID,
		mockstest.Find(t, rec, "main-nat-us-east-2a").Inputs["allocationId"])
}
