package acceptance

import (
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/autoscaling"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/route53"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	routersID = "rtr-x7k2p"
	// routersAMI is an AMI that exists in the emulator.
	routersAMI = "ami-12c6146b"
)

// routersInfra is what routers need in the account: a network, hosted zones and nodes.
type routersInfra struct {
	vpc             *network.Vpc
	nodes           pulumi.StringInput
	public, private pulumi.StringInput
	group, instance pulumi.StringInput
}

func newRoutersInfra(ctx *pulumi.Context) (w routersInfra, err error) {
	if w.vpc, err = network.NewVpc(ctx, routersID, &network.VpcArgs{
		InfraID: routersID, CIDR: "10.211.0.0/16", Zones: []string{"ca-central-1a", "ca-central-1b"}, NAT: network.NATNone,
	}); err != nil {
		return w, err
	}
	nodes, err := ec2.NewSecurityGroup(ctx, routersID+"-nodes", &ec2.SecurityGroupArgs{VpcId: w.vpc.ID})
	if err != nil {
		return w, err
	}
	w.nodes = nodes.ID().ToStringOutput()
	zones := map[string]pulumi.StringInput{}
	for _, kind := range []string{"public", "private"} {
		args := &route53.ZoneArgs{Name: pulumi.String(routersID + ".example.com"), ForceDestroy: pulumi.Bool(true)}
		if kind == "private" {
			args.Vpcs = route53.ZoneVpcArray{route53.ZoneVpcArgs{VpcId: w.vpc.ID}}
		}
		zone, err := route53.NewZone(ctx, routersID+"-"+kind, args)
		if err != nil {
			return w, err
		}
		zones[kind] = zone.ZoneId
	}
	w.public, w.private = zones["public"], zones["private"]
	return w, w.addNodes(ctx)
}

func (w *routersInfra) addNodes(ctx *pulumi.Context) error {
	subnet := w.vpc.PrivateSubnets[0].ID.ToStringOutput()
	instance, err := ec2.NewInstance(ctx, routersID, &ec2.InstanceArgs{
		Ami: pulumi.String(
			routersAMI,
		), InstanceType: pulumi.String("t3.micro"), SubnetId: subnet, VpcSecurityGroupIds: pulumi.StringArray{w.nodes},
	})
	if err != nil {
		return err
	}
	template, err := ec2.NewLaunchTemplate(ctx, routersID,
		&ec2.LaunchTemplateArgs{ImageId: pulumi.String(routersAMI), InstanceType: pulumi.String("t3.micro")})
	if err != nil {
		return err
	}
	group, err := autoscaling.NewGroup(ctx, routersID, &autoscaling.GroupArgs{
		MinSize: pulumi.Int(0), MaxSize: pulumi.Int(0), VpcZoneIdentifiers: pulumi.StringArray{subnet},
		LaunchTemplate: autoscaling.GroupLaunchTemplateArgs{Id: template.ID(), Version: pulumi.String("$Latest")},
	}, pulumi.IgnoreChanges([]string{"targetGroupArns", "loadBalancers"})) // Attachments manage these.
	if err != nil {
		return err
	}
	w.instance, w.group = instance.ID().ToStringOutput(), group.Name
	return nil
}

// routersScenario is the part of the program that the test changes.
type routersScenario struct {
	kind     ingress.LoadBalancerType
	scope    network.Scope
	proxy    bool
	replicas int
	shard    bool
}

func (s *routersScenario) program(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
	infra, err := newRoutersInfra(ctx)
	if err != nil {
		return err
	}
	args := &ingress.RouterLBArgs{
		InfraID:             routersID,
		Domain:              routersID + ".example.com",
		Network:             infra.vpc.Network,
		Type:                s.kind,
		Scope:               s.scope,
		ProxyProtocol:       s.proxy,
		NodeSecurityGroupID: infra.nodes, PublicZoneID: infra.public, PrivateZoneID: infra.private,
		AutoScalingGroupNames: map[string]pulumi.StringInput{
			"workers": infra.group,
		}, InstanceIDs: map[string]pulumi.StringInput{"first": infra.instance},
		CustomDomains: []ingress.CustomDomain{
			{Name: "shop." + routersID + ".example.com", PublicZoneID: infra.public},
		},
	}
	if _, err := ingress.NewRouterLB(ctx, routersID, args); err != nil {
		return err
	}
	if _, err := ingress.NewIngressController(ctx, routersID, &ingress.IngressControllerArgs{
		Replicas: new(s.replicas), TLSProfile: &ingress.TLSProfileArgs{Type: "Modern"},
	}, inCluster); err != nil || !s.shard {
		return err
	}
	return s.addShard(ctx, *args, inCluster)
}

