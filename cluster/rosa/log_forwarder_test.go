package rosa

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func TestLogForwarderValidate(t *testing.T) {
	t.Parallel()
	forwarder := func(f LogForwarder) *HCPArgs {
		return testHCP(func(a *HCPArgs) { a.LogForwarders = []LogForwarder{f} })
	}
	checkValidations(t, map[string]validation{
		"empty": {
			reason: "a forwarder has a destination and a source",
			args:   forwarder(LogForwarder{}),
			want: []string{
				"rosa.HCPArgs.LogForwarders[0]: required",
				"rosa.HCPArgs.LogForwarders[0].Applications: is required unless Groups is set",
			},
		},
		"two destinations": {
			reason: "a forwarder has one destination",
			args: forwarder(LogForwarder{
				S3:         &LogBucketArgs{},
				CloudWatch: &LogGroupArgs{Name: pulumi.String("logs"), RoleARN: pulumi.String("logs")},
				Groups:     []LogSet{{}},
			}),
			want: []string{
				"rosa.HCPArgs.LogForwarders[0]: exclusive", "rosa.HCPArgs.LogForwarders[0].S3.Bucket: required",
				"rosa.HCPArgs.LogForwarders[0].CloudWatch.RoleARN: form",
				"rosa.HCPArgs.LogForwarders[0].Groups[0].ID: required",
			},
		},
	})
}
