package rosa

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// HCPArgs are the arguments of an HCP. Unless a field says otherwise, a change replaces the cluster: the update fails and leaves the
// cluster as it is, unless AllowReplacement is set.
type HCPArgs struct {
	// Name is the name of the cluster: 1 to 54 lower-case letters, digits and hyphens, beginning with a letter. Required.
	Name string `rhcs:"name" check:"required,format=rosa-cluster-name"`
	// DomainPrefix is the first label of the cluster's domain, in the format of [Name], at most 15 characters. Required for a VPC
	// of another account if [Name] is longer; otherwise defaults to [Name], or to a random one if [Name] is longer.
	DomainPrefix string `rhcs:"domainPrefix" check:"format=rosa-domain-prefix"`
	// Region is the AWS region of the cluster. Defaults to the region of the private subnets' zones.
	Region string `rhcs:"cloudRegion" check:"format=region"`
	// AccountID is the ID of the AWS account of the machines, 12 digits. Required.
	AccountID pulumi.StringInput `rhcs:"awsAccountId" check:"required,format=account-id"`
	// BillingAccountID is the ID of the AWS account that is billed for the cluster, 12 digits. It must be linked to the Red Hat
	// organization: enable ROSA in its AWS console, otherwise OCM rejects the cluster with "billing account ... not linked to
	// organization". Defaults to AccountID; in GovCloud to none. Changes are applied in place.
	BillingAccountID pulumi.StringInput `rhcs:"awsBillingAccountId" check:"format=account-id"`
	// CreatorARN is the ARN of the user, or of the role's session, that OCM records as the creator of the cluster. Required with
	// Properties and ZeroEgress. Changes are ignored.
	CreatorARN pulumi.StringInput `check:"format=rosa-creator-arn"`
	// Properties are key-value pairs that OCM stores with the cluster. Defaults to none. Changes are applied in place.
	Properties map[string]string
	// Version is the OpenShift release of the control plane. Defaults to the newest. Changes are applied in place.
	Version *VersionArgs
	// STS are the roles. Required.
	STS *STSArgs `rhcs:"sts" check:"required"`

	// PrivateSubnets are the subnets of the machines and of the API server's endpoint, one per zone. The initial machine pools are in
	// their zones. Tag them with kubernetes.io/role/internal-elb. Required.
	PrivateSubnets []network.Subnet `check:"required" network:"private"`
	// PublicSubnets are the subnets of public load balancers. At least one unless Scope is Internal; an internal cluster needs them only
	// for a public ingress. Tag them with kubernetes.io/role/elb. Defaults to none.
	PublicSubnets []network.Subnet `network:"public"`
	// VpcID is the ID of the VPC of the subnets. With it the component adopts the security group of the API server's endpoint, which the
	// service can leave when the cluster is deleted, so that pulumi destroy deletes it before the VPC. Set it from the first update on, and
	// leave it set: the group cannot be deleted before the cluster. In a VPC that another account shares, pass the component an AWS provider
	// of that account. Not used if Wait.WaitForCreate is false. Defaults to none: the group is not adopted.
	VpcID pulumi.StringInput `check:"format=vpc-id"`
	// Scope is who can reach the API server and the ingress: network.Internal uses AWS PrivateLink. network.PrivateLinkAccess allows more
	// than the machines to reach an internal API server. Must be network.Internal in GovCloud and with ZeroEgress. Defaults to
	// network.External.
	Scope network.Scope `check:"External|Internal" default:"External"`
	// Network are the address ranges. Defaults to those of NetworkArgs.
	Network *NetworkArgs
	// Proxy is the cluster-wide proxy. Defaults to none. Changes are applied in place.
	Proxy *ProxyArgs `rhcs:"proxy"`
	// ZeroEgress creates a cluster that needs no access to the internet: images are pulled from ECR in the region. It needs VPC endpoints
	// of ECR, S3 and STS, Scope Internal, and a channel of stable, eus or fast. Red Hat's documentation lists the regions that have it
	// (openshift/openshift-docs rosa_hcp/rosa-hcp-egress-lockdown-install.adoc). OCM reads it only when it creates the cluster: a change without AllowReplacement changes OCM's record and
	// nothing else. Defaults to false.
	ZeroEgress bool
	// SharedVpc is for subnets that another account shares. Needs BaseDNSDomain. Defaults to none.
	SharedVpc *SharedVpcArgs `rhcs:"sharedVpc"`
	// BaseDNSDomain is the parent of the cluster's domain, such as DNSDomain.Name. Defaults to OCM's choice.
	BaseDNSDomain pulumi.StringInput `rhcs:"baseDnsDomain" check:"format=rosa-base-domain"`
	// AllowedPrincipals are ARNs of accounts, users and roles that can create endpoints of the internal API server in other VPCs. Needs
	// Scope Internal. The roles of SharedVpc are added to them: with them the service creates the endpoint. Defaults to none. Changes are
	// applied in place.
	AllowedPrincipals pulumi.StringArrayInput `check:"format=rosa-principal"`

	// Workers are the initial machine pools. Defaults to those of WorkersArgs.
	Workers *WorkersArgs
	// AllowIMDSv1 lets the instance metadata service of the machines answer requests without a token. Defaults to false.
	AllowIMDSv1 bool
	// AutoNode lets the service choose and launch machines. Defaults to none. Changes are applied in place.
	AutoNode *AutoNodeArgs `rhcs:"autoNode"`

	// EtcdKeyARN is the ARN of the KMS key that encrypts etcd: iam.EtcdKey. Defaults to a key of AWS.
	EtcdKeyARN pulumi.StringInput `rhcs:"etcdKmsKeyArn" check:"format=rosa-key-arn"`
	// VolumeKeyARN is the ARN of the KMS key that encrypts the root volumes of the machines: iam.VolumeKey. Persistent volumes need a
	// StorageClass with the key. Defaults to a key of AWS.
	VolumeKeyARN pulumi.StringInput `rhcs:"kmsKeyArn" check:"format=rosa-key-arn"`
	// FIPS restricts cryptography to FIPS 140 validated modules. Must be true in GovCloud. Defaults to false.
	FIPS bool `rhcs:"fips"`
	// Registry restricts the image registries. Defaults to none. Changes are applied in place.
	Registry *RegistryArgs `rhcs:"registryConfig,zero"`

	// AuditLogRoleARN is the ARN of the role that writes the audit log of the API server to CloudWatch. Defaults to none: the log is not
	// written; set it to an empty text to stop writing. Changes are applied in place.
	AuditLogRoleARN pulumi.StringInput `rhcs:"auditLogArn" check:"empty,format=role-arn"`
	// Admin is a cluster-admin user that is created with the cluster. It has no effect with ExternalAuth and must not be set together with
	// it. Defaults to none.
	Admin *AdminArgs `rhcs:"adminCredentials" check:"not=ExternalAuth"`
	// ExternalAuth authenticates users with an OIDC issuer of yours instead of OpenShift's OAuth server. It excludes identity providers.
	// OCM has the issuer's settings (`rosa create external-auth-provider`; RHCS has no resource for them): until they are set, only a
	// BreakGlassCredential gives access to the cluster. Defaults to false.
	ExternalAuth bool `rhcs:"externalAuthProvidersEnabled"`

	// Wait is how long an update waits for OCM. Defaults to those of WaitArgs. Changes do not change the cluster.
	Wait *WaitArgs `default:"{}"`
	// AllowReplacement lets changes that OCM cannot apply in place delete the cluster, with everything in it, and create another one. Set
	// it for that update only. Before it, remove the machine pools, identity providers and other contents of the cluster from the program:
	// OCM cannot delete them when the cluster is gone, and the update would fail. Defaults to false.
	AllowReplacement bool
	// Tags are AWS tags of everything that the service creates in the account. Defaults to none.
	// Changes have no effect without AllowReplacement: a warning says so.
	Tags pulumi.StringMap `rhcs:"tags" check:"tags"`
}

