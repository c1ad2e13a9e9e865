package network

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The rules of openshift-install: protocol, ports, sources. The machine config server is open to machines only.
const machineTable = `
icmp -1          controlplane node
tcp  22          controlplane node
udp  4789        controlplane node
udp  6081        controlplane node
udp  500         controlplane node
udp  4500        controlplane node
50   -           controlplane node
tcp  6441-6442   controlplane node
tcp  9000-9999   controlplane node
udp  9000-9999   controlplane node
tcp  30000-32767 controlplane node
udp  30000-32767 controlplane node
`

var ruleTables = map[string]string{
	controlPlane: machineTable + `
tcp  6443        apiserver-lb controlplane node
tcp  2379-2380   controlplane
tcp  22623       apiserver-lb controlplane node
tcp  10257       controlplane node
tcp  10259       controlplane node
`,
	node: machineTable + `
tcp  10250       controlplane node
tcp  30000-32767 vpc
`,
	apiServerLB: `
tcp  6443        vpc
tcp  22623       controlplane node
`,
	loadBalancer: `
tcp  6443        vpc
`,
}

func TestSecurityGroupRules(t *testing.T) {
	t.Parallel()
	got := map[string][]string{}
	for _, group := range securityGroups(nil) {
		for _, rule := range group.rules {
			ports := strconv.Itoa(rule.fromPort)
			switch {
			case rule.protocol == esp:
				ports = "-"
			case rule.fromPort != rule.toPort:
				ports = fmt.Sprintf("%d-%d", rule.fromPort, rule.toPort)
			}
			got[group.what] = append(got[group.what], fmt.Sprintf("%s %s %s", rule.protocol, ports, rule.source))
		}
	}
	want := map[string][]string{}
	for group, table := range ruleTables {
		for line := range strings.Lines(table) {
			fields := strings.Fields(line)
			if len(fields) == 0 {
				continue
			}
			for _, source := range fields[2:] {
				want[group] = append(want[group], fmt.Sprintf("%s %s %s", fields[0], fields[1], source))
			}
		}
	}
	assert.Equal(t, want, got)
}

func TestSecurityGroupRulesAreWellFormed(t *testing.T) {
	t.Parallel()
	// EC2 API reference, IpRange: at most 255 of these characters.
	description := regexp.MustCompile(`^[a-zA-Z0-9. _\-:/()#,@\[\]+=&;{}!$*]{1,255}$`)
	for _, group := range securityGroups(nil) {
		keys := map[string]bool{}
		assert.Regexp(t, description, group.description)
		for _, rule := range group.rules {
			assert.Regexp(t, description, rule.description)
			assert.LessOrEqual(t, rule.fromPort, rule.toPort, rule.key())
			assert.False(t, keys[rule.key()], "%s has two rules %s", group.what, rule.key())
			keys[rule.key()] = true
		}
		assert.LessOrEqual(t, len(group.rules), 60, "AWS's quota is 60 rules per group")
	}
}

// TestNodePortCIDRs: node ports are open to the VPC by default, to CIDRs that are named, or to machines only.
func TestNodePortCIDRs(t *testing.T) {
	t.Parallel()
	sources := func(cidrs []string) []string {
		var found []string
		for _, rule := range nodeRules(cidrs) {
			if rule.fromPort == nodePortTraffic.fromPort && rule.source != controlPlane && rule.source != node {
				found = append(found, rule.source)
			}
		}
		return found
	}
	assert.Equal(t, []string{vpcCIDR}, sources(nil))
	assert.Equal(t, []string{"10.0.1.0/24", "10.0.2.0/24"}, sources([]string{"10.0.1.0/24", "10.0.2.0/24"}))
	assert.Empty(t, sources([]string{}))
}
