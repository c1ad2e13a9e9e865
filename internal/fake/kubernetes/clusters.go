package kubernetes

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// ClusterOf returns the cluster of a provider by its inputs.
type ClusterOf func(config resource.PropertyMap) (Objects, error)

// Always returns the same cluster for each provider.
func Always(objects Objects) ClusterOf {
	return func(resource.PropertyMap) (Objects, error) { return objects, nil }
}

// Clusters returns clusters in the files of a folder. Providers use the same cluster if they have the same clusterIdentifier or, if one of
// them has none, the same server in their kubeconfigs. Without both, they use the first one.
func Clusters(dir string) (ClusterOf, error) {
	files, err := fake.OpenStore[string](filepath.Join(dir, "clusters.json"), nil)
	if err != nil {
		return nil, err
	}
	var mutex sync.Mutex
	open := map[string]*Memory{}
	return func(config resource.PropertyMap) (Objects, error) {
		mutex.Lock()
		defer mutex.Unlock()
		file, err := fileOf(files, config)
		if err != nil {
			return nil, err
		}
		if open[file] == nil {
			if open[file], err = openMemory(filepath.Join(dir, file)); err != nil {
				return nil, err
			}
		}
		return open[file], nil
	}, nil
}

// fileOf returns the file of a provider's cluster, by its identifier or its server.
func fileOf(files *fake.Store[string], config resource.PropertyMap) (file string, err error) {
	server := "server " + serverOf(config)
	name := server
	if identifier := property.Text(config, "clusterIdentifier"); identifier != "" {
		name = "identifier " + identifier
	}
	files.View(func(known map[string]string) { file = known[name] })
	if file != "" {
		return file, nil
	}
	err = files.Update(func(known map[string]string) error {
		identified := map[string]bool{}
		for other, at := range known {
			identified[at] = identified[at] || strings.HasPrefix(other, "identifier ")
		}
		file = known[server]
		switch count := len(identified); {
		case count == 0:
			file = firstFile
		case file == "" || identified[file]:
			file = fmt.Sprintf("kubernetes-%d.json", count+1)
		}
		known[name] = file
		if known[server] == "" {
			known[server] = file
		}
		return nil
	})
	return file, err
}

// serverOf returns the server of a provider's kubeconfig and context.
func serverOf(config resource.PropertyMap) string {
	kubeconfig := property.Text(config, "kubeconfig")
	cluster := currentCluster(kubeconfig)
	if cluster == nil {
		return kubeconfig + property.Text(config, "context")
	}
	return fmt.Sprint(cluster["server"]) + property.Text(config, "context")
}