const hcpPath = "rosa.HCPArgs"

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *HCPArgs) Validate() error {
	full, p := check.Begin(a)
	full.setDefaults()
	c := newClusterCheck(&p, hcpPath, full.Region, full.AccountID, true)
	c.version(full.Version)
	c.sts(full.STS, valueOf(full.Version).Version)
	c.properties(full.Properties, full.CreatorARN)
	full.checkPrivacy(&p)
	c.network(full.Network, max(len(full.PrivateSubnets), 1), full.PrivateSubnets, full.PublicSubnets)
	if full.Scope == network.External && len(full.PublicSubnets) == 0 {
		p.Addf(hcpPath+".PublicSubnets", "is required unless Scope is %s", network.Internal)
	}
	full.checkSharing(c)
	c.proxy(full.Proxy)
	c.workers(full.Workers, full.limits())
	full.checkAdoption(c)
	full.checkServices(c)
	c.key("EtcdKeyARN", full.EtcdKeyARN)
	c.key("VolumeKeyARN", full.VolumeKeyARN)
	if full.Registry != nil {
		full.Registry.check(&p, hcpPath+".Registry")
	}
	c.wait(full.Wait)
	return p.ErrOf(a)
}

// checkPrivacy reports what OCM rejects of clusters without egress (openshift-online/rosa-e2e, test specification of zero egress clusters,
// 1.3 and 1.4), and what the rosa command forces in GovCloud (openshift/rosa master d80ba25 cmd/create/cluster/cmd.go).
func (a *HCPArgs) checkPrivacy(p *check.Problems) {
	if a.ZeroEgress && a.CreatorARN == nil {
		p.Addf(hcpPath+".CreatorARN", "is required with ZeroEgress")
	}
	version := valueOf(a.Version)
	if a.ZeroEgress && (version.ChannelGroup == ChannelCandidate || strings.HasPrefix(version.Channel, string(ChannelCandidate))) {
		p.Addf(hcpPath+".ZeroEgress", "is not supported by candidate channels")
	}
	switch {
	case a.Scope != network.External:
	case a.ZeroEgress:
		p.Addf(hcpPath+".Scope", "must be %s with ZeroEgress", network.Internal)
	case isGov(a.Region):
		p.Addf(hcpPath+".Scope", "must be %s in %s", network.Internal, a.Region)
	}
	if isGov(a.Region) && !a.FIPS {
		p.Addf(hcpPath+".FIPS", "must be true in %s", a.Region)
	}
}

