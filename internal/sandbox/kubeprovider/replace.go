package kubeprovider

import (
	"context"
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kubefacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// Configure takes the configuration. The last provider resource of a program decides for all.
func (p *Provider) Configure(_ context.Context, req plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.settings = kubefacts.SettingsOf(req.Inputs)
	return plugin.ConfigureResponse{}, nil
}

func (p *Provider) configured() kubefacts.Settings {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.settings
}

// DiffConfig replaces the provider, and all its objects with it, for another clusterIdentifier. Where that stays, nothing
// else does; where there is none, a kubeconfig does that is of another cluster, or not known yet, because it might be
// another's (pulumi-kubernetes provider/pkg/provider/provider.go).
func (p *Provider) DiffConfig(_ context.Context, req plugin.DiffConfigRequest) (plugin.DiffConfigResponse, error) {
	const identifier, kubeconfig = "clusterIdentifier", "kubeconfig"
	var replacing []string
	switch before, now := activeCluster(req.OldInputs[kubeconfig]), activeCluster(req.NewInputs[kubeconfig]); {
	case req.OldInputs.HasValue(identifier) && req.NewInputs.HasValue(identifier):
		replacing = []string{identifier}
	case props.Reveal(req.NewInputs[kubeconfig]).IsComputed(), before != nil && now != nil && !reflect.DeepEqual(before, now):
		replacing = []string{kubeconfig}
	}
	return diff(req.OldInputs, req.NewInputs, replacing), nil
}

// activeCluster returns what a kubeconfig says about the cluster of its current context, nil when it names none.
func activeCluster(kubeconfig resource.PropertyValue) *api.Cluster {
	text := props.Reveal(kubeconfig)
	if !text.IsString() {
		return nil
	}
	config, err := clientcmd.Load([]byte(text.StringValue()))
	if err != nil {
		return nil
	}
	current := config.Contexts[config.CurrentContext]
	if current == nil {
		return nil
	}
	return config.Clusters[current.Cluster]
}

// Diff tells what changed.
func (p *Provider) Diff(_ context.Context, req plugin.DiffRequest) (plugin.DiffResponse, error) {
	ref := refOf(props.PlainMap(req.NewInputs))
	replacing := p.configured().Replacing(req.Type.String(), ref.APIVersion, ref.Kind)
	return diff(req.OldInputs, req.NewInputs, replacing), nil
}

func diff(olds, news resource.PropertyMap, replacing []string) plugin.DiffResult {
	changes := props.RevealMap(olds).Diff(props.RevealMap(news))
	if changes == nil {
		return plugin.DiffResult{Changes: plugin.DiffNone}
	}
	result := plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: plugin.NewDetailedDiffFromObjectDiff(changes, true)}
	for path, change := range result.DetailedDiff {
		if kubefacts.IsPartOf(path, replacing) {
			result.DetailedDiff[path] = change.ToReplace()
		}
	}
	// Two objects of a name cannot stand beside each other.
	before, now := refOf(props.PlainMap(olds)), refOf(props.PlainMap(news))
	result.DeleteBeforeReplace = result.Replace() && now.Name != "" && before == now
	return result
}
