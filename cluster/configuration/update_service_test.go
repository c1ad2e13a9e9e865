package configuration

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func everyUpdateService() UpdateServiceArgs {
	return UpdateServiceArgs{
		Name: "updates", Namespace: "openshift-update-service", Releases: "mirror.example.com/ocp/release-images",
		GraphDataImage: pulumi.String("mirror.example.com/ocp/graph-data:latest"), Replicas: 3,
	}
}
