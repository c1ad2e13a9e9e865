package rosa

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// clusterResource has the outputs of either of RHCS's cluster resources.
type clusterResource struct {
	pulumi.CustomResourceState

	ExternalID       pulumi.StringOutput    `pulumi:"externalId"`
	APIURL           pulumi.StringOutput    `pulumi:"apiUrl"`
	ConsoleURL       pulumi.StringOutput    `pulumi:"consoleUrl"`
	DomainPrefix     pulumi.StringOutput    `pulumi:"domainPrefix"`
	Domain           pulumi.StringOutput    `pulumi:"domain"`
	State            pulumi.StringOutput    `pulumi:"state"`
	CurrentVersion   pulumi.StringOutput    `pulumi:"currentVersion"`
	InfraID          pulumi.StringOutput    `pulumi:"infraId"`
	AdminCredentials pulumi.StringMapOutput `pulumi:"adminCredentials"`
}

// admin returns one of the credentials of the cluster-admin user as a secret; nil without such a user.
func (c *clusterResource) admin(key string) pulumi.StringPtrOutput {
	value := c.AdminCredentials.ApplyT(func(credentials map[string]string) *string {
		if value, ok := credentials[key]; ok {
			return &value
		}
		return nil
	})
	return pulumi.ToSecret(value).(pulumi.StringPtrOutput)
}

// properties returns the properties that OCM stores with a cluster; nil without a creator.
func properties(creator pulumi.StringInput, more map[string]string) pulumi.StringMap {
	if creator == nil {
		return nil
	}
	all := pulumi.ToStringMap(more)
	all[creatorProperty] = creator
	return all
}

// tokens returns the value of ec2MetadataHttpTokens.
func tokens(allowIMDSv1 bool) string {
	if allowIMDSv1 {
		return "optional"
	}
	return "required"
}

// flag returns nil for false, which registration omits: the provider applies its default.
func flag(set bool) any {
	if !set {
		return nil
	}
	return true
}

// isOn returns the value of a switch that is on by default.
func isOn(choice *bool) bool {
	return choice == nil || *choice
}

// valueOf returns the value of an optional group of arguments; the zero value for nil.
func valueOf[T any](group *T) T {
	if group == nil {
		return *new(T)
	}
	return *group
}
