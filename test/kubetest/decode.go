package kubetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	configv1 "github.com/openshift/api/config/v1"
	imageregistryv1 "github.com/openshift/api/imageregistry/v1"
	machinev1 "github.com/openshift/api/machine/v1"
	machinev1beta1 "github.com/openshift/api/machine/v1beta1"
	machineconfigurationv1 "github.com/openshift/api/machineconfiguration/v1"
	operatorv1 "github.com/openshift/api/operator/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	kjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	strictjson "sigs.k8s.io/json"
)

// structs has the Go struct of every kind that a component creates or patches.
var structs = sync.OnceValue(func() *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, install := range []func(*runtime.Scheme) error{
		configv1.Install, operatorv1.Install, imageregistryv1.Install, machinev1beta1.Install, machinev1.Install,
		machineconfigurationv1.Install, corev1.AddToScheme, appsv1.AddToScheme, batchv1.AddToScheme, rbacv1.AddToScheme, storagev1.AddToScheme,
	} {
		if err := install(scheme); err != nil {
			panic(err)
		}
	}
	return scheme
})

// structOf returns the struct of a kind; nil for kinds that only have a CRD in this package.
func structOf(kind schema.GroupVersionKind) reflect.Type {
	return structs().AllKnownTypes()[kind]
}

func kindOf(object map[string]any) schema.GroupVersionKind {
	u := unstructured.Unstructured{Object: object}
	return u.GroupVersionKind()
}

// decodeStrictly returns the fields that the object's struct does not have, and those of another type.
func decodeStrictly(object map[string]any) error {
	kind := kindOf(object)
	if structOf(kind) == nil {
		if _, err := crdOf("", kind); err != nil {
			return fmt.Errorf("unknown kind %s of %s: %w", kind.Kind, kind.GroupVersion(), err)
		}
		return nil
	}
	data, err := json.Marshal(withoutNewerFields(object))
	if err != nil {
		return err
	}
	decoder := kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, structs(), structs(), kjson.SerializerOptions{Strict: true})
	decoded, _, err := decoder.Decode(data, nil, nil)
	if err != nil {
		return err
	}
	if set, ok := decoded.(*machinev1beta1.MachineSet); ok {
		return decodeProviderSpec(set.Spec.Template.Spec.ProviderSpec.Value)
	}
	return nil
}

// decodeProviderSpec checks the provider spec, which is opaque to the struct and the CRD of a MachineSet.
func decodeProviderSpec(raw *runtime.RawExtension) error {
	const path = "spec.template.spec.providerSpec.value"
	if raw == nil {
		return fmt.Errorf("%s: is required", path)
	}
	fields := map[string]any{}
	if err := strictjson.UnmarshalCaseSensitivePreserveInts(raw.Raw, &fields); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if got, want := kindOf(fields), machinev1beta1.GroupVersion.WithKind("AWSMachineProviderConfig"); got != want {
		return fmt.Errorf("%s: must be %s, which the Machine API uses on AWS (got %s)", path, want, got)
	}
	if err := removeThroughput(fields); err != nil {
		return fmt.Errorf("%s.%w", path, err)
	}
	data, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	unknown, err := strictjson.UnmarshalStrict(data, &machinev1beta1.AWSMachineProviderConfig{})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if found := errors.Join(unknown...); found != nil {
		return fmt.Errorf("%s: %w", path, found)
	}
	return nil
}

// withoutNewerFields returns a copy of the object without the fields that the structs of the openshift/api in go.mod do not have. The
// CRDs of the supported releases have them.
func withoutNewerFields(object map[string]any) map[string]any {
	copied := runtime.DeepCopyJSON(object)
	if kindOf(object).Kind == "IngressController" {
		removeField(copied, []string{"spec", "tuningOptions", "httpKeepAliveTimeout"})
	}
	return copied
}

// removeThroughput removes blockDevices[].ebs.throughputMib after checking it: later versions of openshift/api than the
// one in go.mod have the field (machine/v1beta1/types_awsprovider.go, 125 to 2000, gp3 only).
func removeThroughput(providerSpec map[string]any) error {
	devices, _ := providerSpec["blockDevices"].([]any)
	for i, device := range devices {
		fields, _ := device.(map[string]any)
		ebs, _ := fields["ebs"].(map[string]any)
		value, found := ebs["throughputMib"]
		if !found {
			continue
		}
		if mib, ok := value.(int64); !ok || mib < 125 || mib > 2000 || ebs["volumeType"] != "gp3" {
			return fmt.Errorf("blockDevices[%d].ebs.throughputMib: must be between 125 and 2000, for gp3 only (got %v for %v)",
				i, value, ebs["volumeType"])
		}
		delete(ebs, "throughputMib")
	}
	return nil
}
