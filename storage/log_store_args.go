package storage

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// LogStoreArgs are the arguments of LogStore. Unless a field says otherwise, changes are applied in place.
type LogStoreArgs struct {
	// Bucket is the name of the bucket for logs, such as LogBucket.Name. Required. A change of Bucket, [Region], RoleARN or
	// [Credentials] restarts Loki. Logs in the old bucket are not copied. Loki's Secret is updated in place if the Kubernetes
	// provider has `enableSecretMutable`; otherwise it is deleted and created again.
	Bucket pulumi.StringInput `check:"required,format=bucket-name"`
	// Region is the bucket's region, such as us-east-2. Defaults to the region of the default AWS provider (aws:region).
	Region string `check:"format=region"`
	// RoleARN is the ARN of Loki's role, such as LogBucket.WriterRoleARN. Either RoleARN or [Credentials] is required.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// Credentials are Loki's access key, for clusters without an OIDC provider. Either RoleARN or [Credentials] is required.
	Credentials *LogCredentialsArgs
	// StorageClass is the storage class of Loki's volumes, such as gp3-csi or StorageClass.Name. Required. The operator
	// rejects a change for existing volumes.
	StorageClass pulumi.StringInput `kube:"spec.storageClassName" check:"required,format=storage-class"`
	// Size is the size of Loki (grafana/loki operator/api/loki/v1/lokistack_types.go, LokiStackSizeType): 1x.demo, 1x.pico (Loki Operator 6.1 and later), 1x.extra-small, 1x.small or 1x.medium. Pods stay
	// Pending if the nodes of Placement do not have the CPUs and the memory that the pods request: 7 vCPUs and 16 GiB for 1x.pico
	// (50 GB of logs a day), 14 and 31 for 1x.extra-small (100 GB), 34 and 67 for 1x.small (500 GB), 54 and 139 for 1x.medium
	// (2 TB) (Red Hat OpenShift Logging 6.3, "Loki deployment sizing"; grafana/loki operator/internal/manifests/internal/sizes.go).
	// Defaults to 1x.pico, which fits on three infra nodes of nodes.InfraMachineSet's default type.
	Size string `kube:"spec.size" check:"1x.demo|1x.pico|1x.extra-small|1x.small|1x.medium" default:"1x.pico"`
	// RetentionDays is the number of days that logs are kept, 1 or more. Defaults to 7.
	RetentionDays int `kube:"spec.limits.global.retention.days" check:"1.." default:"7"`
	// SchemaDate is the first day on which Loki uses its schema v13, in the past. Do not change it afterwards. Defaults to
	// 2024-10-01.
	SchemaDate string `check:"format=date" default:"2024-10-01"`
	// Inputs are the kinds of logs that are stored: application, infrastructure and audit. Defaults to application and
	// infrastructure.
	Inputs []string `check:"application|infrastructure|audit"`
	// Placement selects the nodes that Loki and the console plugin run on. Defaults to all worker nodes. Collectors run on
	// control plane nodes, worker nodes, and all nodes whose taints it tolerates. A pod must stay in the zone of its volume,
	// so the new nodes must be in the same zones.
	Placement Placement
	// Console adds the logs to the web console. It requires the Cluster Observability Operator. Defaults to false.
	Console bool
}

// LogCredentialsArgs are an access key.
type LogCredentialsArgs struct {
	// AccessKeyID is the ID of the access key. Required.
	AccessKeyID pulumi.StringInput `check:"required"`
	// SecretAccessKey is the secret access key; it becomes a Pulumi secret. Required.
	SecretAccessKey pulumi.StringInput `check:"required,secret"`
}

const logStorePath = "storage.LogStoreArgs"

var _ = check.Named("date", check.NewFormat("date", "2024-10-01", isDate))

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}

// Validate returns all problems of the arguments, joined; nil if there are none.
func (a *LogStoreArgs) Validate() error {
	const path = logStorePath
	args, p := check.Begin(a)
	p.ExactlyOne(path,
		check.Choice{Field: "RoleARN", Set: args.RoleARN != nil}, check.Choice{Field: "Credentials", Set: args.Credentials != nil})
	checkARNIn(&p, path+".RoleARN", args.RoleARN, args.Region)
	if isDate(args.SchemaDate) && args.SchemaDate > time.Now().UTC().Format(time.DateOnly) {
		p.Addf(path+".SchemaDate", "must not be in the future, because Loki needs a schema for today's logs (got %s)", args.SchemaDate)
	}
	placement.Check(&p, path+".Placement", args.Placement)
	return p.ErrOf(a)
}

func (a *LogStoreArgs) setDefaults() {
	if len(a.Inputs) == 0 {
		a.Inputs = []string{"application", "infrastructure"}
	}
}
