package storage

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// checkWriter reports the problems of the role of the software that writes a bucket, and ARNs of another region than the bucket's.
func checkWriter(p *check.Problems, path check.Path, region string, writer *iam.ServiceAccountRoleArgs, defaults iam.ServiceAccountRoleArgs) {
	if writer == nil {
		return
	}
	defaults.Policy = pulumi.String("{}") // The real policy names the bucket, which is not registered yet.
	role, filled := check.Fill(writer, defaults)
	p.Part(path, role, filled...)
	checkARNIn(p, path+".OIDCProviderARN", role.OIDCProviderARN, region)
	checkARNIn(p, path+".PermissionsBoundary", role.PermissionsBoundary, region)
}

// registerWriter registers the role at a path in the arguments, and returns its ARN, which depends on its permissions.
func registerWriter(
	b *component.Base, path check.Path, name string, writer *iam.ServiceAccountRoleArgs, defaults iam.ServiceAccountRoleArgs,
) (pulumi.StringPtrOutput, error) {
	args, _ := check.Fill(writer, defaults)
	role, err := iam.NewServiceAccountRole(b.Inside(path), name, args, b.Parent)
	if err != nil {
		return component.NilString(), err
	}
	return role.RoleARN, nil
}
