package cluster

import (
	"strings"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/iam"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// bootstrapReaders returns who may read the bootstrap Ignition. Without a list these are the principal that runs this update, which
// reads the object after writing it, and the bootstrap machine's role.
func (b *controlPlaneBuilder) bootstrapReaders() (pulumi.StringArrayInput, error) {
	if b.BootstrapIgnitionReaderARNs != nil {
		return b.BootstrapIgnitionReaderARNs, nil
	}
	caller, err := aws.GetCallerIdentity(b.Ctx, nil, pulumi.Parent(b.Component))
	if err != nil {
		return nil, err
	}
	profile := iam.LookupInstanceProfileOutput(b.Ctx, iam.LookupInstanceProfileOutputArgs{
		Name: b.BootstrapInstanceProfile.ToStringPtrOutput().Elem(),
	}, pulumi.Parent(b.Component))
	return profile.RoleArn().ApplyT(func(role string) []string {
		return append(principalARNs(caller.Arn), role)
	}).(pulumi.StringArrayOutput), nil
}

// principalARNs returns the values of aws:PrincipalArn for the ARN that STS returns to a caller. For a session this is the role's ARN
// (IAM user guide, "AWS global condition context keys") with its path, as the roles of IAM Identity Center have one (its user guide,
// "Referencing permission sets in resource policies"). The session's ARN lacks the path (kubernetes-sigs/aws-iam-authenticator#144,
// gravitational/teleport#65984). The name alone identifies the role, because an account has it once, and a star in an ARN matches
// slashes, but no colons (IAM user guide, "Amazon Resource Name (ARN) condition operators", as quoted on 27 November 2026).
func principalARNs(caller string) []string {
	account, session, ok := strings.Cut(caller, ":assumed-role/")
	if !ok {
		return []string{caller}
	}
	role, _, _ := strings.Cut(session, "/")
	account = strings.Replace(account, ":sts:", ":iam:", 1)
	return []string{account + ":role/" + role, account + ":role/*/" + role}
}
