package ingress

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/elb"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// target is where instances are registered.
type target struct {
	// key is part of names: the port, or nothing for a classic load balancer, which has all ports.
	key string
	// groupARN is a target group's, classicName a classic load balancer's; one of them is used, by the type.
	groupARN, classicName pulumi.StringOutput
}

// registerTargets attaches the groups and the instances that the user names. Machines of machine sets are registered by
// the Machine API.
func (b *routerLBBuilder) registerTargets() error {
	for _, target := range b.balancer.targets {
		for _, key := range slices.Sorted(maps.Keys(b.args.AutoScalingGroupNames)) {
			if err := b.attachGroup(target, key, b.args.AutoScalingGroupNames[key]); err != nil {
				return err
			}
		}
		for _, key := range slices.Sorted(maps.Keys(b.args.InstanceIDs)) {
			if err := b.attachInstance(target, key, b.args.InstanceIDs[key]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *routerLBBuilder) attachGroup(target target, key string, group pulumi.StringInput) error {
	args := &autoscaling.AttachmentArgs{AutoscalingGroupName: group}
	if b.args.Type == Classic {
		args.Elb = target.classicName
	} else {
		args.LbTargetGroupArn = target.groupARN
	}
	_, err := autoscaling.NewAttachment(b.ctx, b.child(ofLoadBalancer+target.key+"-group-"+key), args, b.parent)
	return err
}

func (b *routerLBBuilder) attachInstance(target target, key string, instance pulumi.StringInput) (err error) {
	name := b.child(ofLoadBalancer + target.key + "-instance-" + key)
	if b.args.Type == Classic {
		_, err = elb.NewAttachment(b.ctx, name, &elb.AttachmentArgs{Elb: target.classicName, Instance: instance}, b.parent)
		return err
	}
	_, err = lb.NewTargetGroupAttachment(b.ctx, name, &lb.TargetGroupAttachmentArgs{TargetGroupArn: target.groupARN, TargetId: instance}, b.parent)
	return err
}
