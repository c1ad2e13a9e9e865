package storage

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

const imageRegistryPath = "storage.ImageRegistryArgs"

// ImageRegistryArgs are the arguments of ImageRegistry. Unless a field says otherwise, changes are applied in place.
type ImageRegistryArgs struct {
	// Bucket is the name of the bucket for images, such as RegistryBucket.Name. Defaults to the present storage, usually the bucket
	// that the operator created; on ROSA there is no other choice. A change does not copy images from the old bucket. If it is
	// removed, the registry keeps the bucket.
	Bucket pulumi.StringInput `check:"format=bucket-name"`
	// Region is the bucket's region, such as us-east-2. Defaults to the region of the default AWS provider (aws:region).
	Region string `check:"format=region"`
	// KMSKeyARN is the ARN of the KMS key, or of its alias, that encrypts images, usually RegistryBucketArgs.KMSKeyARN.
	// Defaults to S3 managed keys. A change affects new images.
	KMSKeyARN pulumi.StringInput `check:"format=kms-key-or-alias,with=Bucket"`
	// RegionEndpoint is the URL of the S3 API, such as that of an interface endpoint without private DNS:
	// https://bucket.vpce-0123456789abcdef0-abcdefgh.s3.us-east-2.vpce.amazonaws.com. Requires Bucket. Defaults to the region's
	// endpoint.
	RegionEndpoint string `check:"format=https-url,with=Bucket"`
	// Replicas is the number of registry pods, 1 or more. Two pods must run on different nodes, so that Placement must match at
	// least two (openshift/cluster-image-registry-operator pkg/resource/podtemplatespec.go). Defaults to 2.
	Replicas *int `check:"1..2147483647" default:"2"`
	// Placement selects the nodes that the pods run on. Defaults to all worker nodes.
	Placement Placement
	// ReadOnly rejects pushes and deletions, for maintenance such as a change of Bucket. Defaults to false.
	ReadOnly bool `kube:"spec.readOnly"`
	// Redirect redirects clients to S3 to pull images. Set it to false if clients cannot reach S3: then the registry's pods
	// send the images. Defaults to true.
	Redirect *bool `default:"true"`
	// DefaultRoute exposes the registry by the route default-route-openshift-image-registry.apps.<domain>, or in AppsDomain of
	// ingress.ComponentRoutes if that is set when the route is created. Defaults to false.
	DefaultRoute bool `kube:"spec.defaultRoute"`
	// Routes are additional routes to the registry.
	Routes []RegistryRoute `kube:"spec.routes"`
	// Proxy is the registry's proxy. Defaults to that of Proxy/cluster. If it is removed, the registry keeps it: set an empty
	// RegistryProxyArgs instead.
	Proxy *RegistryProxyArgs
	// Requests limits the requests that each pod handles concurrently. Defaults to no limits.
	Requests *RegistryRequestsArgs `kube:"spec.requests"`
	// RolloutStrategy is the update strategy of the pods: RollingUpdate or Recreate. Defaults to the operator's choice,
	// RollingUpdate.
	RolloutStrategy string `kube:"spec.rolloutStrategy" check:"RollingUpdate|Recreate"`
	// LogLevel is the log level of the registry: Normal, Debug, Trace or TraceAll. Defaults to Normal.
	LogLevel string `kube:"spec.logLevel" check:"Normal|Debug|Trace|TraceAll"`
	// Pruner configures the pruning of unused images. Defaults to the cluster's current configuration.
	Pruner *ImagePrunerArgs `kube:"-"`
}

// RegistryRoute is a route to the registry.
type RegistryRoute struct {
	// Name is the route's name, unique among the routes and not default-route, which DefaultRoute uses. Required.
	Name string `kube:"name" check:"required,format=object-name"`
	// Hostname is the host that clients use, such as registry.example.com. Defaults to one that the ingress controller
	// generates.
	Hostname string `kube:"hostname" check:"format=dns-subdomain"`
	// SecretName is the name of a Secret in openshift-image-registry with the host's certificate. Defaults to the ingress
	// controller's certificate.
	SecretName string `kube:"secretName" check:"format=object-name"`
}

