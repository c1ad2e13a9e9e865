package kubeprovider

import (
	"context"
	"reflect"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/sandbox/props"
)

// settings are what the provider heeds of its configuration. The last provider resource of a program decides for all.
type settings struct {
	mutableConfigMaps, mutableSecrets, clientSide bool
}

// Configure takes the configuration.
func (p *Provider) Configure(_ context.Context, req plugin.ConfigureRequest) (plugin.ConfigureResponse, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.settings = settings{
		mutableConfigMaps: setting(req.Inputs, "enableConfigMapMutable", false),
		mutableSecrets:    setting(req.Inputs, "enableSecretMutable", false),
		clientSide:        !setting(req.Inputs, "enableServerSideApply", true),
	}
	return plugin.ConfigureResponse{}, nil
}

func (p *Provider) configured() settings {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.settings
}

// setting returns a switch of the configuration, which Pulumi's SDKs write as text.
func setting(inputs resource.PropertyMap, key resource.PropertyKey, unset bool) bool {
	value := props.Reveal(inputs[key])
	if value.IsBool() {
		return value.BoolValue()
	}
	if value.IsString() {
		if on, err := strconv.ParseBool(value.StringValue()); err == nil {
			return on
		}
	}
	return unset
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
	replacing := []string{"apiVersion", "kind", "metadata.name", "metadata.namespace"}
	if !isPatch(req.Type.String(), req.NewInputs) {
		replacing = append(replacing, p.replacing(refOf(props.PlainMap(req.NewInputs)))...)
	}
	return diff(req.OldInputs, req.NewInputs, replacing), nil
}

// replacing are the fields of which a change replaces an object of the kind, as far as this library makes them
// (pulumi-kubernetes provider/pkg/provider/diff.go).
func (p *Provider) replacing(ref Ref) []string {
	switch ref.group() + "/" + ref.Kind {
	case "/ConfigMap":
		if !p.configured().mutableConfigMaps {
			return []string{"data", "binaryData"}
		}
	case "/Secret":
		if !p.configured().mutableSecrets {
			return []string{"type", "data", "stringData"}
		}
		return []string{"type"}
	case "apps/Deployment":
		return []string{"spec.selector"}
	case "storage.k8s.io/StorageClass":
		return []string{"parameters", "provisioner"}
	case "rbac.authorization.k8s.io/RoleBinding", "rbac.authorization.k8s.io/ClusterRoleBinding":
		return []string{"roleRef"}
	}
	return nil
}

func diff(olds, news resource.PropertyMap, replacing []string) plugin.DiffResult {
	changes := props.RevealMap(olds).Diff(props.RevealMap(news))
	if changes == nil {
		return plugin.DiffResult{Changes: plugin.DiffNone}
	}
	result := plugin.DiffResult{Changes: plugin.DiffSome, DetailedDiff: plugin.NewDetailedDiffFromObjectDiff(changes, true)}
	for path, change := range result.DetailedDiff {
		if isPartOf(path, replacing) {
			result.DetailedDiff[path] = change.ToReplace()
		}
	}
	// Two objects of a name cannot stand beside each other.
	before, now := refOf(props.PlainMap(olds)), refOf(props.PlainMap(news))
	result.DeleteBeforeReplace = result.Replace() && now.Name != "" && before == now
	return result
}

// isPartOf tells whether a path is one of the fields or below one.
func isPartOf(path string, fields []string) bool {
	for _, field := range fields {
		if rest, ok := strings.CutPrefix(path, field); ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
