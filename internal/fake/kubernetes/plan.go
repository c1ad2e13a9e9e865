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
func RejectPlan(steps []fake.Step) (rejections []fake.Rejection) {
	for i, deleted := range steps {
		if deleted.Create || !strings.HasPrefix(deleted.Token, "kubernetes:") {
			continue
		}
		for _, created := range steps[:i] {
			if created.Create && created.Provider == deleted.Provider && !upserts(created.Config) && isSameObject(created, deleted) {
				rejections = append(rejections, fake.Rejection{URN: created.URN, Err: fmt.Errorf(
					"AlreadyExists: %s already exists in the cluster, because %s is deleted after the others are "+
						"created; give a resource that was renamed an alias", RefOf(created.Inputs), resource.URN(deleted.URN).Name())})
			}
		}
	}
	return rejections
}

// isSameObject reports whether two resources create one object. Several resources can patch one.
func isSameObject(a, b fake.Step) bool {
	for _, each := range []fake.Step{a, b} {
		if !strings.HasPrefix(each.Token, "kubernetes:") || !isObject(each.Token) || isPatch(each.Token, property.Map(each.Inputs)) {
			return false
		}
	}
	ref := RefOf(a.Inputs)
	return ref.Name != "" && address(ref) == address(RefOf(b.Inputs))
}

// upserts reports whether a provider with these inputs applies objects that exist in place of creating them (pulumi-kubernetes 4.29 and
// later).
func upserts(config map[string]any) bool {
	value := config["upsertExistingObjects"]
	return value == true || value == "true"
}
