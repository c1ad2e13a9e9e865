package nodes

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/names"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// TerminationHandlerArgs are the arguments of a TerminationHandler. Unless a field says otherwise, changes restart the handler.
type TerminationHandlerArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: only nodes of instances with its tag are drained. Required.
	InfraID string
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string
	// QueueURL is the URL of the queue to consume: WorkerPool.DrainQueueURL of a pool with Drain. Required.
	QueueURL pulumi.StringPtrInput
	// RoleARN is the role that the handler assumes with its service account's token: iam.ServiceAccountRole.RoleARN. Defaults to
	// none: the handler runs in the host network of a control-plane node and uses that node's role, to which
	// iam.ServiceAccountRole can add the permissions.
	RoleARN pulumi.StringPtrInput
	// Timeout is how long the pods of a node have to terminate, in whole seconds between 30s and 2h. It should be shorter than
	// DrainArgs.Timeout. Spot Instances have two minutes in any case. Defaults to 14m.
	Timeout time.Duration
	// Image is the image of the AWS Node Termination Handler, with a digest or a tag other than latest. Defaults to
	// public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.6, of which a disconnected cluster needs a mirror. It is a tag, because
	// its digest is not published: docs/day-two.md says how to read and set it.
	Image string
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput
	// Namespace is the namespace that is created for the handler. Two handlers need different namespaces. Defaults to
	// termination-handler. Changes replace all objects.
	Namespace string
}

const (
	defaultHandlerImage     = "public.ecr.aws/aws-ec2/aws-node-termination-handler:v1.25.6"
	defaultHandlerNamespace = "termination-handler"
	defaultHandlerTimeout   = defaultDrainTimeout - time.Minute
)

const handlerPath = "nodes.TerminationHandlerArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewTerminationHandler also requires a region.
func (a *TerminationHandlerArgs) Validate() error {
	const path = handlerPath
	var p check.Problems
	args := a.withDefaults()
	names.CheckInfraID(&p, path+".InfraID", args.InfraID)
	p.Format(path+".Region", args.Region, check.Region)
	if text, _ := check.Text(args.QueueURL); p.RequiredFormat(path+".QueueURL", args.QueueURL, check.HTTPSURL) {
		args.checkQueueRegion(&p, text)
	}
	p.Format(path+".RoleARN", args.RoleARN, check.RoleARN)
	p.Duration(path+".Timeout", args.Timeout, minHeartbeat, maxHeartbeat, time.Second)
	p.Format(path+".Image", args.Image, pinnedImage)
	checkProxy(&p, path+".HTTPSProxy", args.HTTPSProxy)
	checkNamespace(&p, path+".Namespace", args.Namespace)
	return p.ErrOf(a)
}

// checkQueueRegion reports the URL of a queue in another region: the handler calls the queue's service in its own.
func (a *TerminationHandlerArgs) checkQueueRegion(p *check.Problems, queue string) {
	if region := queueRegion(queue); region != "" && a.Region != "" && region != a.Region {
		p.Addf(handlerPath+".QueueURL", "%s is in region %s; must be in %s", queue, region, a.Region)
	}
}

// queueRegion returns the region in the URL of a queue, in whichever of the service's endpoints (AWS General Reference, "Amazon SQS
// endpoints and quotas"); "" if there is none.
func queueRegion(queue string) string {
	parsed, err := url.Parse(queue)
	if err != nil {
		return ""
	}
	labels := strings.Split(parsed.Hostname(), ".")
	if i := slices.IndexFunc(labels, partition.IsRegion); i >= 0 {
		return labels[i]
	}
	return ""
}

// queueURL returns the URL of the queue; the output fails if the pool has no queue, or one in another region.
func (a *TerminationHandlerArgs) queueURL() pulumi.StringOutput {
	required := requiredOutput(handlerPath+".QueueURL", a.QueueURL, drainHint)
	return required.ApplyT(func(queue string) (string, error) {
		var p check.Problems
		a.checkQueueRegion(&p, queue)
		return queue, p.Err()
	}).(pulumi.StringOutput)
}

// withDefaults returns a copy with defaults applied.
func (a *TerminationHandlerArgs) withDefaults() *TerminationHandlerArgs {
	args := TerminationHandlerArgs{}
	if a != nil {
		args = *a
	}
	args.Timeout = cmp.Or(args.Timeout, defaultHandlerTimeout)
	args.Image = cmp.Or(args.Image, defaultHandlerImage)
	args.Namespace = cmp.Or(args.Namespace, defaultHandlerNamespace)
	return &args
}
