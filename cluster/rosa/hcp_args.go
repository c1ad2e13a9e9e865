package cluster

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// RosaHCPArgs are the arguments of a RosaHCP. Where a change replaces the cluster, the run fails instead and leaves the cluster as it
// is, unless AllowReplacement is set.
type RosaHCPArgs struct {
	// RHCS chooses the provider that OCM is asked by.
	RHCS RHCSProvider
	// Name is the cluster's name: 1 to 54 lower-case letters, digits and inner hyphens, beginning with a letter. Required. A change
	// replaces the cluster.
	Name string
	// DomainPrefix begins the cluster's domain, at most 15 characters such as Name's. Default: Name, or of a name longer than 15 a
	// random one. A change replaces the cluster.
	DomainPrefix string
	// Region is the cluster's region, such as us-east-2. Required. A change replaces the cluster.
	Region string
	// AccountID is the AWS account that the machines are in, 12 digits. Required. A change replaces the cluster.
	AccountID pulumi.StringInput
	// BillingAccountID is the AWS account that is billed for the cluster, 12 digits. Default: OCM's choice. A change is made in place.
	BillingAccountID pulumi.StringInput
	// CreatorARN is the ARN of the user, or the session of a role, that OCM names as the cluster's creator. Required with
	// Properties and ZeroEgress. A change is ignored.
	CreatorARN pulumi.StringInput
	// Properties are notes that OCM keeps with the cluster. A change is made in place.
	Properties map[string]string
	// Version chooses the release of OpenShift of the control plane.
	Version RosaVersionArgs
	// STS are the roles. Required.
	STS RosaSTSArgs

	// PrivateSubnets are the subnets of machines, in which the endpoint of the API is too: one for each zone. Required. Their zones are
	// those of the first machine pools. Tag them kubernetes.io/role/internal-elb. A change replaces the cluster.
	PrivateSubnets []network.Subnet
	// PublicSubnets are subnets for public load balancers. At least one for a cluster that is not Private; for a private one only
	// where its ingress is public. Tag them kubernetes.io/role/elb. A change replaces the cluster.
	PublicSubnets []network.Subnet
	// Private puts the API and the ingress into the VPC, behind AWS PrivateLink. network.PrivateLinkAccess opens the API's endpoint
	// to more than the machines. A change replaces the cluster.
	Private bool
	// Network are the address ranges.
	Network RosaNetworkArgs
	// Proxy is the proxy that machines reach the internet through. Default none.
	Proxy *RosaProxyArgs
	// ZeroEgress makes a cluster that needs no way to the internet: images come from ECR in the region. It needs endpoints of ECR, S3
	// and STS in the VPC. OCM looks at it when it makes the cluster: a change replaces the cluster, and without AllowReplacement does
	// nothing but write it down.
	ZeroEgress bool
	// SharedVpc is for subnets of another account. Needs BaseDNSDomain.
	SharedVpc *RosaSharedVpcArgs
	// BaseDNSDomain is the domain that the cluster's is below, reserved with OCM by `rosa create dns-domain`. Default: one that OCM
	// chooses. A change replaces the cluster.
	BaseDNSDomain pulumi.StringInput
	// AllowedPrincipals are ARNs of accounts, users and roles that may make endpoints of the private API in other VPCs. A change is
	// made in place.
	AllowedPrincipals pulumi.StringArrayInput

	// Workers are the machines of the first pools.
	Workers RosaWorkersArgs
	// IMDS says which requests the machines' metadata service answers. Default RosaIMDSv2. A change replaces the cluster.
	IMDS RosaIMDS
	// AutoNode lets the service choose machines by itself. Default off.
	AutoNode *RosaAutoNodeArgs

	// EtcdKeyARN is the ARN of the KMS key that etcd is encrypted with: iam.EtcdKey. Default: a key of AWS's. A change replaces the
	// cluster.
	EtcdKeyARN pulumi.StringInput
	// VolumeKeyARN is the ARN of the KMS key of the machines' root volumes: iam.VolumeKey. Volumes that pods claim need a
	// StorageClass that names the key. Default: a key of AWS's. A change replaces the cluster.
	VolumeKeyARN pulumi.StringInput
	// FIPS restricts cryptography to FIPS 140 validated modules. A change replaces the cluster.
	FIPS bool
	// Registry says which registries images come from. Default: all.
	Registry *RosaRegistryArgs

	// AuditLogRoleARN is the ARN of the role by which the API's audit log is written to CloudWatch. Default: it is not. A change is
	// made in place.
	AuditLogRoleARN pulumi.StringInput
	// LogForwarders send logs of the control plane away.
	LogForwarders []RosaLogForwarderArgs
	// Admin is a user that the cluster is born with. Default none.
	Admin *RosaAdminArgs
	// ExternalAuth lets users log in by an OIDC issuer of one's own instead of OpenShift's OAuth server, which identity providers
	// are for. A change replaces the cluster.
	ExternalAuth bool

	// Waits say how long the program waits.
	Waits RosaWaitsArgs
	// AllowReplacement lets changes that the service cannot make in place destroy the cluster, with everything in it, and make
	// another. Set it for the one run that is meant to. In a run before it take machine pools, identity providers and what else this
	// package makes in the cluster out of the program: OCM cannot delete them once the cluster is gone, and the run would fail.
	AllowReplacement bool
	// Tags are set on everything that the service makes in the account. A change replaces the cluster.
	Tags pulumi.StringMap
}

