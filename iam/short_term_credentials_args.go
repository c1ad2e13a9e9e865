package iam

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/keep"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// ShortTermCredentialsArgs are the arguments of ShortTermCredentials. Unless a field says otherwise, changes are applied in place.
type ShortTermCredentialsArgs struct {
	// Name begins the names of the bucket, <Name>-oidc, and of the roles, which are truncated to 64 characters: lower-case letters,
	// digits and hyphens, 3 to 40 of them. Required. Names of buckets are unique in a partition: use the cluster's name and a
	// suffix, such as the account ID. A change replaces everything, which no cluster survives.
	Name string `check:"required,format=lower-name,length=3..40"`
	// OpenShiftVersion is the minor version of the cluster's release: 4.16 or later. Required. It decides the permissions. Change it
	// before the cluster is upgraded. A release that this version of the library does not know is rejected.
	OpenShiftVersion string `check:"required,format=minor-version"`
	// PublicKey is the public key with which service account tokens are verified: RSA, in PEM. Required. The private key must be
	// in the directory of openshift-install (SigningKeyFile) before it creates Ignition configs. A running cluster does not survive
	// another key; while a cluster's key is rotated, both keys follow each other here, the old one and the new one, until every token
	// is signed with the new one (docs/credentials.md).
	PublicKey pulumi.StringInput `check:"required=Validate"`
	// Region is the region of the bucket, which must be that of the AWS provider. Defaults to the region of the AWS provider.
	Region string `check:"format=region"`
	// PrivateBucket makes the bucket private; a CloudFront distribution serves the issuer's two documents. Defaults to a bucket whose
	// two documents are public, which the account's S3 Block Public Access must allow. Only in partition aws. A change replaces the
	// issuer, which no cluster survives. The manifests are not known before the distribution exists.
	PrivateBucket bool
	// TechPreview adds the roles of operators that only clusters with the feature set TechPreviewNoUpgrade have. Defaults to false.
	TechPreview bool
	// DisabledCapabilities are the capabilities that the cluster does not have, such as ImageRegistry. Their operators get neither
	// role nor Secret: openshift-install would wait forever for the namespace of such a Secret. Defaults to none.
	DisabledCapabilities []string
	// Path is the IAM path of the roles. It begins and ends with a slash. Defaults to /. A change replaces the roles, and a cluster
	// cannot assume them until its Secrets have the new ARNs.
	Path string `check:"format=iam-path" default:"/"`
	// NodeRoleARNs are the ARNs of the roles of machines, such as those of InstanceProfiles: the Machine API may pass only these,
	// and only to EC2. Otherwise anyone who may create a MachineSet can start an instance with any role of the account that EC2 may
	// assume, as with the credentials that ccoctl creates. Defaults to all roles.
	NodeRoleARNs pulumi.StringArrayInput `check:"format=role-arn"`
	// HostedZoneRoleARN is the role that the ingress operator assumes for a private hosted zone in another account (hostedZoneRole
	// of install-config.yaml, privateZoneIAMRole of the cluster's DNS; openshift/api release-4.16 to release-4.22
	// config/v1/types_dns.go). Defaults to none: the operator may assume no role, whereas ccoctl lets it assume all roles that trust
	// it.
	HostedZoneRoleARN pulumi.StringInput `check:"format=role-arn"`
	// PermissionsBoundary is the ARN of the policy that limits the permissions of the roles. Defaults to none.
	PermissionsBoundary pulumi.StringInput `check:"format=policy-arn"`
	// Tags are the tags of all resources. The component's own tags take precedence.
	Tags pulumi.StringMap `check:"iam-tags"`
}