// addShard adds an ingress controller on separate ports, behind an internal load balancer.
func (s *routersScenario) addShard(
	ctx *pulumi.Context,
	args ingress.RouterLBArgs,
	inCluster pulumi.ResourceOption,
) error {
	ports := &ingress.RouterPortsArgs{HTTP: 8080, HTTPS: 8443, Health: 11936}
	if _, err := ingress.NewIngressController(ctx, routersID+"-shard", &ingress.IngressControllerArgs{
		Name:          routersID,
		Domain:        "internal." + args.Domain,
		RouteSelector: &ingress.LabelSelector{MatchLabels: map[string]string{"shard": "internal"}},
		Publishing:    &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{Ports: ports}},
	}, inCluster); err != nil {
		return err
	}
	args.Name, args.AppsDomain, args.RouterPorts, args.Scope = "internal", "internal."+args.Domain, ports, network.Internal
	_, err := ingress.NewRouterLB(ctx, routersID+"-shard", &args)
	return err
}

func TestRouters(t *testing.T) {
	clusterLock.acquire(t)
	scenario := &routersScenario{kind: ingress.NLB, scope: network.External, replicas: 2}
	stack := newLiveStack(t, "routers", scenario.program)

	for _, one := range stack.up() {
		assert.True(t, strings.HasPrefix(one, "create "), one)
	}
	stack.assertStable("public NLB")

	scenario.scope = network.Internal
	routersBecomePrivate(t, stack.up())
	scenario.kind = ingress.Classic
	routersBecomeClassic(t, stack.up())
	stack.assertStable("internal Classic Load Balancer")
	scenario.scope = network.External
	routersBecomePublic(t, stack.up())
	scenario.kind, scenario.scope = ingress.NLB, network.Internal
	routersBecomePrivateNLB(t, stack.up())
	scenario.scope = network.External
	assert.Equal(t, append(publicRouters(),
		"replace aws:lb/listener:Listener rtr-x7k2p-apps-http",
		"replace aws:lb/listener:Listener rtr-x7k2p-apps-https",
		"replace aws:lb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
	), stack.up())
	routersGrow(t, stack, scenario)
	stack.assertStable("with a shard")

	kubectl(t, "", "annotate", "ingresscontroller", "-n", "openshift-ingress-operator", "default",
		"example.com/note=kept", "--overwrite")
	t.Cleanup(func() {
		kubectl(t, "", "annotate", "ingresscontroller", "-n", "openshift-ingress-operator", "default",
			"example.com/note-")
	})
	stack.destroy()
	assert.NotContains(t, spec(t, "ingresscontroller", "openshift-ingress-operator", "default"), "tlsSecurityProfile",
		"patched fields are restored")
	metadata := kubeObject(t, "ingresscontroller", "openshift-ingress-operator", "default")["metadata"].(map[string]any)
	assert.Equal(t, "kept", metadata["annotations"].(map[string]any)["example.com/note"],
		"fields of other owners stay")
	assert.Nil(t, kubeObject(t, "ingresscontroller", "openshift-ingress-operator", routersID),
		"created objects are deleted")
	assert.Empty(t, regionLeftovers(t, storageRegion, routersID), "destroy leaves no resources")
}

// routersBecomePrivate asserts that a change of scope does not change targets, security groups and the nodes' rules.
// The private record does not change because the emulator gives a load balancer of the same name the same address;
// AWS does not.
func routersBecomePrivate(t *testing.T, changes []string) {
	t.Helper()
	assert.Equal(t, []string{
		"create aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-http-from-10.211.0.0-16",
		"create aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-https-from-10.211.0.0-16",
		"delete aws:route53/record:Record rtr-x7k2p-apps-public",
		"delete aws:route53/record:Record rtr-x7k2p-apps-public-shop.rtr-x7k2p.example.com",
		"delete aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-http-from-0.0.0.0-0",
		"delete aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-https-from-0.0.0.0-0",
		"replace aws:lb/listener:Listener rtr-x7k2p-apps-http",
		"replace aws:lb/listener:Listener rtr-x7k2p-apps-https",
		"replace aws:lb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
	}, changes)
}

// routersBecomeClassic asserts that a change of type updates the record, and does not change groups, rules and
// instances.
func routersBecomeClassic(t *testing.T, changes []string) {
	t.Helper()
	assert.Equal(t, []string{
		"create aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-group-workers",
		"create aws:elb/attachment:Attachment rtr-x7k2p-apps-instance-first",
		"create aws:elb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
		"delete aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-http-group-workers",
		"delete aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-https-group-workers",
		"delete aws:lb/listener:Listener rtr-x7k2p-apps-http",
		"delete aws:lb/listener:Listener rtr-x7k2p-apps-https",
		"delete aws:lb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
		"delete aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-http",
		"delete aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-https",
		"delete aws:lb/targetGroupAttachment:TargetGroupAttachment rtr-x7k2p-apps-http-instance-first",
		"delete aws:lb/targetGroupAttachment:TargetGroupAttachment rtr-x7k2p-apps-https-instance-first",
		"update aws:route53/record:Record rtr-x7k2p-apps-private",
	}, changes)
}

