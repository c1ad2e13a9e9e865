// Package pulumicli has the oldest release of the Pulumi CLI that the library supports.
package pulumicli

import "fmt"

// Oldest is the oldest release of the Pulumi CLI that the library supports. Each of these needs a release at least as new as:
//
//   - parameterized providers, by which ROSA's components are created: 3.133.0 (pulumi/pulumi CHANGELOG)
//   - the resource option ReplaceWith, which older engines ignore silently: 3.207.0 (pulumi/pulumi CHANGELOG)
//   - Context.RequirePulumiVersion and requiredPulumiVersion in Pulumi.yaml: 3.219.0 at the latest (pulumi/pulumi#21627, #21621)
const Oldest = "3.219.0"

// Engine is the part of a pulumi.Context that Require needs.
type Engine interface {
	RequirePulumiVersion(versionRange string) error
}

// Require returns an error if the CLI that runs the program is older than Oldest, or too old to report its version.
func Require(engine Engine) error {
	if err := engine.RequirePulumiVersion(">=" + Oldest); err != nil {
		return fmt.Errorf("the Pulumi CLI must be release %s or newer (https://www.pulumi.com/docs/install/): %w", Oldest, err)
	}
	return nil
}
