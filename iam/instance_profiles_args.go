package iam

import (
	"regexp"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/tags"
)

// pathLimit is the longest path of a role or profile, in characters (IAM API reference, CreateRole).
const pathLimit = 512

// InstanceProfilesArgs are the arguments of InstanceProfiles.
type InstanceProfilesArgs struct {
	// InfraID is the cluster's infrastructure id. Required. It begins the Name tags and names the bucket that the bootstrap
	// machine reads; a change is made in place.
	InfraID string
	// Region is the cluster's region, such as us-east-2. Required. It decides the partition's ARNs and service principals;
	// a change within a partition changes nothing.
	Region string
	// Bootstrap says whether the bootstrap machine's profile exists. Default false. Set it at the bootstrap stage only.
	Bootstrap bool
	// Path is the path of roles and profiles; it begins and ends with a slash. Default "/". A change replaces them.
	Path string
	// PermissionsBoundary is the ARN of the policy that limits what the roles may ever do. Optional. A change is made in place.
	PermissionsBoundary pulumi.StringInput
	// Tags are set on roles and profiles. The component's own tags win. A change is made in place.
	Tags pulumi.StringMap
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *InstanceProfilesArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	names.CheckInfraID(&p, "iam.InstanceProfilesArgs.InfraID", full.InfraID)
	checkRegion(&p, "iam.InstanceProfilesArgs.Region", full.Region)
	checkPath(&p, "iam.InstanceProfilesArgs.Path", full.Path)
	checkBoundary(&p, "iam.InstanceProfilesArgs.PermissionsBoundary", full.PermissionsBoundary, full.Region)
	tags.Check(&p, "iam.InstanceProfilesArgs.Tags", full.Tags)
	return p.Err()
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *InstanceProfilesArgs) withDefaults() *InstanceProfilesArgs {
	var full InstanceProfilesArgs
	if a != nil {
		full = *a
	}
	if full.Path == "" {
		full.Path = "/"
	}
	return &full
}

var iamPath = regexp.MustCompile(`^/([!-~]+/)?$`)

func checkPath(p *check.Problems, field, path string) {
	switch {
	case len(path) > pathLimit:
		p.Addf(field, "has %d characters; IAM takes at most %d", len(path), pathLimit)
	case !iamPath.MatchString(path):
		p.Addf(field, "%q must begin and end with a slash and hold only printable ASCII characters, such as /openshift/", path)
	}
}

func checkRegion(p *check.Problems, field, region string) {
	if p.Required(field, region) && !partition.IsRegion(region) {
		p.Addf(field, "%q is no region; write one such as us-east-2", region)
	}
}

// checkBoundary looks at a boundary that is known; an output tells its value later.
func checkBoundary(p *check.Problems, field string, given pulumi.StringInput, region string) {
	boundary, known := given.(pulumi.String)
	if !known || !partition.IsRegion(region) {
		return
	}
	where := partition.OfRegion(region)
	valid := regexp.MustCompile(`^` + where.ARN("iam", "", `(\d{12}|aws)`, `policy/[!-~]+`) + `$`)
	if !valid.MatchString(string(boundary)) {
		p.Addf(field, "%q is no policy's ARN in the partition of %s; write one such as %s",
			boundary, region, where.ARN("iam", "", "123456789012", "policy/boundary"))
	}
}

// optional hands on an input that may be missing to an argument that may.
func optional(input pulumi.StringInput) pulumi.StringPtrInput {
	if input == nil {
		return nil
	}
	return input.ToStringOutput().ToStringPtrOutput()
}