const rosaHCPPath = "cluster.RosaHCPArgs."

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *RosaHCPArgs) Validate() error {
	full := a.withDefaults()
	var p check.Problems
	full.common().check(&p, rosaHCPPath)
	if full.BillingAccountID != nil {
		rosaCheckAccount(&p, rosaHCPPath+"BillingAccountID", full.BillingAccountID)
	}
	if full.ZeroEgress && full.CreatorARN == nil {
		p.Addf(rosaHCPPath+"CreatorARN", "is required with ZeroEgress")
	}
	full.checkSubnets(&p)
	full.checkSharing(&p)
	full.Workers.check(&p, rosaHCPPath+"Workers", full.shape())
	full.checkNodes(&p)
	rosaCheckKey(&p, rosaHCPPath+"EtcdKeyARN", full.EtcdKeyARN, full.Region)
	full.Registry.check(&p, rosaHCPPath+"Registry")
	for i, forwarder := range full.LogForwarders {
		forwarder.check(&p, rosaIndex(rosaHCPPath+"LogForwarders", i), full.Region)
	}
	return p.Err()
}

func (a *RosaHCPArgs) checkSubnets(p *check.Problems) {
	machines := a.Network.check(p, rosaHCPPath+"Network", true, len(a.PrivateSubnets) > 1)
	if len(a.PrivateSubnets) == 0 {
		p.Addf(rosaHCPPath+"PrivateSubnets", "is empty; machines need one in each zone")
	}
	rosaCheckSubnets(p, rosaHCPPath+"PrivateSubnets", a.PrivateSubnets, a.Region, machines)
	rosaCheckSubnets(p, rosaHCPPath+"PublicSubnets", a.PublicSubnets, a.Region, machines)
	if !a.Private && len(a.PublicSubnets) == 0 {
		p.Addf(rosaHCPPath+"PublicSubnets", "is empty; a cluster that is not Private needs one for its load balancers")
	}
}

func (a *RosaHCPArgs) checkSharing(p *check.Problems) {
	a.SharedVpc.check(p, rosaHCPPath+"SharedVpc", a.Region)
	if a.SharedVpc != nil {
		if a.BaseDNSDomain == nil {
			p.Addf(rosaHCPPath+"BaseDNSDomain", "is required with SharedVpc")
		}
		if partition.OfRegion(a.Region).ID == "aws-us-gov" {
			p.Addf(rosaHCPPath+"SharedVpc", "is not offered in %s", a.Region)
		}
	}
	if list, known := a.AllowedPrincipals.(pulumi.StringArray); known {
		for i, principal := range list {
			if text, known := rosaKnown(principal); known && !rosaPrincipal.MatchString(text) {
				p.Addf(rosaIndex(rosaHCPPath+"AllowedPrincipals", i), "%q is no ARN of an account, a user or a role", text)
			}
		}
		if len(list) > 0 && !a.Private {
			p.Addf(rosaHCPPath+"AllowedPrincipals", "may make endpoints of a private API, and the cluster is not Private")
		}
	}
}

func (a *RosaHCPArgs) checkNodes(p *check.Problems) {
	account, _ := rosaKnown(a.AccountID)
	a.AutoNode.check(p, rosaHCPPath+"AutoNode", a.Region, account)
	if a.AutoNode != nil && a.Waits.SkipCreate {
		p.Addf(rosaHCPPath+"AutoNode", "is turned on once the cluster is ready; leave Waits.SkipCreate out")
	}
	if a.AuditLogRoleARN != nil {
		if text, known := rosaKnown(a.AuditLogRoleARN); !known || text != "" {
			rosaCheckRole(p, rosaHCPPath+"AuditLogRoleARN", a.AuditLogRoleARN, a.Region, "")
		}
	}
}

// withDefaults returns a copy in which nothing is left to chance. Nil arguments are empty ones.
func (a *RosaHCPArgs) withDefaults() *RosaHCPArgs {
	var full RosaHCPArgs
	if a != nil {
		full = *a
	}
	full.IMDS = full.IMDS.orDefault()
	return &full
}

func (a *RosaHCPArgs) common() rosaCommon {
	return rosaCommon{
		rhcs: a.RHCS, name: a.Name, domainPrefix: a.DomainPrefix, region: a.Region, account: a.AccountID, creator: a.CreatorARN,
		properties: a.Properties, version: a.Version, sts: a.STS, private: a.Private, proxy: a.Proxy, admin: a.Admin,
		volumeKey: a.VolumeKeyARN, imds: a.IMDS, waits: a.Waits, baseDomain: a.BaseDNSDomain, tags: a.Tags, fips: a.FIPS, hosted: true,
	}
}

func (a *RosaHCPArgs) shape() rosaShape {
	return rosaShape{hosted: true, unit: max(1, len(a.PrivateSubnets)), version: a.Version.Version, network: a.Network}
}
