package kubetest

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"sigs.k8s.io/yaml"
)

// ownCRDs are the CRDs that openshift/api does not have: autoscalers (openshift/cluster-autoscaler-operator install/), and
// the fields of logging that components set.
//
//go:embed crds
var ownCRDs embed.FS

const openshiftAPI = "github.com/openshift/api"

// otherFeatureSets are in the names of CRDs that are not for the feature set Default, that of supported clusters.
var otherFeatureSets = []string{"CustomNoUpgrade", "DevPreviewNoUpgrade", "TechPreviewNoUpgrade", "OKD", "Hypershift"}

// crd is one version of a custom resource definition, compiled as in the API server.
type crd struct {
	namespaced bool
	structural *structural.Structural
	validator  validation.SchemaValidator
	rules      *cel.Validator
}

// definitionKey is a kind in the CRDs of a folder.
type definitionKey struct {
	folder string
	kind   schema.GroupVersionKind
}

var (
	crdsMu sync.Mutex
	crds   = map[definitionKey]*crd{}
)

// checkSchema checks a custom resource as the API server does: unknown fields, defaults, validation. The folder belongs to a version
// of openshift/api.
func checkSchema(folder string, object map[string]any) error {
	kind := kindOf(object)
	if isBuiltIn(kind) {
		return nil
	}
	definition, err := crdOf(folder, kind)
	if err != nil {
		return err
	}
	var found []error
	metadata, _ := object["metadata"].(map[string]any)
	if namespace := metadata["namespace"]; definition.namespaced != (namespace != nil) {
		found = append(found, fmt.Errorf("metadata.namespace: must be set for namespaced kinds only (got %v)", namespace))
	}
	object = runtime.DeepCopyJSON(object)
	unknown := pruning.PruneWithOptions(object, definition.structural, true, structural.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})
	for _, path := range unknown {
		found = append(found, fmt.Errorf("%s: unknown field; the API server would prune it", path))
	}
	defaulting.Default(object, definition.structural)
	problems := validation.ValidateCustomResource(nil, object, definition.validator)
	problems = append(problems, listtype.ValidateListSetsAndMaps(nil, definition.structural, object)...)
	broken, _ := definition.rules.Validate(context.Background(), nil, definition.structural, object, nil, celconfig.RuntimeCELCostBudget)
	for _, problem := range append(problems, broken...) {
		found = append(found, problem)
	}
	return errors.Join(found...)
}

// isBuiltIn reports whether the kind is one of Kubernetes, which has no custom resource definition.
func isBuiltIn(kind schema.GroupVersionKind) bool {
	known := structOf(kind)
	return known != nil && strings.HasPrefix(known.PkgPath(), "k8s.io/api/")
}

func crdOf(folder string, kind schema.GroupVersionKind) (*crd, error) {
	crdsMu.Lock()
	defer crdsMu.Unlock()
	key := definitionKey{folder, kind}
	if known, ok := crds[key]; ok {
		return known, nil
	}
	data, err := crdText(folder, kind)
	if err != nil {
		return nil, err
	}
	compiled, err := compile(kind, data)
	if err != nil {
		return nil, fmt.Errorf("custom resource definition of %s: %w", kind, err)
	}
	crds[key] = compiled
	return compiled, nil
}

// crdText returns the custom resource definition of a kind: from the package of its struct, or from this package.
func crdText(folder string, kind schema.GroupVersionKind) ([]byte, error) {
	if known := structOf(kind); known != nil {
		manifests := filepath.Join(folder, strings.TrimPrefix(known.PkgPath(), openshiftAPI), "zz_generated.crd-manifests")
		files, err := filepath.Glob(filepath.Join(manifests, "*.crd.yaml"))
		if err != nil {
			return nil, err
		}
		return pick(kind, files, os.ReadFile)
	}
	files, err := fs.Glob(ownCRDs, "crds/*.crd.yaml")
	if err != nil {
		return nil, err
	}
	return pick(kind, files, ownCRDs.ReadFile)
}

// pick returns the first file that defines the kind. The files have the format of generated ones.
func pick(kind schema.GroupVersionKind, files []string, read func(string) ([]byte, error)) ([]byte, error) {
	for _, file := range files {
		if slices.ContainsFunc(otherFeatureSets, func(set string) bool { return strings.Contains(filepath.Base(file), set) }) {
			continue
		}
		data, err := read(file)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(data, []byte("\n  group: "+kind.Group+"\n")) && bytes.Contains(data, []byte("\n    kind: "+kind.Kind+"\n")) {
			return data, nil
		}
	}
	return nil, fmt.Errorf("no custom resource definition of %s", kind)
}

func compile(kind schema.GroupVersionKind, data []byte) (*crd, error) {
	var external apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &external); err != nil {
		return nil, err
	}
	for _, version := range external.Spec.Versions {
		if version.Name != kind.Version {
			continue
		}
		var props apiextensions.JSONSchemaProps
		err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, &props, nil)
		if err != nil {
			return nil, err
		}
		shape, err := structural.NewStructural(&props)
		if err != nil {
			return nil, err
		}
		validator, _, err := validation.NewSchemaValidator(&props)
		if err != nil {
			return nil, err
		}
		return &crd{
			namespaced: external.Spec.Scope == apiextensionsv1.NamespaceScoped,
			structural: shape,
			validator:  validator,
			rules:      cel.NewValidator(shape, true, celconfig.PerCallLimit),
		}, nil
	}
	return nil, fmt.Errorf("has no version %s", kind.Version)
}
