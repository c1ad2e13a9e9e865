package partition_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
)

func TestOfRegion(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		region, arn, principal string
		alias                  bool
	}{
		"commercial": {
			region:    "us-east-2",
			arn:       "arn:aws:s3:::bucket",
			principal: "ec2.amazonaws.com",
			alias:     true,
		},
		"china": {
			region:    "cn-northwest-1",
			arn:       "arn:aws-cn:s3:::bucket",
			principal: "ec2.amazonaws.com.cn",
			alias:     true,
		},
		"gov": {
			region:    "us-gov-west-1",
			arn:       "arn:aws-us-gov:s3:::bucket",
			principal: "ec2.amazonaws.com",
		},
		"secret": {
			region:    "us-isob-east-1",
			arn:       "arn:aws-iso-b:s3:::bucket",
			principal: "ec2.sc2s.sgov.gov",
		},
		"top secret": {region: "us-iso-east-1", arn: "arn:aws-iso:s3:::bucket", principal: "ec2.c2s.ic.gov"},
		"isolated Europe": {
			region:    "eu-isoe-west-1",
			arn:       "arn:aws-iso-e:s3:::bucket",
			principal: "ec2.cloud.adc-e.uk",
		},
		"isolated F": {
			region:    "us-isof-south-1",
			arn:       "arn:aws-iso-f:s3:::bucket",
			principal: "ec2.csp.hci.ic.gov",
		},
		"European Sovereign Cloud": {
			region:    "eusc-de-east-1",
			arn:       "arn:aws-eusc:s3:::bucket",
			principal: "ec2.amazonaws.com",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := partition.OfRegion(tt.region)
			assert.Equal(t, tt.arn, p.ARN("s3", "", "", "bucket"))
			assert.Equal(t, tt.principal, p.ServicePrincipal("ec2"))
			assert.Equal(t, tt.alias, p.HasAliasRecords())
		})
	}
}

func TestRegionOfZone(t *testing.T) {
	t.Parallel()
	for zone, want := range map[string]string{
		"us-east-2a":              "us-east-2",
		"us-gov-west-1b":          "us-gov-west-1",
		"ap-northeast-1d":         "ap-northeast-1",
		"us-west-2-lax-1a":        "us-west-2",
		"us-east-1-wl1-bos-wlz-1": "us-east-1",
		"eusc-de-east-1a":         "eusc-de-east-1",
		"eu-isoe-west-1b":         "eu-isoe-west-1",
		"us-east-2":               "",
		"euro-de-east-1a":         "",
		"2a":                      "",
		"":                        "",
	} {
		got, ok := partition.RegionOfZone(zone)
		assert.Equal(t, want, got, zone)
		assert.Equal(t, want != "", ok, zone)
	}
	for zone, want := range map[string]bool{
		"us-east-2a": true, "us-gov-west-1b": true,
		"us-west-2-lax-1a": false, "us-east-1-wl1-bos-wlz-1": false, "us-east-2": false,
	} {
		assert.Equal(t, want, partition.IsAvailabilityZone(zone), zone)
	}
	assert.True(t, partition.IsRegion("us-gov-west-1"))
	assert.True(t, partition.IsRegion("eusc-de-east-1"))
	assert.False(t, partition.IsRegion("us-east-2a"))
	for _, id := range []string{
		"aws", "aws-cn", "aws-us-gov", "aws-iso", "aws-iso-b", "aws-iso-e", "aws-iso-f", "aws-eusc",
	} {
		assert.True(t, partition.IsID(id), id)
	}
	assert.False(t, partition.IsID("aws-eu"))
}

// FuzzRegionOfZone reads any text: the region of a zone is a region, with which the zone begins.
func FuzzRegionOfZone(f *testing.F) {
	for _, zone := range []string{
		"us-east-2a", "us-west-2-lax-1a", "us-east-1-wl1-bos-wlz-1", "eusc-de-east-1a", "us-east-2", "",
	} {
		f.Add(zone)
	}
	f.Fuzz(func(t *testing.T, zone string) {
		region, ok := partition.RegionOfZone(zone)
		assert.Equal(t, ok, region != "")
		if ok {
			assert.True(t, partition.IsRegion(region), region)
			assert.True(t, len(region) < len(zone) && zone[:len(region)] == region)
		}
		assert.NotEmpty(t, partition.OfRegion(zone).ID)
	})
}
