package kubernetes

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// ConfigReplacedBy returns the input of a provider whose change replaces the provider, and all of its objects with it; ""
// if there is none. Another clusterIdentifier does. Where that stays the same, nothing else does; without one, a
// kubeconfig of another cluster does, and so does one that is not known yet, because it might be of another cluster
// (pulumi-kubernetes provider/pkg/provider/provider.go).
func ConfigReplacedBy(olds, news resource.PropertyMap) string {
	const identifier, kubeconfig = "clusterIdentifier", "kubeconfig"
	if olds.HasValue(identifier) && news.HasValue(identifier) {
		if property.Text(olds, identifier) != property.Text(news, identifier) {
			return identifier
		}
		return ""
	}
	before, now := currentCluster(property.Text(olds, kubeconfig)), currentCluster(property.Text(news, kubeconfig))
	another := before != nil && now != nil && !reflect.DeepEqual(before, now)
	if another || property.Reveal(news[kubeconfig]).IsComputed() {
		return kubeconfig
	}
	return ""
}

// currentCluster returns the cluster of a kubeconfig's current context, nil if there is none.
func currentCluster(kubeconfig string) map[string]any {
	var config struct {
		CurrentContext string `json:"current-context"`
		Contexts       []struct {
			Name    string
			Context struct{ Cluster string }
		}
		Clusters []struct {
			Name    string
			Cluster map[string]any
		}
	}
	if err := yaml.Unmarshal([]byte(kubeconfig), &config); err != nil {
		return nil
	}
	for _, context := range config.Contexts {
		for _, cluster := range config.Clusters {
			if context.Name == config.CurrentContext && cluster.Name == context.Context.Cluster {
				return cluster.Cluster
			}
		}
	}
	return nil
}
