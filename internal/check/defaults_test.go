package check_test

import (
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

type poolArgs struct {
	Name    string             `default:"workers"`
	Count   *int               `default:"3"`
	Spot    *bool              `default:"true"`
	Wait    time.Duration      `default:"15m"`
	Image   pulumi.StringInput `default:"rhcos"`
	Zones   []string           `default:"a,b"`
	Root    *diskArgs          `default:"{}"`
	Spare   *diskArgs
	Disks   []diskArgs
	ByName  map[string]diskArgs
	Network *diskArgs `check:"part"`
	// Broken is not set in a user's program. A test of all tags finds it.
	Broken int `default:"many"`
}

type diskArgs struct {
	GiB int `default:"120"`
}

func TestWithDefaults(t *testing.T) {
	t.Parallel()
	full := &poolArgs{
		Name: "workers", Count: new(3), Spot: new(true), Wait: 15 * time.Minute, Image: pulumi.String("rhcos"),
		Zones: []string{"a", "b"}, Root: &diskArgs{GiB: 120},
	}
	assert.Equal(t, full, check.WithDefaults[poolArgs](nil))
	given := &poolArgs{
		Name: "infra", Count: new(0), Spot: new(false), Wait: time.Minute, Image: pulumi.String("x"), Zones: []string{},
		Root: &diskArgs{GiB: 1}, Spare: &diskArgs{}, Disks: []diskArgs{{}, {GiB: 2}}, ByName: map[string]diskArgs{"log": {}},
		Network: &diskArgs{},
	}
	args, p := check.Begin(given)
	assert.NoError(t, p.Err())
	assert.Equal(t, &poolArgs{
		Name: "infra", Count: new(0), Spot: new(false), Wait: time.Minute, Image: pulumi.String("x"), Zones: []string{},
		Root: &diskArgs{GiB: 1}, Spare: &diskArgs{GiB: 120}, Disks: []diskArgs{{GiB: 120}, {GiB: 2}},
		ByName: map[string]diskArgs{"log": {GiB: 120}}, Network: &diskArgs{},
	}, args)
	assert.Zero(t, given.Disks[0].GiB, "the caller's arguments are not changed")
	first, second := check.WithDefaults[poolArgs](nil), check.WithDefaults[poolArgs](nil)
	assert.NotSame(t, first.Root, second.Root)
}
