package network

import (
	"slices"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func (b *vpcBuilder) registerS3Endpoint() error {
	tables := pulumi.StringArray{}
	if b.publicTable != nil {
		tables = append(tables, b.publicTable.ID())
	}
	for _, zone := range b.zones {
		tables = append(tables, zone.privateTable.ID())
	}
	return b.registerEndpoint(s3Service, "s3", &ec2.VpcEndpointArgs{
		VpcId:           b.vpc.ID(),
		ServiceName:     pulumi.String(gatewayService(b.Args.region(), s3Service)),
		VpcEndpointType: pulumi.String("Gateway"),
		RouteTableIds:   tables,
	})
}

// registerEndpoint registers an endpoint. Creating it breaks open connections to the service (AWS PrivateLink guide, "Gateway
// endpoints for Amazon S3"), so instances in all subnets wait for it.
func (b *vpcBuilder) registerEndpoint(service, what string, args *ec2.VpcEndpointArgs) error {
	args.Policy = b.Args.Endpoints.policy(service)
	args.Tags = b.tags(what, b.Args.KindTags.Endpoints, nil)
	endpoint, err := ec2.NewVpcEndpoint(b.Ctx, b.Name+"-"+what, args, b.Parent)
	if err != nil {
		return err
	}
	b.endpointIDs[service] = endpoint.ID().ToStringOutput()
	b.everySubnetNeeds = append(b.everySubnetNeeds, endpoint)
	return nil
}

func (b *vpcBuilder) registerInterfaceEndpoints() error {
	services := b.Args.Endpoints.services()
	if len(services) == 0 {
		return nil
	}
	if err := b.registerEndpointsGroup(); err != nil {
		return err
	}
	var subnets pulumi.StringArray
	for _, zone := range b.zones {
		if b.Args.Endpoints.in(zone.plan.Zone) {
			subnets = append(subnets, zone.private.ID())
		}
	}
	for _, service := range services {
		err := b.registerEndpoint(service, "endpoint-"+service, &ec2.VpcEndpointArgs{
			VpcId:             b.vpc.ID(),
			ServiceName:       pulumi.String(interfaceService(b.Args.region(), service)),
			VpcEndpointType:   pulumi.String("Interface"),
			PrivateDnsEnabled: pulumi.Bool(!isEndpointService(service)),
			SubnetIds:         subnets,
			SecurityGroupIds:  pulumi.StringArray{b.endpointsGroupID},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// registerEndpointsGroup registers the security group that gives the VPC access to the endpoints. It has no egress rule, because
// endpoints only answer connections.
func (b *vpcBuilder) registerEndpointsGroup() (err error) {
	group := groupSpec{
		what: "endpoints", description: "Interface endpoints of AWS services", vpcID: b.vpc.ID().ToStringOutput(),
		tags: func(what string) pulumi.StringMap { return b.tags(what, b.Args.KindTags.SecurityGroups, nil) },
	}
	for _, cidr := range unique(slices.Concat([]string{b.Args.CIDR}, b.Args.SecondaryCIDRs, b.Args.Endpoints.AllowedCIDRs)) {
		group.allowIngress("https-from", httpsPort, cidr)
	}
	b.endpointsGroupID, err = group.register(b.Ctx, b.Name, b.Parent)
	return err
}