func (a *HCPArgs) checkSharing(c clusterCheck) {
	if a.SharedVpc != nil {
		c.role("SharedVpc.Route53RoleARN", a.SharedVpc.Route53RoleARN)
		c.role("SharedVpc.VpcEndpointRoleARN", a.SharedVpc.VpcEndpointRoleARN)
		c.hostedZones("SharedVpc", a.Name, a.DomainPrefix, a.BaseDNSDomain)
		if isGov(a.Region) {
			c.Addf(hcpPath+".SharedVpc", "is not supported in %s", a.Region)
		}
	}
	list, _ := a.AllowedPrincipals.(pulumi.StringArray)
	c.RequiresField(hcpPath, "AllowedPrincipals", len(list) > 0, "Scope Internal", a.Scope == network.Internal)
}

func (a *HCPArgs) checkServices(c clusterCheck) {
	if a.AutoNode != nil {
		c.ownRole("AutoNode.RoleARN", a.AutoNode.RoleARN)
		if !*a.Wait.WaitForCreate {
			c.Addf(hcpPath+".AutoNode", "must not be set if Wait.WaitForCreate is false: it is enabled when the cluster is ready")
		}
	}
	c.role("AuditLogRoleARN", a.AuditLogRoleARN)
}

func (a *HCPArgs) setDefaults() {
	a.Region = regionOf(a.Region, zonesOf(a.PrivateSubnets))
	// OCM has no default (openshift/rosa#1665); that of terraform-redhat/terraform-rhcs-rosa-hcp modules/rosa-cluster-hcp is the same.
	if a.BillingAccountID == nil && !isGov(a.Region) {
		a.BillingAccountID = a.AccountID
	}
}

func (a *HCPArgs) limits() workerLimits {
	return workerLimits{hosted: true, multiple: max(1, len(a.PrivateSubnets)), network: a.Network}
}
