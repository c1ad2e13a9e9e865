package kubernetes

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// RejectPlan returns the API server's errors for a preview: for an object that is created while it exists, because it is deleted later, such
// as one that is renamed in the program and keeps the name in its metadata.
func RejectPlan(steps []fake.Step) (problems []error) {
	for i, deleted := range steps {
		if deleted.Create || !strings.HasPrefix(deleted.Token, "kubernetes:") {
			continue
		}
		for _, created := range steps[:i] {
			if created.Create && created.Provider == deleted.Provider && !Upserts(created.Config) &&
				SameObject(created.Token, created.Inputs, deleted.Token, deleted.Inputs) {
				problems = append(problems, fmt.Errorf("AlreadyExists: %s already exists in the cluster, because %s is deleted after the others are "+
					"created; give a resource that was renamed an alias", RefOf(created.Inputs), resource.URN(deleted.URN).Name()))
			}
		}
	}
	return problems
}

// SameObject reports whether two resources create one object. Several resources can patch one.
func SameObject(token string, inputs map[string]any, otherToken string, otherInputs map[string]any) bool {
	for _, each := range []struct {
		token  string
		inputs map[string]any
	}{{token, inputs}, {otherToken, otherInputs}} {
		if !strings.HasPrefix(each.token, "kubernetes:") || !isObject(each.token) || isPatch(each.token, property.Map(each.inputs)) {
			return false
		}
	}
	ref := RefOf(inputs)
	return ref.Name != "" && address(ref) == address(RefOf(otherInputs))
}

// Upserts reports whether a provider with these inputs applies objects that exist in place of creating them (pulumi-kubernetes 4.29 and
// later).
func Upserts(config map[string]any) bool {
	value := config["upsertExistingObjects"]
	return value == true || value == "true"
}