// RegistryProxyArgs are the proxy for the registry's requests to S3 and to other registries. Without a field it is that of
// Proxy/cluster.
type RegistryProxyArgs struct {
	// HTTPProxy is the URL of the proxy for HTTP. Defaults to none. A plain value with a password becomes a secret.
	HTTPProxy pulumi.StringInput `check:"format=http-url,secret"`
	// HTTPSProxy is the URL of the proxy for HTTPS. Defaults to none. A plain value with a password becomes a secret.
	HTTPSProxy pulumi.StringInput `check:"format=http-url,secret"`
	// NoProxy are domains, addresses and CIDRs that are reached without a proxy.
	NoProxy []string `check:"format=proxy-host"`
}

// RegistryRequestsArgs limit the requests that a pod of the registry handles concurrently. Set at least one limit.
type RegistryRequestsArgs struct {
	// Read limits pulls. Defaults to no limits.
	Read *RequestLimitsArgs `kube:"read,zero" default:"{}"`
	// Write limits pushes. Defaults to no limits.
	Write *RequestLimitsArgs `kube:"write,zero" default:"{}"`
}

// RequestLimitsArgs limit requests of one kind. Zero means unlimited.
type RequestLimitsArgs struct {
	// MaxRunning is the maximum number of concurrent requests, MaxInQueue that of waiting ones. Further requests are rejected.
	MaxRunning int `kube:"maxRunning" check:"0.."`
	MaxInQueue int `kube:"maxInQueue" check:"0.."`
	// MaxWaitInQueue is how long a request waits before it is rejected.
	MaxWaitInQueue time.Duration `kube:"maxWaitInQueue" check:"0s.."`
}

// ImagePrunerArgs are the arguments of the pruning of unused images.
type ImagePrunerArgs struct {
	// Schedule is a cron schedule of five fields, such as 0 3 * * * (the days of the week are 0 to 6), or a descriptor such as
	// @daily or @every 12h. Defaults to the cluster's, daily at midnight.
	Schedule string `kube:"spec.schedule" check:"format=cron-schedule"`
	// Suspend stops the pruning. Defaults to false.
	Suspend bool `kube:"spec.suspend,zero"`
	// KeepTagRevisions is the number of previous images that are kept for each tag. Defaults to the cluster's, 3.
	KeepTagRevisions *int `kube:"spec.keepTagRevisions" check:"0.."`
	// KeepYoungerThan is the minimum age of pruned images. Defaults to the cluster's, 60 minutes.
	KeepYoungerThan time.Duration `kube:"spec.keepYoungerThanDuration" check:"0s.."`
	// Placement selects the nodes that the pruner runs on. Defaults to ImageRegistryArgs.Placement.
	Placement Placement
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *ImageRegistryArgs) Validate() error {
	const path = imageRegistryPath
	args, p := check.Begin(a)
	checkARNIn(&p, path+".KMSKeyARN", args.KMSKeyARN, args.Region)
	placement.Check(&p, path+".Placement", args.Placement)
	args.checkRoutes(&p, path+".Routes")
	if args.Requests != nil && len(kube.Fields(args.Requests.Read))+len(kube.Fields(args.Requests.Write)) == 0 {
		p.Addf(path+".Requests", "must not be empty; leave it nil for no limits")
	}
	if args.Pruner != nil {
		placement.Check(&p, path+".Pruner.Placement", args.Pruner.Placement)
	}
	return p.ErrOf(a)
}

func (a *ImageRegistryArgs) setDefaults() {
	if a.Pruner != nil && a.Pruner.Placement.IsZero() {
		a.Pruner.Placement = a.Placement
	}
}
