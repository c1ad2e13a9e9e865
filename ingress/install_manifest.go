package ingress

import (
	"bytes"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Manifest is a file for the install directory of openshift-install.
type Manifest struct {
	// Path is the path of the file, relative to the install directory.
	Path string
	// Content is the file's YAML.
	Content string
}

// installManifestPath is the installer's name of the file (openshift/installer pkg/asset/manifests/ingress.go).
const installManifestPath = "manifests/cluster-ingress-default-ingresscontroller.yaml"

// InstallManifest returns the manifest that installs a cluster with the given publishing strategy of the default ingress
// controller. The strategy cannot be changed later; a RouterLB requires HostNetwork. Write the file after
// `openshift-install create manifests` and before `openshift-install create ignition-configs`; it replaces a file of the
// same name.
//
// InstallManifest returns an error if the operator would reject the strategy, or if an ID is a Pulumi output: outputs are
// not known when the file is written.
func InstallManifest(publishing *PublishingArgs) (Manifest, error) {
	const path = "ingress.PublishingArgs"
	if publishing == nil {
		var p check.Problems
		p.Required(path, publishing)
		return Manifest{}, p.Err()
	}
	publishing, p := check.Begin(publishing)
	publishing.check(&p, path)
	fields, err := plainValue(publishing.fields())
	if err != nil {
		p.Addf(path, "%v", err)
	}
	if err := p.Err(); err != nil {
		return Manifest{}, err
	}
	metadata := map[string]any{"name": defaultController, "namespace": controllerNamespace}
	if annotations := publishing.annotations(); annotations != nil {
		metadata["annotations"] = annotations
	}
	var content bytes.Buffer
	encoder := yaml.NewEncoder(&content)
	encoder.SetIndent(2)
	err = encoder.Encode(map[string]any{
		"apiVersion": controllerAPI,
		"kind":       controllerKind,
		"metadata":   metadata,
		"spec":       map[string]any{"endpointPublishingStrategy": fields},
	})
	return Manifest{Path: installManifestPath, Content: content.String()}, err
}

// plainValue returns value with its Pulumi inputs replaced by their plain values. An output is an error.
func plainValue(value any) (any, error) {
	switch v := value.(type) {
	case map[string]any:
		plain := map[string]any{}
		for key, field := range v {
			inner, err := plainValue(field)
			if err != nil {
				return nil, err
			}
			plain[key] = inner
		}
		return plain, nil
	case []any:
		var plain []any
		for _, element := range v {
			inner, err := plainValue(element)
			if err != nil {
				return nil, err
			}
			plain = append(plain, inner)
		}
		return plain, nil
	case pulumi.String:
		return string(v), nil
	case pulumi.Input:
		return nil, errors.New("must not contain an output, which is not known before the installation; use the ID itself")
	}
	return value, nil
}
