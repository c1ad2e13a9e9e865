// Package adopt imports existing clusters into a Pulumi stack, and changes nothing in the account.
//
// A program with this library's components describes what exists. Pulumi can import what a program registers, by an import ID of
// each resource, but in the same update it changes what the program describes differently (pulumi/pulumi 3.250). [Run] finds the
// import IDs, previews, and updates only if each resource of the preview is an import that changes nothing. The command
// openshift-aws adopt runs it for a program in any language.
//
// Import IDs come, in this order, from a file that the user wrote, from resources that another tool recorded (the state of a Pulumi
// stack or of Terraform, the document of `rosa describe cluster -o json`, the tags of AWS), and from the names in the program. Each
// preview reads the resources whose IDs are known, from which other IDs are derived: that of a route contains the ID of its table.
package adopt
