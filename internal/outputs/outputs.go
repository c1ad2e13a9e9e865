// Package outputs converts Pulumi inputs and outputs.
package outputs

import "github.com/openshift-aws/pulumi-openshift-aws/internal/component"

// The functions of package component.
var (
	After          = component.After
	OptionalAfter  = component.OptionalAfter
	OptionalString = component.OptionalString
	StringOrNil    = component.StringOrNil
	NilString      = component.NilString
	SecretPassword = component.SecretPassword
)
