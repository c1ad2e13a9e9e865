package component

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// former are the tokens that components had in earlier releases, by the present ones. A component that moves to another package, or is
// renamed, keeps its resources in the stacks of these releases by the row that it gets here.
var former = map[string][]string{}

// formerOptions returns the options with which a component replaces what has its name and one of its former tokens.
func formerOptions(token string, opts []pulumi.ResourceOption) []pulumi.ResourceOption {
	aliases := make([]pulumi.Alias, 0, len(former[token]))
	for _, old := range former[token] {
		aliases = append(aliases, pulumi.Alias{Type: pulumi.String(old)})
	}
	if len(aliases) == 0 {
		return opts
	}
	return append(opts[:len(opts):len(opts)], pulumi.Aliases(aliases))
}
