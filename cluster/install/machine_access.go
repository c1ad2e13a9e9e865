package install

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// Machines runs commands on the control-plane machines of a cluster, whose API need not answer.
type Machines interface {
	// Open opens a way to the machines of a cluster, of which instance is one, and changes none of them. It is called again if a command
	// continues.
	Open(ctx context.Context, region, infraID, instance string) error
	// Run runs a command as the user core with in as its input, and returns its output, also that of a command that has failed.
	Run(ctx context.Context, region, instance, command string, in io.Reader) (string, error)
	// Close closes what Open has opened. It succeeds if that is closed.
	Close(ctx context.Context, region, infraID, instance string) error
}

const (
	// noJump is the value of Installation.Jump of a host that reaches the machines itself.
	noJump = "none"

	endpointInterval = 5 * time.Second
	endpointTimeout  = 15 * time.Minute
	sshPort          = "22"
)

// sshMachines runs commands by ssh, with the keys and the configuration of the user.
type sshMachines struct {
	// jump is a host, noJump, or "" for an endpoint, whose ID endpoint is after open.
	jump, endpoint string
	interval       time.Duration
}

func (i *Installation) machineAccess() Machines {
	if i.Machines != nil {
		return i.Machines
	}
	return &sshMachines{jump: i.Jump, interval: endpointInterval}
}

// ec2Instance is an instance in an answer of EC2.
type ec2Instance struct {
	Address string   `xml:"privateIpAddress"`
	Subnet  string   `xml:"subnetId"`
	VPC     string   `xml:"vpcId"`
	Groups  []string `xml:"groupSet>item>groupId"`
}

func describeInstance(ctx context.Context, region, id string) (ec2Instance, error) {
	var found struct {
		Instances []ec2Instance `xml:"reservationSet>item>instancesSet>item"`
	}
	err := callEC2(ctx, region, "DescribeInstances", []string{"InstanceId.1", id}, &found)
	if err == nil && (len(found.Instances) != 1 || len(found.Instances[0].Groups) == 0) {
		err = fmt.Errorf("EC2 has no instance %s with a security group in %s", id, region)
	}
	return append(found.Instances, ec2Instance{})[0], err
}

// ec2Endpoint is an EC2 Instance Connect endpoint.
type ec2Endpoint struct {
	ID     string   `xml:"instanceConnectEndpointId"`
	State  string   `xml:"state"`
	Groups []string `xml:"securityGroupIdSet>item"`
	Names  []string `xml:"tagSet>item>value"`
}

// describeEndpoint returns the endpoint of a VPC, which can have one; nil if it has none.
func describeEndpoint(ctx context.Context, region, vpc string) (*ec2Endpoint, error) {
	var found struct {
		Endpoints []ec2Endpoint `xml:"instanceConnectEndpointSet>item"`
	}
	err := callEC2(ctx, region, "DescribeInstanceConnectEndpoints", []string{"Filter.1.Name", "vpc-id", "Filter.1.Value.1", vpc}, &found)
	for _, endpoint := range found.Endpoints {
		if endpoint.State != "delete-complete" {
			return &endpoint, err
		}
	}
	return nil, err
}

func accessName(infraID string) string { return infraID + "-restore" }

// named are the values that tag a new resource with the name of the way.
func named(kind, infraID string) []string {
	return []string{
		"TagSpecification.1.ResourceType", kind, "TagSpecification.1.Tag.1.Key", "Name", "TagSpecification.1.Tag.1.Value", accessName(infraID),
		"TagSpecification.1.Tag.2.Key", "kubernetes.io/cluster/" + infraID, "TagSpecification.1.Tag.2.Value", "owned",
	}
}

// accessGroup returns the ID of the security group of the way; "" if it does not exist.
func accessGroup(ctx context.Context, region, vpc, infraID string) (string, error) {
	var found struct {
		IDs []string `xml:"securityGroupInfo>item>groupId"`
	}
	err := callEC2(ctx, region, "DescribeSecurityGroups", []string{
		"Filter.1.Name", "vpc-id", "Filter.1.Value.1", vpc, "Filter.2.Name", "group-name", "Filter.2.Value.1", accessName(infraID),
	}, &found)
	return append(found.IDs, "")[0], err
}

// sshRule are the values of the rule that allows SSH from a group to the machines' first one: it changes no machine.
func sshRule(instance ec2Instance, source string) []string {
	const permission = "IpPermissions.1."
	return []string{
		"GroupId", instance.Groups[0], permission + "IpProtocol", "tcp", permission + "FromPort", sshPort, permission + "ToPort", sshPort,
		permission + "Groups.1.GroupId", source,
	}
}