// kept are the issuer and the roles, which the cluster has by its manifests and Secrets.
func (a *ShortTermCredentialsArgs) kept() []keep.Rule {
	const path, lost = shortTermCredentialsPath, "the operators of a running cluster would lose AWS. Set it back"
	var operators []string
	for _, request := range a.requests() {
		operators = append(operators, string(request.Operator))
	}
	return []keep.Rule{
		keep.Fixed("name", path+".Name", pulumi.String(a.Name), lost),
		keep.Fixed("region", path+".Region", pulumi.String(a.Region), lost),
		keep.Fixed("path", path+".Path", pulumi.String(a.Path), lost),
		// A key is rotated by two updates: between them the issuer has both.
		keep.Fixed("publicKey", path+".PublicKey", a.PublicKey, lost).If(func(c keep.Change) bool {
			return !haveCommonKey(c.Texts("publicKey"))
		}),
		keep.Fixed("privateBucket", path+".PrivateBucket", pulumi.String(strconv.FormatBool(a.PrivateBucket)), lost),
		{Input: "openShiftVersion", Value: pulumi.String(a.OpenShiftVersion)},
		// Another release can have other operators; a capability that a cluster has cannot be disabled.
		keep.Each("operators", path+".DisabledCapabilities", operators, lost).If(func(c keep.Change) bool {
			before, after := c.Texts("openShiftVersion")
			return before == after
		}),
	}
}

const shortTermCredentialsPath = "iam.ShortTermCredentialsArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. Without Region it does not check what depends on the
// partition; NewShortTermCredentials does.
//
// Truncated to 64 characters, the names of
// the roles differ up to a Name of 44 characters: the longest beginning that two operators share is -openshift-cluster- of
// OperatorClusterAPI and OperatorEBSCSI.
func (a *ShortTermCredentialsArgs) Validate() error {
	a, p := check.Begin(a)
	const path = shortTermCredentialsPath
	a.checkCluster(&p, path)
	a.checkKey(&p, path+".PublicKey")
	if where := partition.OfRegion(a.Region).ID; a.PrivateBucket && a.Region != "" && where != "aws" {
		p.Addf(path+".PrivateBucket", "must not be set in partition %s", where)
	}
	p.ARNIn(path+".PermissionsBoundary", a.PermissionsBoundary, a.Region)
	return p.ErrOf(a)
}

// checkCluster checks the arguments that decide which roles there are.
func (a *ShortTermCredentialsArgs) checkCluster(p *check.Problems, path check.Path) {
	if check.MinorVersion.Match(a.OpenShiftVersion) && !release.Oldest.In(a.OpenShiftVersion) {
		p.Addf(path+".OpenShiftVersion", "must be %s or later (got %s)", release.Oldest, a.OpenShiftVersion)
	}
	release.CheckKnown(p, path+".OpenShiftVersion", a.OpenShiftVersion)
	p.Unique(path+".DisabledCapabilities", a.DisabledCapabilities)
	for i, capability := range a.DisabledCapabilities {
		at := check.Index(path+".DisabledCapabilities", i)
		check.OneOf(p, at, capability, release.AllCapabilities()...)
		if capability == "CloudCredential" {
			p.Addf(at, "must not be CloudCredential: OpenShift requires it on AWS")
		}
	}
}

// checkKey checks the key, which only the issuer needs.
func (a *ShortTermCredentialsArgs) checkKey(p *check.Problems, path check.Path) {
	if !p.Required(path, a.PublicKey) {
		return
	}
	if public, known := check.Text(a.PublicKey); known {
		if _, err := parsePublicKeys(public); err != nil {
			p.Addf(path, "%v", err)
		}
	}
}

// requests returns the CredentialsRequests of the cluster.
func (a *ShortTermCredentialsArgs) requests() []credentialsRequest {
	return slices.DeleteFunc(credentialsRequests(a.OpenShiftVersion), func(request credentialsRequest) bool {
		return request.TechPreview && !a.TechPreview || slices.Contains(a.DisabledCapabilities, request.Capability)
	})
}

func (a *ShortTermCredentialsArgs) bucketName() string {
	return a.Name + "-oidc"
}

// bucketHost returns the host of the bucket in a region.
func (a *ShortTermCredentialsArgs) bucketHost(region string) string {
	return fmt.Sprintf("%s.s3.%s.%s", a.bucketName(), region, partition.OfRegion(region).DNSSuffix)
}
