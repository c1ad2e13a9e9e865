package sandbox

import (
	"maps"
	"slices"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// TestCases is what the real RHCS is tested for too, in the plugin of this module.
func TestCases(t *testing.T) {
	t.Parallel()
	ocmtest.RunCases(t, openPlugin)
}

// TestUnknown reads and deletes of every type a resource that OCM does not have.
func TestUnknown(t *testing.T) {
	t.Parallel()
	var kinds []string
	for _, token := range rhcs.Tokens() {
		kinds = append(kinds, token[strings.LastIndex(token, ":")+1:])
	}
	assert.ElementsMatch(t, kinds, slices.Collect(maps.Keys(ocmtest.Types)))
	ocmtest.RunUnknown(t, openPlugin)
}

func openPlugin(t *testing.T) (stack, other *ocmtest.Stack, service ocmtest.Service, oidcConfig string) {
	t.Helper()
	store := fake.NewStore[fake.Record]()
	_, account := newOCM(store)
	plugin := newPlugin(rhcs.Embedded(account))
	server := newProviderServer(plugin)
	stack = &ocmtest.Stack{T: t, Name: "dev", Server: server, Resources: map[string]*ocmtest.State{}}
	_, err := server.Configure(t.Context(), &pulumirpc.ConfigureRequest{Args: stack.Object(nil), AcceptSecrets: true})
	require.NoError(t, err)
	other = &ocmtest.Stack{T: t, Name: "other", Server: server, Resources: map[string]*ocmtest.State{}}
	return stack, other, cases{t, store, plugin}, "2a3b"
}

// cases are the records and the faults of a run of the cases.
type cases struct {
	t      *testing.T
	store  *fake.Store[fake.Record]
	plugin *fakePlugin
}

// Happen implements [ocmtest.Service].
func (c cases) Happen(event ocmtest.Event, _, cluster, path string) {
	c.t.Helper()
	switch event {
	case ocmtest.Deleted:
		if path != "" {
			c.remove(func(r fake.Record) bool { return r.ID == path[strings.LastIndex(path, "/")+1:] })
			return
		}
		c.Happen(ocmtest.ClusterDeleted, "", cluster, "")
	case ocmtest.ClusterDeleted:
		c.remove(func(r fake.Record) bool { return r.ID == cluster || r.Text("cluster") == cluster })
	case ocmtest.InitialPoolDeleted:
		c.remove(func(r fake.Record) bool { return r.Text("name") == "workers" && r.Text("cluster") == cluster })
	case ocmtest.StateInstalling, ocmtest.StateReady, ocmtest.StateError, ocmtest.StateUninstalling:
		c.set(cluster, "state", string(event))
	case ocmtest.InstallationsFail:
		c.fails(Fault{Type: "rhcs:index/clusterRosa", Operation: createOperation, State: "error"})
	case ocmtest.InstallationsTakeLong:
		c.fails(Fault{Type: "rhcs:index/clusterRosa", Operation: createOperation, State: "installing"})
	case ocmtest.Scheduled:
		c.set(cluster, "upgradeSchedule", "0 3 * * 6")
	case ocmtest.Unauthorized:
		c.fails(Fault{Type: "rhcs:", Error: Unauthorized})
	case ocmtest.Forbidden:
		c.fails(Fault{Type: "rhcs:", Error: Forbidden})
	case ocmtest.Allowed:
		c.fails()
	}
}

func (c cases) remove(is func(fake.Record) bool) {
	c.t.Helper()
	require.NoError(c.t, c.store.Update(func(records fake.Records) error {
		maps.DeleteFunc(records, func(_ string, r fake.Record) bool { return is(r) })
		return nil
	}))
}

func (c cases) set(cluster, property, value string) {
	c.t.Helper()
	require.NoError(c.t, c.store.Update(func(records fake.Records) error {
		for key, r := range records {
			if r.ID == cluster {
				records[key] = r.With(property, value)
			}
		}
		return nil
	}))
}

func (c cases) fails(list ...Fault) {
	c.t.Helper()
	var err error
	c.plugin.faults, err = newFaults(list)
	require.NoError(c.t, err)
}

// Schedules implements [ocmtest.Service].
func (c cases) Schedules(_, cluster string) int {
	return c.count(func(r fake.Record) bool { return r.ID == cluster && r.Text("upgradeSchedule") != "" })
}

// Clusters implements [ocmtest.Service].
func (c cases) Clusters() int {
	return c.count(func(r fake.Record) bool { return strings.HasPrefix(r.Token, "rhcs:index/clusterRosa") })
}

func (c cases) count(is func(fake.Record) bool) (number int) {
	c.store.View(func(records fake.Records) {
		for _, r := range records {
			if is(r) {
				number++
			}
		}
	})
	return number
}
