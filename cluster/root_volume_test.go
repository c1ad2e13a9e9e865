package cluster

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

func TestRootVolumeDefaults(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		given  *RootVolumeArgs
		want   RootVolumeArgs
	}{
		"none": {
			reason: "ROSA Classic has this volume",
			want:   RootVolumeArgs{Type: "io1", SizeGiB: 350, IOPS: 1000},
		},
		"size": {
			reason: "the other defaults apply",
			given:  &RootVolumeArgs{SizeGiB: 500},
			want:   RootVolumeArgs{Type: "io1", SizeGiB: 500, IOPS: 1000},
		},
		"gp3": {
			reason: "gp3 has a baseline of 3000 IOPS",
			given:  &RootVolumeArgs{Type: "gp3"},
			want:   RootVolumeArgs{Type: "gp3", SizeGiB: 350},
		},
		"io2": {
			reason: "io2 has no baseline IOPS",
			given:  &RootVolumeArgs{Type: "io2"},
			want:   RootVolumeArgs{Type: "io2", SizeGiB: 350, IOPS: 1000},
		},
		"all explicit": {
			reason: "explicit values are kept",
			given:  &RootVolumeArgs{Type: "gp3", SizeGiB: 1, IOPS: 2, ThroughputMiB: 3},
			want:   RootVolumeArgs{Type: "gp3", SizeGiB: 1, IOPS: 2, ThroughputMiB: 3},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := check.WithDefaults(tt.given)
			got.setDefaults()
			assert.Equal(t, &tt.want, got, tt.reason)
		})
	}
}

func TestVolumeKey(t *testing.T) {
	t.Parallel()
	rec := recordControlPlane(t, func(a *ControlPlaneArgs) {
		a.RootVolume = &RootVolumeArgs{
			Type:          "gp3",
			SizeGiB:       400,
			IOPS:          6000,
			ThroughputMiB: 500,
			KMSKeyARN:     pulumi.String("arn:aws:kms:us-east-2:123456789012:key/k"),
		}
	})
	tags := func(name string) map[string]any {
		return map[string]any{
			"Name":                             "demo-x7k2p-" + name,
			"kubernetes.io/cluster/demo-x7k2p": "owned",
			"team":                             "core",
			"openshift-aws":                    "project/stack",
		}
	}
	assert.Equal(t, map[string]any{
		"encrypted": true, "kmsKeyId": "arn:aws:kms:us-east-2:123456789012:key/k", "volumeType": "gp3",
		"volumeSize": float64(400),
		"iops":       float64(6000), "throughput": float64(500), "tags": tags("master-us-east-2a"),
	}, clustertest.One(t, rec, instanceType, "demo-master-us-east-2a").Inputs["rootBlockDevice"])
	assert.Equal(t, map[string]any{
		"encrypted": true, "kmsKeyId": "arn:aws:kms:us-east-2:123456789012:key/k", "volumeType": "gp3",
		"volumeSize": float64(120), "tags": tags("bootstrap"),
	}, clustertest.One(t, rec, instanceType, "demo-bootstrap").Inputs["rootBlockDevice"],
		"its Ignition contains private keys")
}

// TestSmallerVolumes: AWS would reject a smaller volume in the update, one machine after the other.
func TestSmallerVolumes(t *testing.T) {
	t.Parallel()
	inputs := func(size any) resource.PropertyMap {
		return resource.NewPropertyMapFromMap(map[string]any{"rootBlockDevice": map[string]any{"volumeSize": size}})
	}
	for name, tt := range map[string]struct {
		reason   string
		old, new resource.PropertyMap
		want     string
	}{
		"larger": {reason: "AWS enlarges it in place", old: inputs(350), new: inputs(500)},
		"equal":  {reason: "nothing changes", old: inputs(350), new: inputs(350)},
		"adopted": {
			reason: "the program does not set the size of an imported machine's volume", old: inputs(350), new: resource.PropertyMap{},
		},
		"smaller": {
			reason: "ModifyVolume enlarges volumes only", old: inputs(350), new: inputs(300),
			want: "cluster.ControlPlaneArgs.RootVolume.SizeGiB: demo-master-us-east-2a has 350 GiB and cannot get 300: EBS volumes cannot " +
				"shrink. Set it back, or replace the machines one by one",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := rejectSmallerVolume(&pulumi.ResourceHookArgs{Name: "demo-master-us-east-2a", OldInputs: tt.old, NewInputs: tt.new})
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.EqualError(t, err, tt.want, tt.reason)
		})
	}
}
