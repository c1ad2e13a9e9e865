// Package adopt takes clusters that exist into a Pulumi stack, and changes nothing in the account.
//
// A program of this library describes what exists. Pulumi can import what a program registers, by an import ID of each resource, but
// it changes in the same update what the program describes differently (pulumi/pulumi 3.250). [Run] finds the import IDs, previews, and
// updates only if each resource of the preview is an import that changes nothing. The command cmd/adopt runs it for a program in Go.
//
// Import IDs come, in this order, from a file that the user wrote, from resources that another tool recorded (the state of a Pulumi
// stack or of Terraform, the document of `rosa describe cluster -o json`, the tags of AWS), and from the names in the program. Each
// preview reads what is known already, which makes IDs known that derive from it: a route's consists of its table's ID.
package adopt
