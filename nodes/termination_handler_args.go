package nodes

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
)

// TerminationHandlerArgs say whose nodes are drained. All changes restart the handler.
type TerminationHandlerArgs struct {
	// InfraID is the cluster's infrastructure id, such as demo-x7k2p: nodes of machines with its tag are drained. Required.
	InfraID string
	// Region is the AWS region of the cluster, such as us-east-2. Required.
	Region string
	// QueueURL is the URL of the queue to read: WorkerPool.DrainQueueURL, of a pool with Drain. Required.
	QueueURL pulumi.StringInput
	// RoleARN is the role that the handler takes by its service account's token: TerminationHandlerRole.RoleARN. Left out,
	// it runs in the network of a control-plane machine and acts by that machine's role, which TerminationHandlerRole can
	// give the permissions.
	RoleARN pulumi.StringInput
	// Timeout is how long the pods of a node may take to go, in whole seconds: 14 minutes by default, a little less than
	// DrainArgs.Timeout, which should be longer. Spot machines that EC2 takes have two minutes in any case.
	Timeout time.Duration
	// Image is the AWS Node Termination Handler, pinned by a tag or a digest: 1.25.6 by default, of AWS's public registry.
	Image string
	// HTTPSProxy is the URL of the proxy to AWS's APIs. None by default.
	HTTPSProxy pulumi.StringInput
	// Namespace is made for the handler: termination-handler by default. A change replaces everything. Two handlers have
	// two namespaces.
	Namespace string
}

const (
	defaultHandlerImage     = "public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.6"
	defaultHandlerNamespace = "termination-handler"
	defaultHandlerTimeout   = defaultDrainTimeout - time.Minute
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *TerminationHandlerArgs) Validate() error {
	const path = "nodes.TerminationHandlerArgs."
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+"InfraID", args.InfraID)
	checkRegion(&p, path+"Region", args.Region)
	p.Required(path+"QueueURL", args.QueueURL)
	checkBetween(&p, path+"Timeout", args.Timeout, minHeartbeat, maxHeartbeat)
	checkPinned(&p, path+"Image", args.Image)
	checkNamespace(&p, path+"Namespace", args.Namespace)
	return p.Err()
}

func (a *TerminationHandlerArgs) withDefaults() *TerminationHandlerArgs {
	args := TerminationHandlerArgs{}
	if a != nil {
		args = *a
	}
	if args.Timeout == 0 {
		args.Timeout = defaultHandlerTimeout
	}
	if args.Image == "" {
		args.Image = defaultHandlerImage
	}
	if args.Namespace == "" {
		args.Namespace = defaultHandlerNamespace
	}
	return &args
}
