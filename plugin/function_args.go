package plugin

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
)

// The structs of functions whose Go parameters and results are single values.

type noArgs struct{}

type installDirArgs struct {
	// Path is the path of the directory, relative to the program's. Required.
	Path string `check:"required"`
	// AllowExpiredIgnition accepts Ignition that is older than 24 hours, for a cluster that is installed. Defaults to false.
	AllowExpiredIgnition bool
}

func getInstallDir(args *installDirArgs) (*cluster.InstallDir, error) {
	p := check.Struct(args)
	if err := p.Err(); err != nil {
		return nil, err
	}
	var options []cluster.InstallDirOption
	if args.AllowExpiredIgnition {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	dir, err := cluster.LoadInstallDir(args.Path, options...)
	for _, each := range check.Of(err) {
		p.Addf("plugin.installDirArgs.Path", "%s", each)
	}
	return dir, p.Err()
}

type egressProxyURLArgs struct {
	// Hostname is the [Hostname] of the EgressProxy, such as proxy.demo.internal. Required.
	Hostname string `check:"required"`
}

type egressProxyURL struct {
	// URL is the proxy's URL for HTTP and HTTPS requests.
	URL string
}

func getEgressProxyURL(args *egressProxyURLArgs) (egressProxyURL, error) {
	p := check.Struct(args)
	return egressProxyURL{network.EgressProxyURL(args.Hostname)}, p.Err()
}

type amiArgs struct {
	// Stream is the stream metadata, a text of JSON. Required.
	Stream string `check:"required"`
	// Region is the AWS region. Required.
	Region string `check:"required,format=region"`
	// Architecture is amd64 or x86_64, arm64 or aarch64. Required.
	Architecture string `check:"required"`
}

type ami struct {
	// ID is the ID of the image.
	ID string
}

func getAMI(args *amiArgs) (ami, error) {
	p := check.Struct(args)
	if err := p.Err(); err != nil {
		return ami{}, err
	}
	id, err := rhcos.AMI([]byte(args.Stream), args.Architecture, args.Region)
	if err != nil {
		p.Addf("plugin.amiArgs.Stream", "%s", err)
	}
	return ami{id}, p.Err()
}

// policyText is a policy that a function returns.
type policyText struct {
	// Policy is the policy's JSON.
	Policy pulumi.StringOutput
}

func policyOf(text pulumi.StringInput) policyText { return policyText{text.ToStringOutput()} }

type infraIDArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required.
	InfraID string `check:"required,infra-id"`
}

func getAutoscalerPolicy(args *infraIDArgs) (policyText, error) {
	p := check.Struct(args)
	return policyOf(nodes.AutoscalerPolicy(args.InfraID)), p.Err()
}

func getCSRApproverPolicy(*noArgs) (policyText, error) {
	return policyOf(nodes.CSRApproverPolicy()), nil
}

type terminationHandlerPolicyArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p. Required.
	InfraID string `check:"required,infra-id"`
	// QueueARN is the ARN of the pool's queue: drainQueueArn. Required.
	QueueARN string `check:"required,format=queue-arn"`
}

func getTerminationHandlerPolicy(args *terminationHandlerPolicyArgs) (policyText, error) {
	p := check.Struct(args)
	return policyOf(nodes.TerminationHandlerPolicy(args.InfraID, pulumi.String(args.QueueARN))), p.Err()
}

type logBucketPolicyArgs struct {
	// Bucket is the name of the bucket. Required.
	Bucket string `check:"required"`
}

func getLogBucketPolicy(args *logBucketPolicyArgs) (policyText, error) {
	p := check.Struct(args)
	return policyOf(pulumi.String(iam.LogBucketPolicy(args.Bucket))), p.Err()
}

type sharedVpcRolesArgs struct {
	// Product is the product of the clusters. Required.
	Product iam.Product `check:"required"`
	// Prefix is the prefix of SharedVpcResources. Required.
	Prefix string `check:"required"`
	// AccountID is the ID of the account that owns the VPC. Required.
	AccountID string `check:"required,format=account-id"`
}

func getSharedVpcRoles(args *sharedVpcRolesArgs) (*iam.SharedVpcArgs, error) {
	p := check.Struct(args)
	return iam.SharedVpcRoles(args.Product, args.Prefix, args.AccountID), p.Err()
}

type cloudInit struct {
	// CloudInit is the cloud-init. A secret.
	CloudInit pulumi.StringOutput `check:"secret"`
}

func getCloudInit311(args *nodes.CloudInit311Args) (cloudInit, error) {
	text, err := nodes.CloudInit311(args)
	return cloudInit{text}, err
}
