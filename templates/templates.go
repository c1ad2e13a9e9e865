// Package templates has a file of the templates of `pulumi new` that every project in its language gets.
package templates

import _ "embed"

// PackageLock has the reviewed releases of the packages of a project in TypeScript.
//
//go:embed openshift-aws-typescript/package-lock.json
var PackageLock []byte
