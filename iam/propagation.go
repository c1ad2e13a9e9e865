package iam

import (
	"context"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// propagated returns the ARN of a role when its attachments exist and the role has the age wait. The age counts from the role's
// creation, so that only the update that creates the role waits. Previews do not wait. IAM is eventually consistent: it returns a new role
// at once, while services cannot assume it for some seconds, and it does not report when they can. The default waits come from Red Hat's
// Terraform modules (terraform-redhat/terraform-rhcs-rosa-hcp modules/account-iam-resources and modules/operator-roles).
func propagated(ctx *pulumi.Context, wait time.Duration, role *iam.Role, attachments []pulumi.CustomResource) pulumi.StringOutput {
	inputs := []any{role.Arn, role.CreateDate}
	for _, attachment := range attachments {
		inputs = append(inputs, attachment.ID())
	}
	preview := ctx.DryRun()
	return pulumi.All(inputs...).ApplyTWithContext(ctx.Context(), func(ctx context.Context, all []any) (string, error) {
		if !preview {
			if err := sleep(ctx, remaining(all[1].(string), time.Now(), wait)); err != nil {
				return "", err
			}
		}
		return all[0].(string), nil
	}).(pulumi.StringOutput)
}

// remaining returns the rest of a wait that began when a role was created. It is at most wait, even if the local clock is behind
// AWS's clock.
func remaining(created string, now time.Time, wait time.Duration) time.Duration {
	since, err := time.Parse(time.RFC3339, created)
	if err != nil {
		return wait
	}
	return min(max(wait-now.Sub(since), 0), wait)
}

func sleep(ctx context.Context, duration time.Duration) error {
	if duration <= 0 {
		return nil
	}
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

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
