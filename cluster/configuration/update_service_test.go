package configuration

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

func everyUpdateService() UpdateServiceArgs {
	return UpdateServiceArgs{
		Name: "updates", Namespace: "openshift-update-service", Releases: "mirror.example.com/ocp/release-images",
		GraphDataImage: pulumi.String("mirror.example.com/ocp/graph-data:latest"),
	}
}

func TestUpdateServiceArgsRejected(t *testing.T) {
	t.Parallel()
	checktest.Cases(t, "configuration.UpdateServiceArgs", map[string]checktest.Case{
		"forms": {
			Reason: "a repository has no tag, and the name is a part of a host name",
			Args: &UpdateServiceArgs{
				Name: "Updates", Namespace: "a.b", Releases: "mirror.example.com/ocp:4.18", Replicas: -1,
			},
			Want: []string{
				".Name: format", ".Namespace: format", ".Releases: format", ".GraphDataImage: required", ".Replicas: range",
			},
		},
	})
}
