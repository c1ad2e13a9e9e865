package rhcs

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	librhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/test/faketest"
)

// TestMissing: what RHCS 1.7.7 did with an identifier that OCM does not have, in a run of its protocol. The plugin with RHCS inside removes
// all of it from the state.
func TestMissing(t *testing.T) {
	t.Parallel()
	const gone, failed, kept = "gone", "error", "kept"
	types := map[string]struct{ read, delete string }{
		"ClusterRosaHcp":       {gone, failed},
		"ClusterRosaClassic":   {gone, failed},
		"RosaOidcConfig":       {gone, failed},
		"DnsDomain":            {gone, failed},
		"IdentityProvider":     {gone, failed},
		"Kubeletconfig":        {gone, failed},
		"GroupMembership":      {failed, failed},
		"TuningConfig":         {failed, failed},
		"BreakGlassCredential": {failed, gone},
		"DefaultIngress":       {failed, gone},
		"HcpDefaultIngress":    {failed, gone},
		"HcpMachinePool":       {kept, failed},
		"MachinePool":          {kept, failed},
		"LogForwarder":         {gone, failed},
		"ClusterAutoscaler":    {gone, gone},
		"HcpClusterAutoscaler": {gone, gone},
		"ImageMirror":          {gone, gone},
		"RosaOcmRoleLink":      {gone, gone},
	}
	for kind, want := range types {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			token := librhcs.Token(kind)
			_, known := Resource(token)
			require.True(t, known)
			read := func(provider *fake.Provider) string {
				outputs := resource.NewPropertyMapFromMap(fields{"cluster": "none"})
				r := fake.Resource{Token: token, URN: faketest.URN(token, "x"), ID: "x"}
				_, exists, err := provider.Service.Read(t.Context(), r, outputs, outputs)
				switch {
				case err != nil:
					assert.ErrorContains(t, err, "status is 404, identifier is '404'")
					return failed
				case exists:
					return kept
				}
				return gone
			}
			remove := func(provider *fake.Provider) string {
				r := fake.Resource{Token: token, URN: faketest.URN(token, "x"), ID: "x"}
				if err := provider.Service.Delete(t.Context(), r, resource.PropertyMap{}); err != nil {
					assert.ErrorContains(t, err, "status is 404")
					return failed
				}
				return gone
			}
			e := newEngine(t)
			assert.Equal(t, want, struct{ read, delete string }{read(e.Provider), remove(e.Provider)})
			embedded := Embedded(e.account)
			assert.Equal(t, struct{ read, delete string }{gone, gone}, struct{ read, delete string }{read(embedded), remove(embedded)})
		})
	}
}

// TestPoolsThatAreGone: a pool is kept only if its cluster is gone.
func TestPoolsThatAreGone(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	cluster, _ := e.Create(clusterType, "demo", demo(""))
	_, exists := e.Read(poolType, "x", nil, resource.NewPropertyMapFromMap(fields{"cluster": cluster}))
	assert.False(t, exists)
}
