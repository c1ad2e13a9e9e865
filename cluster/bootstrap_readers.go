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
// with its path, which the session's lacks; the name alone identifies the role, because an account has it once (IAM API reference,
// "CreateRole").
func principalARNs(caller string) []string {
	account, session, ok := strings.Cut(caller, ":assumed-role/")
	if !ok {
		return []string{caller}
	}
	role, _, _ := strings.Cut(session, "/")
	account = strings.Replace(account, ":sts:", ":iam:", 1)
	return []string{account + ":role/" + role, account + ":role/*/" + role}
}
