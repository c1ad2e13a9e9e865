// Package permissions contains the tests of the published permissions (docs/permissions*.json): questions to single documents, and a
// search for what each principal and role can become with them.
package permissions
