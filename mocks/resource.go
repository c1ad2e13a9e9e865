package mocks

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// Resource is a registered resource.
type Resource struct {
	// URN is Pulumi's name of the resource, unique in a stack.
	URN string
	// Type is the type token, such as aws:ec2/vpc:Vpc or openshift-aws:network:Vpc.
	Type string
	// Name is the name that the program gave.
	Name string
	// ID is what AWS or Kubernetes would call it: vpc-0123456789abcdef0, openshift-machine-api/demo-infra. Empty in a
	// preview and for components.
	ID string
	// Custom tells a resource that a provider makes from a component.
	Custom bool
	// Read tells that the program looked up the resource instead of declaring it.
	Read bool
	// Inputs and Outputs are plain values: string, float64, bool, []any, map[string]any, and Secret, Unknown and Asset.
	// Outputs hold the inputs too. The outputs of a component are its Go fields, and not here.
	Inputs, Outputs map[string]any
	// Parent is the URN of the component around it, "" at the top of the stack.
	Parent string
	// Provider is the URN of its explicit provider, "" for the default one.
	Provider string
	// Dependencies are the URNs that it waits for, sorted: those of its properties, and those of pulumi.DependsOn.
	Dependencies []string
	// PropertyDependencies are the URNs by property, sorted.
	PropertyDependencies map[string][]string
	// Options are the resource options that the program set.
	Options Options
}

// Options are the resource options of a Resource beside parent, provider and dependencies.
type Options struct {
	// Protect refuses the resource's deletion.
	Protect bool
	// DeleteBeforeReplace deletes the old resource before its replacement is made. False leaves that to the provider.
	DeleteBeforeReplace bool
	// RetainOnDelete leaves the resource in the account when it goes from the stack.
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
	// Import is the id of an existing resource to take over.
	Import string
	// Version and PluginDownloadURL choose the provider's plugin.
	Version           string
	PluginDownloadURL string
}

// Secret wraps a value that is secret.
type Secret struct {
	Value any
}

// Unknown stands for a value that a preview does not know yet.
type Unknown struct{}

// Asset is a file, a text or a remote asset, or an archive.
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
