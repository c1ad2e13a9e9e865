package ingress

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// target is a target group, or a Classic Load Balancer, with which instances are registered.
type target struct {
	// port is http or https, which is part of resource names; empty for a Classic Load Balancer, which has all ports.
	port string
	// groupARN and groupSuffix are of the target group, classicName is the Classic Load Balancer's name; only those of the type are set.
	groupARN, groupSuffix, classicName pulumi.StringOutput
}

// suffix is the part of a resource's name that distinguishes the targets.
func (t target) suffix() string {
	if t.port == "" {
		return ""
	}
	return "-" + t.port
}

// registerTargets attaches the Auto Scaling groups and the instances of the arguments. The Machine API registers the
// machines of machine sets.
func (b *routerLBBuilder) registerTargets() error {
	for _, target := range b.loadBalancer.targets {
		for _, key := range slices.Sorted(maps.Keys(b.args.AutoScalingGroupNames)) {
			if err := b.registerGroupTarget(target, key, b.args.AutoScalingGroupNames[key]); err != nil {
				return err
			}
		}
		for _, key := range slices.Sorted(maps.Keys(b.args.InstanceIDs)) {
			if err := b.registerInstanceTarget(target, key, b.args.InstanceIDs[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *routerLBBuilder) registerGroupTarget(target target, key string, group pulumi.StringInput) error {
	args := &autoscaling.AttachmentArgs{AutoscalingGroupName: group}
	if b.args.Type == Classic {
		args.Elb = target.classicName
	} else {
		args.LbTargetGroupArn = target.groupARN
	}
	_, err := autoscaling.NewAttachment(b.Ctx, b.child(loadBalancerGroup+target.suffix()+"-group-"+key), args, b.Parent)
	return err
}

func (b *routerLBBuilder) registerInstanceTarget(target target, key string, instance pulumi.StringInput) (err error) {
	name := b.child(loadBalancerGroup + target.suffix() + "-instance-" + key)
	if b.args.Type == Classic {
		_, err = elb.NewAttachment(b.Ctx, name, &elb.AttachmentArgs{Elb: target.classicName, Instance: instance}, b.Parent)
		return err
	}
	_, err = lb.NewTargetGroupAttachment(b.Ctx, name, &lb.TargetGroupAttachmentArgs{TargetGroupArn: target.groupARN, TargetId: instance}, b.Parent)
	return err
}
