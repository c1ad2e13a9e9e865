package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

// TestRejectChanges: what the provider rejects when it applies a change is rejected before, if it is certain.
func TestRejectChanges(t *testing.T) {
	t.Parallel()
	secret := func(text string) resource.PropertyValue { return resource.MakeSecret(resource.NewProperty(text)) }
	list := func(texts ...string) resource.PropertyValue {
		var all []resource.PropertyValue
		for _, text := range texts {
			all = append(all, resource.NewProperty(text))
		}
		return resource.NewProperty(all)
	}
	pool := func(kind string) resource.PropertyValue {
		return resource.NewProperty(resource.PropertyMap{"instanceType": resource.NewProperty(kind)})
	}
	tests := map[string]struct {
		reason   string
		old, new resource.PropertyMap
		want     string
	}{
		"equal": {
			reason: "nothing changes",
			old:    resource.PropertyMap{"name": resource.NewProperty("a")}, new: resource.PropertyMap{"name": resource.NewProperty("a")},
		},
		"nested": {
			reason: "a pool's instance type is immutable",
			old:    resource.PropertyMap{"pool": pool("m5.large")}, new: resource.PropertyMap{"pool": pool("m5.xlarge")},
			want: "Attribute pool.instanceType, cannot be changed from m5.large to m5.xlarge; set it back, or set AllowReplacement",
		},
		"added": {
			reason: "a property that the cluster was created without",
			new:    resource.PropertyMap{"name": resource.NewProperty("a")},
			want:   "Attribute name, cannot be changed from <nil> to a",
		},
		"removed": {
			reason: "OCM may compute it",
			old:    resource.PropertyMap{"name": resource.NewProperty("a")},
		},
		"removed for life": {
			reason: "OCM does not compute it",
			old:    resource.PropertyMap{"externalAuthProvidersEnabled": resource.NewProperty(true)},
			want:   "Attribute externalAuthProvidersEnabled, cannot be changed from true to <nil>; set it back",
		},
		"never set": {reason: "nothing changes"},
		"unknown": {
			reason: "a preview does not know it",
			old:    resource.PropertyMap{"name": resource.NewProperty("a")},
			new:    resource.PropertyMap{"name": resource.MakeComputed(resource.NewProperty(""))},
		},
		"secret": {
			reason: "messages do not show secrets",
			old:    resource.PropertyMap{"name": secret("hidden")}, new: resource.PropertyMap{"name": secret("other")},
			want: "Attribute name, cannot be changed from one secret to another",
		},
		"another order": {
			reason: "a set has no order",
			old:    resource.PropertyMap{"name": list("a", "b")}, new: resource.PropertyMap{"name": list("b", "a")},
		},
		"another element": {
			reason: "a cluster's subnets are immutable",
			old:    resource.PropertyMap{"name": list("a", "b")}, new: resource.PropertyMap{"name": list("a", "c")},
			want: "Attribute name, cannot be changed from [a b] to [a c]",
		},
		"mutable": {
			reason: "OCM changes it in place",
			old:    resource.PropertyMap{"replicas": resource.NewProperty(2.0)}, new: resource.PropertyMap{"replicas": resource.NewProperty(3.0)},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := rejectChanges([]string{"name", "pool.instanceType", "externalAuthProvidersEnabled"}, tt.old, tt.new)
			if tt.want == "" {
				assert.NoError(t, err, tt.reason)
				return
			}
			assert.ErrorContains(t, err, tt.want, tt.reason)
			assert.NotContains(t, err.Error(), "hidden")
		})
	}
}
