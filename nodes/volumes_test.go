package nodes_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

func TestRootVolume(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		given  nodes.VolumeArgs
		want   map[string]any
	}{
		"all fields": {
			reason: "every field is set",
			given: nodes.VolumeArgs{
				SizeGiB: 500, IOPS: 4000, ThroughputMiB: 500, KMSKeyARN: pulumi.String(keyARN),
			},
			want: map[string]any{
				"encrypted": true, "volumeSize": 500.0, "volumeType": "gp3", "iops": 4000.0, "throughputMib": 500.0,
				"kmsKey": map[string]any{"arn": keyARN},
			},
		},
		"gp2": {
			reason: "AWS derives the IOPS of gp2, 900 of 300 GiB",
			given:  nodes.VolumeArgs{Type: "gp2"},
			want:   map[string]any{"encrypted": true, "volumeSize": 300.0, "volumeType": "gp2"},
		},
		"size": {
			reason: "the other defaults apply",
			given:  nodes.VolumeArgs{SizeGiB: 120},
			want:   map[string]any{"encrypted": true, "volumeSize": 120.0, "volumeType": "gp3"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, program := range []func(func(*nodes.MachineSetArgs)) pulumi.RunFunc{infra, workerSets} {
				rec := run(t, program(func(a *nodes.MachineSetArgs) { a.RootVolume = &tt.given }))
				assert.Equal(t, []any{map[string]any{"ebs": tt.want}},
					at(rec.OfType(machineSetType)[0].Inputs, below(provider, "blockDevices")...), tt.reason)
			}
		})
	}
}
