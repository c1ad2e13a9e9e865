package kubernetes

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/stretchr/testify/assert"
)

func TestConfigReplacedBy(t *testing.T) {
	t.Parallel()
	unknown := resource.MakeComputed(resource.NewStringProperty(""))
	config := func(kubeconfig resource.PropertyValue, identifier string) resource.PropertyMap {
		inputs := resource.PropertyMap{"kubeconfig": kubeconfig}
		if identifier != "" {
			inputs["clusterIdentifier"] = resource.NewStringProperty(identifier)
		}
		return inputs
	}
	known := resource.NewStringProperty("k")
	kubeconfig := func(server, token string) resource.PropertyValue {
		return resource.MakeSecret(
			resource.NewStringProperty("{current-context: x, contexts: [{name: x, context: {cluster: c, user: u}}], " +
				"clusters: [{name: c, cluster: {server: " + server + "}}], users: [{name: u, user: {token: " + token + "}}]}"),
		)
	}
	for name, tt := range map[string]struct {
		old, now resource.PropertyMap
		replaces bool
	}{
		"the same": {old: config(known, ""), now: config(known, "")},
		"another text": {
			old: config(known, ""),
			now: config(resource.NewStringProperty("x"), ""),
		},
		"unknown": {
			old:      config(known, ""),
			now:      config(resource.MakeSecret(unknown), ""),
			replaces: true,
		},
		"unknown with the same identifier": {old: config(known, "a"), now: config(unknown, "a")},
		"another identifier": {
			old:      config(known, "a"),
			now:      config(known, "b"),
			replaces: true,
		},
		"a new identifier": {old: config(known, ""), now: config(known, "a")},
		"another token": {
			old: config(kubeconfig("a", "t1"), ""),
			now: config(kubeconfig("a", "t2"), ""),
		},
		"another server": {
			old:      config(kubeconfig("a", "t1"), ""),
			now:      config(kubeconfig("b", "t1"), ""),
			replaces: true,
		},
		"another server with the same identifier": {
			old: config(kubeconfig("a", "t1"), "x"),
			now: config(kubeconfig("b", "t1"), "x"),
		},
	} {
		assert.Equal(t, tt.replaces, ConfigReplacedBy(tt.old, tt.now) != "", name)
	}
}
