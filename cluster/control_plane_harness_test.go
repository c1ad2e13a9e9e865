package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// demoText returns the text of a file of the example's install directory.
func demoText(file string) []byte {
	text, err := os.ReadFile(filepath.Join(exampleInstallDir, file))
	if err != nil {
		panic(err)
	}
	return text
}

// demoKubeconfig leads to a port at which nothing listens.
const demoKubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: demo, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: admin, user: {token: the administrator's token}}]
contexts: [{name: admin, context: {cluster: demo, user: admin}}]
current-context: admin
`

func demoInstall() *InstallDir {
	return &InstallDir{
		InfraID:           demo.infraID,
		ClusterName:       demo.name,
		Domain:            demo.domain(),
		Region:            demo.region,
		BootstrapIgnition: secretText(demoText("bootstrap.ign")),
		MasterIgnition:    secretText(demoText("master.ign")),
		WorkerIgnition:    secretText(demoText("worker.ign")),
		Kubeconfig:        secretText([]byte(demoKubeconfig)),
	}
}

// subnets are one subnet per zone, with IDs such as subnet-0aaaaaaaaaaaaaaaa: public ones begin with 0, private ones
// with 1.
func subnets(kind, region string, firstOctet int, zones ...string) []network.Subnet {
	var list []network.Subnet
	for i, zone := range zones {
		digit := map[string]string{"public": "0", "private": "1"}[kind]
		list = append(list, network.Subnet{
			ID:   pulumi.String("subnet-" + digit + strings.Repeat(zone, 16)),
			Zone: region + zone,
			CIDR: fmt.Sprintf("10.0.%d.0/24", firstOctet+i),
		})
	}
	return list
}

// demoArgs are a control plane across three zones.
func demoArgs(changes ...func(*ControlPlaneArgs)) *ControlPlaneArgs {
	return checktest.With(&ControlPlaneArgs{
		Install: demoInstall(),
		Stage:   StageBootstrap,
		Network: network.Network{
			ID:             pulumi.String("vpc-0123456789abcdef0").ToStringOutput(),
			PublicSubnets:  subnets("public", demo.region, 0, "a", "b", "c"),
			PrivateSubnets: subnets("private", demo.region, 100, "a", "b", "c"),
		},
		AMI:                      pulumi.String("ami-0123456789abcdef0"),
		InstanceProfile:          pulumi.String("demo-master-profile"),
		BootstrapInstanceProfile: pulumi.String("demo-bootstrap-profile"),
		SecurityGroupIDs: pulumi.StringArray{
			pulumi.String("sg-00000000000000001"),
			pulumi.String("sg-00000000000000002"),
			pulumi.String("sg-00000000000000003"),
		},
		APIServerLBSecurityGroupIDs: pulumi.StringArray{pulumi.String("sg-00000000000000004")},
		PublicZoneID:                pulumi.String("Z0123456789ABCDEFGHIJ"),
		Tags:                        pulumi.StringMap{"team": pulumi.String("core")},
	}, changes...)
}

func afterBootstrap(a *ControlPlaneArgs) { a.Stage, a.BootstrapInstanceProfile = StageCluster, nil }
func internalOnly(a *ControlPlaneArgs)   { a.Scope = network.Internal }

// inZones puts the control-plane machines into zones of us-east-2, which are those of the network's subnets.
func inZones(letters ...string) func(*ControlPlaneArgs) {
	return func(a *ControlPlaneArgs) {
		for _, letter := range letters {
			a.MachineZones = append(a.MachineZones, demo.region+letter)
		}
		a.Network = a.Network.InZones(a.MachineZones...)
	}
}

var controlPlanes = map[string][]func(*ControlPlaneArgs){
	"bootstrap-external": nil,
	"bootstrap-internal": {internalOnly},
	"cluster-external":   {afterBootstrap},
	"cluster-internal":   {afterBootstrap, internalOnly},
	"cluster-everything": {afterBootstrap, withEverything},
	"bootstrap-one-zone": {inZones("a", "a", "a")},
	"cluster-two-zones":  {afterBootstrap, inZones("a", "b", "a")},
	"bootstrap-recorded": {withRecordedDir},
}

func controlPlaneProgram(changes ...func(*ControlPlaneArgs)) pulumi.RunFunc {
	return mockstest.Exporting(NewControlPlane, "demo", demoArgs(changes...), func(c *ControlPlane) pulumi.Map {
		return pulumi.Map{
			"apiUrl":        c.APIURL,
			"kubeconfig":    c.Kubeconfig,
			"privateZoneId": c.PrivateZoneID,
			"internal":      c.InternalLoadBalancerDNSName,
			"operators":     c.OperatorLoadBalancerDNSNames,
			"external":      c.ExternalLoadBalancerDNSName,
			"machines":      c.MachineIDs,
			"machineIps":    c.MachineIPs,
			"bootstrapIp":   c.BootstrapIP,
		}
	})
}

func recordControlPlane(t *testing.T, changes ...func(*ControlPlaneArgs)) *mocks.Recorder {
	t.Helper()
	rec := mockstest.Run(t, controlPlaneProgram(changes...))
	return rec
}

// inputsByName returns the inputs of the resources that are not components, by type and name.
func inputsByName(rec *mocks.Recorder) map[string]any {
	all := map[string]any{}
	for _, r := range rec.Resources() {
		if r.Custom {
			all[r.Type+" "+r.Name] = r.Inputs
		}
	}
	return all
}

const (
	instanceType   = "aws:ec2/instance:Instance"
	balancerType   = "aws:lb/loadBalancer:LoadBalancer"
	attachmentType = "aws:lb/targetGroupAttachment:TargetGroupAttachment"
	recordType     = "aws:route53/record:Record"
	objectType     = "aws:s3/bucketObjectv2:BucketObjectv2"
)

// filled returns arguments as the component has them.
func filled(args *ControlPlaneArgs) ControlPlaneArgs {
	args = check.WithDefaults(args)
	args.setDefaults()
	return *args
}
