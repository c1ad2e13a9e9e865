package mocks

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// Resource is a registered resource.
type Resource struct {
	// URN is Pulumi's unique name of the resource.
	URN string
	// Type is the type token, such as aws:ec2/vpc:Vpc or openshift-aws:network:Vpc.
	Type string
	// Name is the resource's Pulumi name.
	Name string
	// ID is the ID that the provider returns, such as vpc-0123456789abcdef0 or openshift-machine-api/demo-infra. Empty in a
	// preview and for components.
	ID string
	// Custom is true for a resource of a provider, false for a component.
	Custom bool
	// Read is true if the program reads an existing resource.
	Read bool
	// Inputs and Outputs are plain values: string, float64, bool, []any, map[string]any, and Secret, Unknown and Asset.
	// Outputs contain the inputs. The outputs of a component are its Go fields and not recorded.
	Inputs, Outputs map[string]any
	// Parent is the URN of its parent component, "" if it has none.
	Parent string
	// Provider is the URN of its explicit provider, "" for the default one.
	Provider string
	// Dependencies are the URNs that it depends on, by properties and by pulumi.DependsOn, sorted.
	Dependencies []string
	// PropertyDependencies are the URNs by property, sorted.
	PropertyDependencies map[string][]string
	// Options are the resource options that the program set.
	Options Options
}

// Options are the resource options of a Resource other than parent, provider and dependencies.
type Options struct {
	// Protect prevents the deletion of the resource.
	Protect bool
	// DeleteBeforeReplace deletes the old resource before its replacement is created. If it is false, the provider decides.
	DeleteBeforeReplace bool
	// RetainOnDelete keeps the resource in the account when it is removed from the stack.
	RetainOnDelete bool
	// IgnoreChanges, ReplaceOnChanges and AdditionalSecretOutputs are property paths.
	IgnoreChanges           []string
	ReplaceOnChanges        []string
	AdditionalSecretOutputs []string
	// Aliases are URNs, or the parts of one that differ as in "name=old parent=urn:...".
	Aliases []string
	// DeletedWith and ReplaceWith are URNs.
	DeletedWith string
	ReplaceWith []string
	// CustomTimeouts are durations such as "30m".
	CustomTimeouts pulumi.CustomTimeouts
	// Import is the ID of an existing resource to import.
	Import string
	// Version and PluginDownloadURL select the provider's plugin.
	Version           string
	PluginDownloadURL string
}

// Secret wraps a value that is secret.
type Secret struct {
	Value any
}

// Unknown is a value that is known after the update.
type Unknown struct{}

// Asset is an archive or an asset: a file, a text or a URI.
type Asset struct {
	Path, Text, URI string
}

func optionsOf(request *pulumirpc.RegisterResourceRequest) Options {
	options := Options{
		Protect:                 request.GetProtect(),
		DeleteBeforeReplace:     request.GetDeleteBeforeReplace(),
		RetainOnDelete:          request.GetRetainOnDelete(),
		IgnoreChanges:           request.GetIgnoreChanges(),
		ReplaceOnChanges:        request.GetReplaceOnChanges(),
		AdditionalSecretOutputs: request.GetAdditionalSecretOutputs(),
		DeletedWith:             request.GetDeletedWith(),
		ReplaceWith:             sorted(request.GetReplaceWith()),
		Import:                  request.GetImportId(),
		Version:                 request.GetVersion(),
		PluginDownloadURL:       request.GetPluginDownloadURL(),
		Aliases:                 request.GetAliasURNs(),
	}
	if timeouts := request.GetCustomTimeouts(); timeouts != nil {
		options.CustomTimeouts = pulumi.CustomTimeouts{
			Create: timeouts.GetCreate(), Update: timeouts.GetUpdate(), Delete: timeouts.GetDelete(), Read: timeouts.GetRead(),
		}
	}
	for _, alias := range request.GetAliases() {
		options.Aliases = append(options.Aliases, aliasText(alias))
	}
	return options
}

func aliasText(alias *pulumirpc.Alias) string {
	spec := alias.GetSpec()
	if spec == nil {
		return alias.GetUrn()
	}
	var parts []string
	for _, part := range [][2]string{
		{"name", spec.GetName()}, {"type", spec.GetType()}, {"stack", spec.GetStack()},
		{"project", spec.GetProject()}, {"parent", spec.GetParentUrn()},
	} {
		if part[1] != "" {
			parts = append(parts, part[0]+"="+part[1])
		}
	}
	if spec.GetNoParent() {
		parts = append(parts, "no parent")
	}
	return strings.Join(parts, " ")
}
