package storage

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// LogStoreArgs are the arguments of LogStore.
type LogStoreArgs struct {
	// Bucket is the name of the bucket that logs are kept in, such as LogBucket.Name. Required. A change, as one of Region,
	// RoleARN and Credentials, restarts Loki; logs in the former bucket are not copied. The Secret that tells Loki is updated
	// in place if the Kubernetes provider has EnableSecretMutable, and deleted and made anew otherwise.
	Bucket pulumi.StringInput
	// Region is the bucket's region, such as us-east-2. Required.
	Region string
	// RoleARN is the ARN of the role by which Loki reaches the bucket, such as LogBucket.WriterRoleARN. Either it or
	// Credentials is required.
	RoleARN pulumi.StringInput
	// Credentials are an access key by which Loki reaches the bucket, for clusters without an OpenID Connect provider.
	Credentials *LogCredentialsArgs
	// StorageClass is the storage class of Loki's volumes, such as gp3-csi or StorageClass.Name. Required. A change is
	// refused by the operator for volumes that are there.
	StorageClass pulumi.StringInput
	// Size is Loki's: 1x.demo, 1x.pico, 1x.extra-small (the default), 1x.small or 1x.medium. A change is made in place.
	Size string
	// RetentionDays is how long logs are kept, 7 by default. A change is made in place.
	RetentionDays int
	// SchemaDate is the day from which logs are kept by Loki's schema v13, 2024-10-01 by default. It lies before the
	// store's first day and is not changed afterwards.
	SchemaDate string
	// Inputs are the logs that are kept: application, infrastructure and audit. By default the first two. A change is
	// made in place.
	Inputs []string
	// Placement is where Loki and the console's plugin run; by default on any worker. Collectors run on control-plane
	// nodes, workers, and every node that it tolerates. A change is made in place. A volume stays in its zone, and so does its pod: the new nodes must be in the same zones.
	Placement Placement
	// Console adds the logs to the web console. It needs the Cluster Observability Operator. A change is made in place.
	Console bool
}

// LogCredentialsArgs are an access key.
type LogCredentialsArgs struct {
	// AccessKeyID is the key's id. Required.
	AccessKeyID pulumi.StringInput
	// SecretAccessKey is the key's secret; it is kept as a secret. Required.
	SecretAccessKey pulumi.StringInput
}

const (
	defaultLogSize       = "1x.extra-small"
	defaultRetentionDays = 7
	defaultSchemaDate    = "2024-10-01"

	logStorePath = "storage.LogStoreArgs."
)

var (
	// logSizes are those of grafana/loki operator/api/loki/v1/lokistack_types.go, LokiStackSizeType.
	logSizes = []string{"1x.demo", "1x.pico", "1x.extra-small", "1x.small", "1x.medium"}
	// logInputs are those of openshift/cluster-logging-operator api/observability/v1/clusterlogforwarder_types.go, PipelineSpec.
	logInputs = []string{"application", "infrastructure", "audit"}
)

// Validate returns all problems of the arguments at once, each with its path and what is allowed.
func (a *LogStoreArgs) Validate() error {
	var p check.Problems
	args := a.withDefaults()
	p.Required(logStorePath+"Bucket", args.Bucket)
	checkRegion(&p, logStorePath+"Region", args.Region)
	if (args.RoleARN == nil) == (args.Credentials == nil) {
		p.Addf(logStorePath+"RoleARN", "and Credentials are two ways to the bucket; set one of them")
	}
	if args.Credentials != nil {
		p.Required(logStorePath+"Credentials.AccessKeyID", args.Credentials.AccessKeyID)
		p.Required(logStorePath+"Credentials.SecretAccessKey", args.Credentials.SecretAccessKey)
	}
	checkStorageClass(&p, logStorePath+"StorageClass", args.StorageClass)
	if !slices.Contains(logSizes, args.Size) {
		p.Addf(logStorePath+"Size", "%q is none of %s", args.Size, strings.Join(logSizes, ", "))
	}
	if args.RetentionDays < 1 {
		p.Addf(logStorePath+"RetentionDays", "%d is no number of days; it is 1 or more", args.RetentionDays)
	}
	if day, err := time.Parse(time.DateOnly, args.SchemaDate); err != nil {
		p.Addf(logStorePath+"SchemaDate", "%q is no day; one looks like %s", args.SchemaDate, defaultSchemaDate)
	} else if day.After(time.Now()) {
		p.Addf(logStorePath+"SchemaDate", "%s is to come; Loki needs a schema for the logs of today", args.SchemaDate)
	}
	for i, input := range args.Inputs {
		at := fmt.Sprintf("%sInputs[%d]", logStorePath, i)
		if !slices.Contains(logInputs, input) {
			p.Addf(at, "%q is none of %s", input, strings.Join(logInputs, ", "))
		} else if slices.Contains(args.Inputs[:i], input) {
			p.Addf(at, "%s is given twice", input)
		}
	}
	args.Placement.Check(&p, logStorePath+"Placement")
	return p.Err()
}

func (a *LogStoreArgs) withDefaults() LogStoreArgs {
	args := LogStoreArgs{}
	if a != nil {
		args = *a
	}
	args.Size = cmp.Or(args.Size, defaultLogSize)
	args.RetentionDays = cmp.Or(args.RetentionDays, defaultRetentionDays)
	args.SchemaDate = cmp.Or(args.SchemaDate, defaultSchemaDate)
	if len(args.Inputs) == 0 {
		args.Inputs = logInputs[:2]
	}
	return args
}
