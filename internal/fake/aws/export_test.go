package aws

// Extracted is the schema without differences.
var Extracted = extracted

// IsMissing reports whether schema.json does not have a resource.
func IsMissing(token string) bool {
	_, missing := missingResources()[token]
	return missing
}