// publicRouters are the rules and records that are created and deleted when routers become public, with either type.
func publicRouters() []string {
	return []string{
		"create aws:route53/record:Record rtr-x7k2p-apps-public",
		"create aws:route53/record:Record rtr-x7k2p-apps-public-shop.rtr-x7k2p.example.com",
		"create aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-http-from-0.0.0.0-0",
		"create aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-https-from-0.0.0.0-0",
		"delete aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-http-from-10.211.0.0-16",
		"delete aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-apps-https-from-10.211.0.0-16",
	}
}

// routersBecomePublic asserts that targets are attached again when a Classic Load Balancer is replaced under the same
// name. As in routersBecomePrivate, the emulator gives it the same address.
func routersBecomePublic(t *testing.T, changes []string) {
	t.Helper()
	assert.Equal(t, append(publicRouters(),
		"replace aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-group-workers",
		"replace aws:elb/attachment:Attachment rtr-x7k2p-apps-instance-first",
		"replace aws:elb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
	), changes)
}

// routersBecomePrivateNLB asserts that a change of type and scope at once does not change the nodes' rules, groups
// and instances.
func routersBecomePrivateNLB(t *testing.T, changes []string) {
	t.Helper()
	for _, one := range []string{
		"create aws:lb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
		"delete aws:route53/record:Record rtr-x7k2p-apps-public",
		"delete aws:elb/loadBalancer:LoadBalancer rtr-x7k2p-apps",
	} {
		assert.Contains(t, changes, one)
	}
	for _, one := range changes {
		assert.NotRegexp(t, "-from-apps$|-to-nodes$|aws:ec2/|aws:autoscaling/group:", one)
	}
}

// routersGrow asserts that scaling updates one field, that PROXY protocol replaces the target groups and deletes the
// rules for health checks, and that a shard changes no existing resource.
func routersGrow(t *testing.T, stack *liveStack, scenario *routersScenario) {
	t.Helper()
	scenario.replicas = 3
	assert.Equal(t,
		[]string{"update kubernetes:operator.openshift.io/v1:IngressControllerPatch rtr-x7k2p-ingresscontroller"},
		stack.up())
	assert.InDelta(t, 3, spec(t, "ingresscontroller", "openshift-ingress-operator", "default")["replicas"], 0)
	scenario.proxy = true
	assert.Equal(t, []string{
		"create aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-http-proxy",
		"create aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-https-proxy",
		"delete aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-http",
		"delete aws:lb/targetGroup:TargetGroup rtr-x7k2p-apps-https",
		"delete aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule rtr-x7k2p-apps-health-to-nodes",
		"delete aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule rtr-x7k2p-nodes-health-from-apps",
		"replace aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-http-group-workers",
		"replace aws:autoscaling/attachment:Attachment rtr-x7k2p-apps-https-group-workers",
		"replace aws:lb/targetGroupAttachment:TargetGroupAttachment rtr-x7k2p-apps-http-instance-first",
		"replace aws:lb/targetGroupAttachment:TargetGroupAttachment rtr-x7k2p-apps-https-instance-first",
		"update aws:lb/listener:Listener rtr-x7k2p-apps-http",
		"update aws:lb/listener:Listener rtr-x7k2p-apps-https",
	}, stack.up())
	scenario.shard = true
	for _, one := range stack.up() {
		assert.True(t, strings.HasPrefix(one, "create ") && strings.Contains(one, " rtr-x7k2p-shard"), one)
	}
	shard := spec(t, "ingresscontroller", "openshift-ingress-operator", routersID)
	assert.Equal(t, "HostNetwork", shard["endpointPublishingStrategy"].(map[string]any)["type"])
}

// TestScaledIngressController scales a controller outside Pulumi, and then in the program.
func TestScaledIngressController(t *testing.T) {
	clusterLock.acquire(t)
	replicas := 2
	stack := newLiveStack(t, "scaled", func(ctx *pulumi.Context, inCluster pulumi.ResourceOption) error {
		_, err := ingress.NewIngressController(ctx, "scaled", &ingress.IngressControllerArgs{
			Name: "scaled", Domain: "scaled.example.com", Replicas: new(replicas),
			Publishing: &ingress.PublishingArgs{HostNetwork: &ingress.HostNetworkPublishingArgs{}},
		}, inCluster)
		return err
	})
	live := func() any { return spec(t, "ingresscontroller", "openshift-ingress-operator", "scaled")["replicas"] }
	stack.up()
	kubectl(t, "", "-n", "openshift-ingress-operator", "scale", "ingresscontroller", "scaled", "--replicas=3")
	assert.Empty(t, stack.up(), "an update without a change of the program keeps what the administrator set")
	assert.InDelta(t, 3, live(), 0)
	replicas = 4
	_, err := stack.box.Up(t.Context())
	require.NoError(t, err, "the program says how many")
	assert.InDelta(t, 4, live(), 0)
	stack.destroy()
}
