package iam

import (
	"context"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// IAM answers a read of a new role at once, while the services that are to take the role may not know it for some seconds.
// Nothing tells when they do. The waits are those of Red Hat's own Terraform modules (terraform-redhat/terraform-rhcs-rosa-hcp
// modules/account-iam-resources and modules/operator-roles).
const (
	accountRolesWait  = 10 * time.Second
	operatorRolesWait = 20 * time.Second
)

// settled returns the value once the role and what was attached to it are there, and as old as wait. The age counts from
// the role's own creation, so that only the run that makes the role waits; previews never do.
func settled(ctx *pulumi.Context, wait time.Duration, value pulumi.StringOutput, role *iam.Role, attached []pulumi.CustomResource) pulumi.StringOutput {
	inputs := []any{value, role.CreateDate}
	for _, resource := range attached {
		inputs = append(inputs, resource.ID())
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

// remaining is what is left of a wait that began when a role was created. A clock that is behind AWS's makes it no longer
// than the wait.
func remaining(created string, now time.Time, wait time.Duration) time.Duration {
	since, err := time.Parse(time.RFC3339, created)
	if err != nil {
		return max(wait, 0)
	}
	return min(max(wait-now.Sub(since), 0), max(wait, 0))
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
