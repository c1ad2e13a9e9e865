package aws

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/property"
)

var autoscalingTypes = types{
	"autoscaling/Attachment": {registers: true},
	"autoscaling/Group": {
		id: "{name}", service: "autoscaling", arn: "autoScalingGroup:{uuid}:autoScalingGroupName/{name}",
		after:        func(o *outputs) { o.set("healthCheckType", "EC2") },
		rejectInputs: rejectSizes,
	},
	"autoscaling/LifecycleHook": {id: "{name}", nameWithin: "autoscalingGroupName"},
	"autoscaling/Policy": {
		id: "{name}", service: "autoscaling", arn: "scalingPolicy:{uuid}:autoScalingGroupName/{autoscalingGroupName}:policyName/{name}",
		nameWithin: "autoscalingGroupName",
	},
	"autoscaling/Schedule": {id: "{scheduledActionName}", nameWithin: "autoscalingGroupName"},
}

// rejectSizes reports sizes of an Auto Scaling group outside of its limits (Amazon EC2 Auto Scaling API Reference,
// CreateAutoScalingGroup: ValidationError).
func rejectSizes(p *check.Problems, inputs resource.PropertyMap) {
	number := func(name string) (float64, bool) {
		value := property.Reveal(inputs[resource.PropertyKey(name)])
		if !value.IsNumber() {
			return 0, false
		}
		return value.NumberValue(), true
	}
	least, hasLeast := number("minSize")
	most, hasMost := number("maxSize")
	desired, hasDesired := number("desiredCapacity")
	switch {
	case hasLeast && hasMost && least > most:
		p.Addf("minSize", "must be at most maxSize (%v > %v)", least, most)
	case hasDesired && hasLeast && desired < least:
		p.Addf("desiredCapacity", "must be at least minSize (%v < %v)", desired, least)
	case hasDesired && hasMost && desired > most:
		p.Addf("desiredCapacity", "must be at most maxSize (%v > %v)", desired, most)
	}
}