// Open creates an endpoint in the machine's subnet, or uses that of the VPC, and allows its group to connect to the machines.
func (s *sshMachines) Open(ctx context.Context, region, infraID, instance string) error {
	if s.jump != "" {
		return nil
	}
	machine, err := describeInstance(ctx, region, instance)
	if err != nil {
		return err
	}
	return s.poll(ctx, "the EC2 Instance Connect endpoint", func() (bool, error) {
		endpoint, err := describeEndpoint(ctx, region, machine.VPC)
		switch {
		case err != nil:
			return false, err
		case endpoint == nil:
			return false, createEndpoint(ctx, region, infraID, machine)
		case endpoint.State == "create-failed":
			return false, fmt.Errorf("EC2 could not create the endpoint %s: delete it, and run the command again", endpoint.ID)
		case endpoint.State != "create-complete":
			return false, nil
		}
		s.endpoint = endpoint.ID
		return true, callEC2(ctx, region, "AuthorizeSecurityGroupIngress", sshRule(machine, append(endpoint.Groups, "")[0]), nil,
			"InvalidPermission.Duplicate")
	})
}

func createEndpoint(ctx context.Context, region, infraID string, machine ec2Instance) error {
	group, err := accessGroup(ctx, region, machine.VPC, infraID)
	if err != nil {
		return err
	}
	if group == "" {
		var created struct {
			ID string `xml:"groupId"`
		}
		values := append(named("security-group", infraID), "GroupName", accessName(infraID), "GroupDescription", "SSH while etcd is restored",
			"VpcId", machine.VPC)
		if err := callEC2(ctx, region, "CreateSecurityGroup", values, &created); err != nil {
			return err
		}
		group = created.ID
	}
	values := append(named("instance-connect-endpoint", infraID), "SubnetId", machine.Subnet, "SecurityGroupId.1", group)
	return callEC2(ctx, region, "CreateInstanceConnectEndpoint", values, nil)
}

// Close removes the rule, and deletes what Open has created.
func (s *sshMachines) Close(ctx context.Context, region, infraID, instance string) error {
	if s.jump != "" {
		return nil
	}
	machine, err := describeInstance(ctx, region, instance)
	if err != nil {
		return err
	}
	return s.poll(ctx, "the deletion of the EC2 Instance Connect endpoint", func() (bool, error) {
		endpoint, err := describeEndpoint(ctx, region, machine.VPC)
		if err != nil {
			return false, err
		}
		group, err := accessGroup(ctx, region, machine.VPC, infraID)
		if err != nil {
			return false, err
		}
		if endpoint != nil {
			group = append(endpoint.Groups, "")[0]
		}
		switch {
		case group == "":
			return true, nil
		case endpoint != nil && endpoint.State == "delete-in-progress":
			return false, nil
		}
		if err := callEC2(ctx, region, "RevokeSecurityGroupIngress", sshRule(machine, group), nil, "InvalidPermission.NotFound"); err != nil {
			return false, err
		}
		switch {
		case endpoint == nil:
			// It is in use until the network interface of the endpoint is deleted.
			return false, callEC2(ctx, region, "DeleteSecurityGroup", []string{"GroupId", group}, nil, "DependencyViolation")
		case !slices.Contains(endpoint.Names, accessName(infraID)):
			return true, nil
		}
		return false, callEC2(ctx, region, "DeleteInstanceConnectEndpoint", []string{"InstanceConnectEndpointId", endpoint.ID}, nil)
	})
}

// poll calls done until it reports true or an error.
func (s *sshMachines) poll(ctx context.Context, what string, done func() (bool, error)) error {
	var failed error
	wait := apiclient.WithDefaults(apiclient.WaitEvery(s.interval, endpointTimeout), endpointTimeout)
	err := apiclient.Poll(ctx, wait, what, func(string) {}, func(context.Context) (bool, string) {
		var ready bool
		ready, failed = done()
		return ready || failed != nil, ""
	})
	return cmp.Or(failed, err)
}

// Run implements Machines.
func (s *sshMachines) Run(ctx context.Context, region, instance, command string, in io.Reader) (string, error) {
	options := []string{
		"-o", "BatchMode=yes", "-o", "ConnectTimeout=20", "-o", "ServerAliveInterval=15", "-o", "StrictHostKeyChecking=accept-new",
		"-o", "HostKeyAlias=" + instance,
	}
	host := instance
	if s.jump == "" {
		options = append(options, "-o", "ProxyCommand=aws ec2-instance-connect open-tunnel --region "+region+
			" --instance-connect-endpoint-id "+s.endpoint+" --instance-id "+instance)
	} else {
		machine, err := describeInstance(ctx, region, instance)
		if err != nil {
			return "", err
		}
		if host = machine.Address; s.jump != noJump {
			options = append(options, "-J", s.jump)
		}
	}
	var output bytes.Buffer
	ssh := exec.CommandContext(ctx, "ssh", append(options, "core@"+host, command)...)
	ssh.Stdin, ssh.Stdout, ssh.Stderr = in, &output, &output
	err := ssh.Run()
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("ssh to %s: %w: %s", instance, err, apiclient.Printable(strings.TrimSpace(output.String())))
	}
	return output.String(), cmp.Or(ctx.Err(), err)
}
