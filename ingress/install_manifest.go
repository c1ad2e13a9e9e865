package ingress

import (
	"bytes"
	"errors"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Manifest is a file for the directory of openshift-install.
type Manifest struct {
	// Path is where the file belongs, relative to the directory.
	Path string
	// Content is the file's text, YAML.
	Content string
}

// installManifestPath is the installer's own name for the file (openshift/installer pkg/asset/manifests/ingress.go).
const installManifestPath = "manifests/cluster-ingress-default-ingresscontroller.yaml"

// InstallManifest returns the manifest by which a cluster is installed with default routers that are published in the
// given way, which cannot be changed later. For a RouterLB it is HostNetwork. Write the file after
// `openshift-install create manifests` and before `openshift-install create ignition-configs`; it takes the place of one
// of the same name.
//
// It fails for what the operator would refuse, and for ids that are outputs: when the file is written there is nothing
// that they could come from.
func InstallManifest(publishing Publishing) (Manifest, error) {
	const path = "ingress.Publishing"
	var p check.Problems
	publishing.check(&p, path)
	fields, err := known(publishing.fields())
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

// known returns fields with the values of their Inputs.
func known(value any) (any, error) {
	switch v := value.(type) {
	case map[string]any:
		plain := map[string]any{}
		for key, field := range v {
			inner, err := known(field)
			if err != nil {
				return nil, err
			}
			plain[key] = inner
		}
		return plain, nil
	case []any:
		var plain []any
		for _, item := range v {
			inner, err := known(item)
			if err != nil {
				return nil, err
			}
			plain = append(plain, inner)
		}
		return plain, nil
	case pulumi.String:
		return string(v), nil
	case pulumi.Input:
		return nil, errors.New("holds an output, which is not known before the installation; write the id itself")
	}
	return value, nil
}
