package aws

import (
	"cmp"
	"encoding/json"
	"os"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

// regionOf returns the region of a provider, from its inputs or from the environment.
func regionOf(config resource.PropertyMap) string {
	return cmp.Or(property.Text(config, "region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"))
}

// CheckConfig returns what is wrong with the inputs of a provider, "" if nothing is.
func CheckConfig(config resource.PropertyMap) string {
	if _, isSet := config["region"]; !isSet && regionOf(nil) == "" {
		return "aws:region is required: set it with -c aws:region=us-east-2, or set AWS_REGION"
	}
	return ""
}

// defaultTags returns the tags that a provider adds to all of its resources.
func defaultTags(config resource.PropertyMap) map[string]any {
	defaults := property.Plain(config["defaultTags"])
	if text, ok := defaults.(string); ok {
		// The engine passes structured provider configuration as JSON.
		if err := json.Unmarshal([]byte(text), &defaults); err != nil {
			return nil
		}
	}
	object, _ := defaults.(map[string]any)
	tags, _ := object["tags"].(map[string]any)
	return tags
}

// configReplacedBy is the region: its change replaces the provider and everything that it created (pulumi-aws v6,
// pull request 4000).
func configReplacedBy(olds, news resource.PropertyMap) string {
	if regionOf(olds) != regionOf(news) {
		return "region"
	}
	return ""
}
