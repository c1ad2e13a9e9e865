package plugin

import (
	"reflect"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// TestUseLastUpdate previews a pool with a number that is not known. Without that of the last update, a pool that exists would be shown as
// deleted, so that the preview fails.
func TestUseLastUpdate(t *testing.T) {
	t.Parallel()
	const pool = resource.URN("urn:pulumi:prod::shop::openshift-aws:nodes:WorkerPool::batch")
	notKnown := problems{{"max", errNotRecorded.Error()}}
	for reason, tt := range map[string]struct {
		last             map[resource.URN]string
		unknown, assumed []string
		problems         problems
	}{
		"a pool that is new is shown without its children": {unknown: []string{"max"}},
		"a pool that exists has the number of the last update": {
			last: map[resource.URN]string{pool: `{"max": 3}`}, assumed: []string{"max"},
		},
		"the last update recorded nothing": {
			last: map[resource.URN]string{pool: ""}, unknown: []string{"max"}, problems: notKnown,
		},
		"the last update had no number": {last: map[resource.URN]string{pool: `{"pool": "batch"}`}, assumed: []string{"max"}},
	} {
		t.Run(reason, func(t *testing.T) {
			t.Parallel()
			s := newServer(nil, "1.2.3", nil)
			s.last.lastUpdate = lastUpdate{monitor: "monitor", recorded: tt.last}
			c := construction{
				server: s, component: Component{Args: reflect.TypeFor[nodes.WorkerPoolArgs]()}, dryRun: true,
				inputs: resource.PropertyMap{"max": resource.MakeComputed(resource.NewProperty(""))},
			}
			c.inspect()
			c.useLastUpdate(t.Context(), &pulumirpc.ConstructRequest{
				Stack: "prod", Project: "shop", Type: "openshift-aws:nodes:WorkerPool", Name: "batch", MonitorEndpoint: "monitor",
			})
			assert.Equal(t, tt.unknown, c.unknown)
			assert.Equal(t, tt.assumed, c.assumed)
			assert.Equal(t, tt.problems, c.problems)
		})
	}
}
