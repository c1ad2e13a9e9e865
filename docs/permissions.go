// Package docs has the policies of docs/permissions.md for the programs of this module.
package docs

import "embed"

// Permissions are the policies of docs/permissions.md, by the names of their files.
//
//go:embed permissions-*.json
var Permissions embed.FS
