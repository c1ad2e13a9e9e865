package topology

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/state"
)

// collectCards returns what is outside of subnets, in the order in which it is drawn.
func collectCards(t *Topology, s state.Resources) []card {
	all := []card{
		{title: "Hosted control plane", icon: "cloud", lines: hostedControlPlanes(s), managed: true},
		{title: "API endpoint (PrivateLink)", icon: "endpoint", lines: privateLink(t, s)},
		{title: "DNS", icon: "dns", lines: records(s)},
		{title: "VPC endpoints", icon: "endpoint", lines: endpoints(s)},
		{title: "S3 buckets", icon: "bucket", lines: buckets(s)},
		{title: "KMS keys", icon: "key", lines: keys(s)},
		{title: "Inside the cluster", icon: "cluster", lines: insideCluster(s)},
	}
	return slices.DeleteFunc(all, func(c card) bool { return len(c.lines) == 0 })
}

func hostedControlPlanes(s state.Resources) []string {
	var lines []string
	for _, r := range s.Of("rhcs:index/clusterRosaHcp:ClusterRosaHcp") {
		access := "public API"
		if r.Truth("private") {
			access = "private API"
		}
		lines = append(lines, r.Text("name")+" "+r.Text("version"), access, "in Red Hat's account")
	}
	return lines
}

// privateLink returns who may reach the API endpoint of a hosted control plane: the rules of the groups that the stack
// attaches to the endpoint.
func privateLink(t *Topology, s state.Resources) []string {
	c := &collector{state: s, topology: t}
	var lines []string
	for _, attachment := range s.Of("aws:ec2/securityGroupAssociation:SecurityGroupAssociation") {
		for _, rule := range s.Of("aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule") {
			if rule.Text("securityGroupId") == attachment.Text("securityGroupId") {
				lines = append(lines, portRange(rule)+" from "+c.sourceName(rule))
			}
		}
	}
	return lines
}

// records returns the names of addresses by the visibility of their hosted zones.
func records(s state.Resources) []string {
	private := map[string]bool{}
	for _, zone := range s.Of("aws:route53/zone:Zone") {
		private[zone.ID] = len(zone.Objects("vpcs")) > 0
	}
	names := map[string][]string{}
	for _, record := range s.Of("aws:route53/record:Record") {
		if kind := record.Text("type"); kind != "A" && kind != "AAAA" && kind != "CNAME" {
			continue
		}
		zone := "public zone"
		if private[record.Text("zoneId")] {
			zone = "private zone"
		}
		names[zone] = append(names[zone], strings.ReplaceAll(record.Text("name"), `\052`, "*"))
	}
	var lines []string
	for _, zone := range []string{"public zone", "private zone"} {
		slices.Sort(names[zone])
		for _, name := range slices.Compact(names[zone]) {
			lines = append(lines, name+" ("+zone+")")
		}
	}
	return lines
}

func endpoints(s state.Resources) []string {
	var lines []string
	for _, r := range s.Of("aws:ec2/vpcEndpoint:VpcEndpoint") {
		service := r.Text("serviceName")
		if parts := strings.SplitN(service, ".", 4); len(parts) == 4 {
			service = parts[3]
		}
		lines = append(lines, service+" ("+strings.ToLower(cmp.Or(r.Text("vpcEndpointType"), "Gateway"))+")")
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// purposes are the uses of buckets, by the component that they belong to.
var purposes = []struct{ component, purpose string }{
	{"storage:RegistryBucket", "image registry"},
	{"storage:BackupBucket", "backups"},
	{"storage:LogBucket", "cluster logs"},
	{"storage:AccessLogBucket", "access logs"},
	{"cluster:ControlPlane", "bootstrap Ignition config"},
	{"iam:OIDCConfig", "OIDC issuer"},
	{"iam:ShortTermCredentials", "OIDC issuer"},
}

func buckets(s state.Resources) []string {
	var lines []string
	for _, r := range s.Of("aws:s3/bucketV2:BucketV2", "aws:s3/bucket:Bucket") {
		line := r.Name()
		for _, known := range purposes {
			if r.Within(known.component) {
				line = known.purpose + ": " + r.Name()
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func keys(s state.Resources) []string {
	var lines []string
	for _, r := range s.Of("aws:kms/key:Key") {
		line := r.Name()
		switch {
		case r.Within("iam:EtcdKey"):
			line = "etcd: " + line
		case r.Within("iam:VolumeKey"):
			line = "volumes: " + line
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

// insideCluster returns the components whose objects are in the cluster, other than machine sets.
func insideCluster(s state.Resources) []string {
	objects := map[string]bool{}
	for _, r := range s {
		if component := r.Component(); component != "" && strings.HasPrefix(r.Type, "kubernetes:") && r.Type != machineSetType {
			objects[component] = true
		}
	}
	count := map[string]int{}
	for _, r := range s {
		// A URN contains the types of all parents: that of a component ends with its own.
		if qualified := r.QualifiedType(); objects[qualified] && strings.HasPrefix(r.Type, "openshift-aws:") {
			count[r.Type[strings.LastIndex(r.Type, ":")+1:]]++
		}
	}
	var lines []string
	for kind, n := range count {
		if n > 1 {
			kind = fmt.Sprintf("%s × %d", kind, n)
		}
		lines = append(lines, kind)
	}
	slices.Sort(lines)
	return lines
}
