package storage

import (
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

const defaultRegistryReplicas = 2

// ImageRegistryArgs are the arguments of ImageRegistry.
type ImageRegistryArgs struct {
	// Bucket is the name of the bucket that images are kept in, such as RegistryBucket.Name. Required. A change is made
	// in place; images in the former bucket are not copied.
	Bucket pulumi.StringInput
	// Region is the bucket's region, such as us-east-2. Required. A change is made in place.
	Region string
	// KMSKeyARN is the ARN of the KMS key that images are encrypted with, RegistryBucketArgs.KMSKeyARN as a rule; nil for
	// S3's own keys. A change is made in place and counts for new images.
	KMSKeyARN pulumi.StringInput
	// Replicas is the number of registry pods, 2 by default. A change is made in place.
	Replicas pulumi.IntInput
	// Placement is where the pods run; by default on any worker. A change is made in place.
	Placement Placement
	// ReadOnly refuses pushes and deletions, for maintenance such as a change of Bucket. A change is made in place.
	ReadOnly bool
	// DisableRedirect sends images through the registry's pods instead of sending clients to S3, for clients that cannot
	// reach it. A change is made in place.
	DisableRedirect bool
	// DefaultRoute makes a route to the registry from outside: default-route-openshift-image-registry.apps.<domain>.
	// A change is made in place.
	DefaultRoute bool
	// Routes are further routes to the registry. A change is made in place.
	Routes []RegistryRoute
	// Proxy is the registry's proxy; nil for that of Proxy/cluster. A change is made in place.
	Proxy *RegistryProxyArgs
	// Requests bound how many requests each pod handles at a time; nil for no bounds. A change is made in place.
	Requests *RegistryRequestsArgs
	// RolloutStrategy is how changed pods come, RollingUpdate or Recreate; empty for the operator's, RollingUpdate. A
	// change is made in place.
	RolloutStrategy string
	// Pruner says how images that nothing refers to are removed; nil leaves the cluster's pruner as it is. A change is
	// made in place.
	Pruner *ImagePrunerArgs
}

// RegistryRoute is a route to the registry.
type RegistryRoute struct {
	// Name is the route's name. Required.
	Name string
	// Hostname is the host that clients use, such as registry.example.com; empty for one of the ingress controller's.
	Hostname string
	// SecretName is the name of a Secret in openshift-image-registry with the host's certificate; empty for the ingress
	// controller's certificate.
	SecretName string
}

// RegistryProxyArgs are a proxy for the registry's requests to S3 and to other registries.
type RegistryProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP; nil for none. A known one with a password is kept as a secret.
	HTTPProxy pulumi.StringInput
	// HTTPSProxy is the URL of the proxy for HTTPS, in the same way.
	HTTPSProxy pulumi.StringInput
	// NoProxy are hosts and ranges that are reached without a proxy.
	NoProxy []string
}

// RegistryRequestsArgs bound how many requests a pod of the registry handles at a time.
type RegistryRequestsArgs struct {
	// Read is about pulls.
	Read RequestLimits
	// Write is about pushes.
	Write RequestLimits
}

// RequestLimits bound requests of one kind. What is zero has no bound.
type RequestLimits struct {
	// MaxRunning is how many are handled at a time, MaxInQueue how many wait; the others are refused.
	MaxRunning, MaxInQueue int
	// MaxWaitInQueue is how long one waits before it is refused.
	MaxWaitInQueue time.Duration
}

// ImagePrunerArgs say how images that nothing refers to are removed. What is not set stays as the cluster has it.
type ImagePrunerArgs struct {
	// Schedule is when, by five fields of cron, such as 0 3 * * *; empty for every day at midnight.
	Schedule string
	// Suspend stops the pruning.
	Suspend bool
	// KeepTagRevisions is how many former images of a tag are kept; not set, it is 3.
	KeepTagRevisions pulumi.IntInput
	// KeepYoungerThan is the age that images are kept to at least; not set, it is 60 minutes.
	KeepYoungerThan time.Duration
	// Placement is where the pruner runs; by default where the registry does.
	Placement Placement
}

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *ImageRegistryArgs) Validate() error {
	const path = "storage.ImageRegistryArgs."
	var p check.Problems
	args := a.withDefaults()
	p.Required(path+"Bucket", args.Bucket)
	checkRegion(&p, path+"Region", args.Region)
	if args.KMSKeyARN != nil {
		checkKMSKeyARN(&p, path+"KMSKeyARN", args.KMSKeyARN)
		checkKeyRegion(&p, path+"KMSKeyARN", args.KMSKeyARN, args.Region)
	}
	if replicas, known := args.Replicas.(pulumi.Int); known && replicas < 1 {
		p.Addf(path+"Replicas", "%d is no number of pods; a registry has 1 or more", int(replicas))
	}
	args.Placement.Check(&p, path+"Placement")
	args.checkAccess(&p, path)
	args.Requests.check(&p, path+"Requests")
	if !slices.Contains([]string{"", "RollingUpdate", "Recreate"}, args.RolloutStrategy) {
		p.Addf(path+"RolloutStrategy", "%q is none of RollingUpdate, Recreate", args.RolloutStrategy)
	}
	args.Pruner.check(&p, path+"Pruner")
	return p.Err()
}

func (a *ImageRegistryArgs) withDefaults() ImageRegistryArgs {
	args := ImageRegistryArgs{}
	if a != nil {
		args = *a
	}
	if args.Replicas == nil {
		args.Replicas = pulumi.Int(defaultRegistryReplicas)
	}
	if args.Pruner != nil {
		pruner := *args.Pruner
		if pruner.Placement.IsZero() {
			pruner.Placement = args.Placement
		}
		args.Pruner = &pruner
	}
	return args
}
