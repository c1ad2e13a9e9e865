// Package aws is a fake of the Pulumi AWS provider and of an AWS account.
//
// schema.json is the schema of the Terraform AWS provider, see test/lab/aws. Computed outputs have the format of real
// ones. They depend only on the resource's URN, region, inputs and the resources that these refer to, so the same program
// gets the same outputs in every run.
package aws

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
)

// Version is the release of pulumi-aws that the fake behaves like.
const Version = "6.83.2"

// counters are the properties that every change of a resource increments.
var counters = []string{"latestVersion", "defaultVersion", "version", "versionId"}

// New returns the provider of an account that keeps its resources in the store, and the account. AWS's rules apply: a
// name exists once, and a resource in use cannot be deleted.
func New(store *fake.Store[fake.Record]) (*fake.Provider, *fake.Account) {
	account := &fake.Account{
		Store: store, Schema: Resource, Compute: compute, Counters: counters, Scope: scopeOf, Imported: withScheme,
		Existing: registered, RejectPlan: RejectPlan,
	}
	account.Rules = fake.Rules{Create: reject, Update: func(records fake.Records, old fake.Record, change fake.Change) error {
		return RejectUpdate(records, old, change.Inputs)
	}, Delete: deleteWithUsers}
	return provider(account), account
}

// NewForUnitTests returns a provider that keeps its resources in memory. No computed string is empty, even where AWS
// leaves it empty, so that an assertion about wiring does not compare "" with "". Of the rules
// between resources there are those of networks, and that of names for resources of one provider: a program under test may use
// several accounts.
func NewForUnitTests() *fake.Provider {
	return provider(&fake.Account{
		Store: fake.NewStore[fake.Record](), Schema: Resource, Compute: computeFilled, Counters: counters,
		Rules: fake.Rules{Create: rejectCreation},
	})
}

// reject returns AWS's error if a resource cannot be created.
func reject(records fake.Records, created fake.Record) error {
	overwrites := resourceTypes[created.Token].overwrites || created.Outputs["allowOverwrite"] == true
	if _, exists := records[created.Key()]; exists && !overwrites {
		return existsError(created, created.ID)
	}
	if err := rejectDuplicate(records, created); err != nil {
		return err
	}
	return rejectCreation(records, created)
}

// rejectCreation returns AWS's error for a resource that does not fit to others, such as a subnet to its VPC.
func rejectCreation(records fake.Records, created fake.Record) error {
	if reject := resourceTypes[created.Token].rejectCreation; reject != nil {
		return reject(records, created)
	}
	return nil
}

// RejectUpdate returns AWS's error if other resources prevent an update in place.
func RejectUpdate(records fake.Records, old fake.Record, inputs resource.PropertyMap) error {
	if reject := resourceTypes[old.Token].rejectUpdate; reject != nil {
		return reject(records, old, inputs)
	}
	return nil
}

func provider(account *fake.Account) *fake.Provider {
	return &fake.Provider{
		Package: "aws", Version: Version, Counters: counters, ConfigReplacedBy: configReplacedBy, Function: functions(account),
		Service: account, RejectUpdate: account.RejectUpdate,
		Identity: identity, Complete: rejectInputs,
		Schema: func(r fake.Resource, _ resource.PropertyMap) (*schema.Schema, bool) { return Resource(r.Token) },
	}
}
