package iam

import (
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// rolePolicy is a managed policy that is attached to a role.
type rolePolicy struct {
	// suffix ends the name of the attachment's Pulumi resource.
	suffix string
	arn    pulumi.StringInput
}

// registerRole registers a role and the attachments of its policies. The ARN resolves when all of them exist and the role has the
// age wait.
func registerRole(
	ctx *pulumi.Context, name string, args *iam.RoleArgs, policies []rolePolicy, wait time.Duration, parent pulumi.ResourceOption,
) (arn pulumi.StringOutput, err error) {
	role, err := iam.NewRole(ctx, name+"-role", args, parent)
	if err != nil {
		return arn, err
	}
	var attachments []pulumi.CustomResource
	for _, policy := range policies {
		attachment, err := iam.NewRolePolicyAttachment(ctx, name+policy.suffix, &iam.RolePolicyAttachmentArgs{
			Role:      role.Name,
			PolicyArn: policy.arn,
		}, parent)
		if err != nil {
			return arn, err
		}
		attachments = append(attachments, attachment)
	}
	return propagated(ctx, wait, role, attachments), nil
}
