package storage

import (
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/robfig/cron/v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

func init() {
	// S3 and EBS accept ARNs of keys and of aliases. A bare key ID would name a key of this account, also if the key of another
	// account is meant.
	check.Named("kms-key-or-alias", check.KMSKeyARN.Or(check.KMSAliasARN))
	check.Named("storage-class", check.ObjectName.WithExample("gp3-csi"))
	// The API server accepts such a schedule in the operator's CronJob: ParseStandard without a time zone
	// (kubernetes/kubernetes release-1.29 pkg/apis/batch/validation/validation.go, validateScheduleFormat).
	check.Named("cron-schedule", check.NewFormat("cron schedule", "0 3 * * *", func(text string) bool {
		if strings.Contains(text, "TZ=") { // ParseStandard panics if nothing follows TZ=.
			return false
		}
		_, err := cron.ParseStandard(text)
		return err == nil
	}))
	// The formats of Prometheus (prometheus-operator/prometheus-operator pkg/apis/monitoring/v1/types.go, Duration and ByteSize).
	check.Named("prometheus-duration", check.Pattern("Prometheus duration", "15d or 1w12h",
		`([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?`))
	check.Named("prometheus-size", check.Pattern("Prometheus size", "80GiB", `([0-9]*\.)?[0-9]+([KMGTPE]i?)?B`))
}

// checkARNIn checks that an ARN is in a region, unless the region is invalid or not known.
func checkARNIn(p *check.Problems, path check.Path, arn pulumi.Input, region string) {
	if check.Region.Match(region) {
		p.ARNIn(path, arn, region)
	}
}
