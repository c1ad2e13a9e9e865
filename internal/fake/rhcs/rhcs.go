// Package rhcs is a fake of the RHCS provider and of OpenShift Cluster Manager (OCM) behind it.
//
// It rejects the inputs that the schema of the real provider or OCM rejects, and changes of immutable properties when they
// are applied, as the real provider does. A cluster is ready at once, unless a test says otherwise. An upgrade, an installation and a
// deletion are in progress until the cluster or the machine pool was read twice.
package rhcs

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Plugin is the name of the plugin that serves any Terraform provider, which programs require for RHCS, or OwnPlugin, that of this module.
const (
	Plugin    = "terraform-provider"
	OwnPlugin = "openshift-aws-rhcs"
)

// Version is the release of that plugin that the fake behaves like.
const Version = "1.1.3"

// counters are the properties that may change with every update.
var counters = []string{"currentVersion"}

// New returns the provider of an OCM account that keeps its resources in the store, and the account. OCM's rules apply: a
// name exists once, immutable properties cannot be changed, and a resource in use cannot be deleted. immutable returns the
// paths of these properties for a resource type such as ClusterRosaHcp, and rejectsRemoval whether they cannot be left out afterwards
// (package internal/rhcs, which unit tests with mocks must not depend on).
func New(
	store *fake.Store[fake.Record], immutable func(resourceType string) []string, rejectsRemoval func(resourceType, path string) bool,
) (*fake.Provider, *fake.Account) {
	account := &fake.Account{
		Store: store, Schema: Resource, Compute: compute, Progress: progress, Missing: missing, NotFound: notFound,
		Rules: fake.Rules{Create: rejectInAccount, Update: rejectChange(immutable, rejectsRemoval), Delete: rejectDeletion},
	}
	p := provider(account, false)
	p.Unready = unready
	return p, account
}

// NewForUnitTests returns a provider that keeps its resources in memory, without rules between resources: a program under
// test may use several accounts.
func NewForUnitTests() *fake.Provider {
	return provider(&fake.Account{
		Store: fake.NewStore[fake.Record](), Schema: Resource, Compute: compute, Rules: fake.Rules{Create: rejectCreation},
	}, true)
}

func provider(account *fake.Account, unitTests bool) *fake.Provider {
	return &fake.Provider{
		Package: "rhcs", Version: Version, Counters: counters, Function: functions(account.Store, unitTests), Service: account, RejectUpdate: account.RejectUpdate,
		Schema: func(r fake.Resource, _ resource.PropertyMap) (*schema.Schema, bool) { return Resource(r.Token) },
	}
}
