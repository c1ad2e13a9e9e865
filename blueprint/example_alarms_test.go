package blueprint_test

import (
	"fmt"
	"os"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/cloudwatch"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/sns"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

// An alarm for each target group of the API, and for each NAT gateway.
func ExampleSelfManaged() {
	dir, err := os.MkdirTemp("", "")
	fmt.Println(err, mocks.InstallDir(dir, "demo.example.com", "us-east-2"))
	defer os.RemoveAll(dir)
	program := func(ctx *pulumi.Context) error {
		demo, err := blueprint.NewSelfManaged(ctx, "demo", &blueprint.SelfManagedArgs{
			InstallDir:   dir,
			AMI:          pulumi.String("ami-0123456789abcdef0"),
			Zones:        []string{"us-east-2a", "us-east-2b", "us-east-2c"},
			PublicZoneID: pulumi.String("Z0123456789ABCDEFGHIJ"),
		})
		if err != nil {
			return err
		}
		topic, err := sns.NewTopic(ctx, "demo-alarms", nil)
		if err != nil {
			return err
		}
		alarm := func(name, namespace, metric string, dimensions pulumi.StringMap) error {
			_, err := cloudwatch.NewMetricAlarm(ctx, name, &cloudwatch.MetricAlarmArgs{
				Namespace:          pulumi.String(namespace),
				MetricName:         pulumi.String(metric),
				Dimensions:         dimensions,
				Statistic:          pulumi.String("Maximum"),
				Period:             pulumi.Int(60),
				EvaluationPeriods:  pulumi.Int(5),
				ComparisonOperator: pulumi.String("GreaterThanThreshold"),
				Threshold:          pulumi.Float64(0),
				AlarmActions:       pulumi.Array{topic.Arn},
			})
			return err
		}
		api := demo.ControlPlane
		for group, suffix := range api.TargetGroupARNSuffixes {
			err := alarm("demo-"+group, "AWS/NetworkELB", "UnHealthyHostCount", pulumi.StringMap{
				"TargetGroup": suffix, "LoadBalancer": api.LoadBalancerARNSuffixes[group[1:]], // aint is behind int
			})
			if err != nil {
				return err
			}
		}
		for zone, id := range demo.Vpc.NATGatewayIDs {
			if err := alarm("demo-nat-"+zone, "AWS/NATGateway", "ErrorPortAllocation", pulumi.StringMap{"NatGatewayId": id}); err != nil {
				return err
			}
		}
		return nil
	}
	rec := mocks.New(mocks.Config(map[string]string{"aws:region": "us-east-2"}))
	fmt.Println(rec.Run(program))
	for _, alarm := range rec.OfType("aws:cloudwatch/metricAlarm:MetricAlarm") {
		fmt.Println(alarm.Name, len(alarm.Inputs["dimensions"].(map[string]any)))
	}
	// Unordered output:
	// <nil> <nil>
	// <nil>
	// demo-aint 2
	// demo-sint 2
	// demo-aext 2
	// demo-nat-us-east-2a 1
	// demo-nat-us-east-2b 1
	// demo-nat-us-east-2c 1
}
