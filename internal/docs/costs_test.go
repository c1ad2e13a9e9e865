package docs

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cost is a line of a cost table.
type cost struct {
	what    string
	count   int
	monthly float64
}

func times(count int, c cost) cost {
	c.count = count
	return c
}

// priced are the examples that create something AWS charges for, each with the golden file of its default settings.
var priced = map[string]string{
	"classic":         "cluster",
	"elastic-workers": "elastic-workers",
	"existing-vpc":    "existing-vpc",
	"fleet":           "ohio",
	"infra-nodes":     "infra-nodes",
	"private":         "private",
	"rosa-classic":    "admin",
	"rosa-hcp":        "admin",
	"two-clusters":    "two-clusters",
}

// registered is a resource of a golden file.
type registered struct {
	kind, parent, inputs string
}

var parentName = regexp.MustCompile(`(?m)^  parent: (\w+) `)

// goldenResources reads the resources of an example.
func goldenResources(t *testing.T, example, scenario string) []registered {
	t.Helper()
	var all []registered
	text := read(t, filepath.Join(root, "examples", example, "testdata", scenario+".golden"))
	for block := range strings.SplitSeq(text, "\n\n") {
		head, inputs, _ := strings.Cut(block, "\n  inputs:\n")
		r := registered{inputs: inputs}
		r.kind, _, _ = strings.Cut(strings.TrimSpace(head), " ")
		if found := parentName.FindStringSubmatch(head); found != nil {
			r.parent = found[1]
		}
		all = append(all, r)
	}
	return all
}

// text returns the first property with a name, at any depth; empty without one.
func (r registered) text(name string) string {
	found := regexp.MustCompile(`(?m)^ +` + name + `: "?([^"\n]+)"?$`).FindStringSubmatch(r.inputs)
	if found == nil {
		return ""
	}
	return found[1]
}

func (r registered) number(name string) float64 {
	value, _ := strconv.ParseFloat(r.text(name), 64)
	return value
}

// elements counts the elements of a list of IDs.
func (r registered) elements(name string) int {
	_, list, _ := strings.Cut(r.inputs, name+":\n")
	count := 0
	for line := range strings.Lines(list) {
		if !strings.HasPrefix(strings.TrimSpace(line), "- ") {
			break
		}
		count++
	}
	return count
}

// roles are what a component's machines are for.
var roles = map[string]string{
	"ControlPlane":     "control plane",
	"EgressProxy":      "proxy",
	"InfraMachineSet":  "infra nodes",
	"JumpHost":         "jump host",
	"WorkerMachineSet": "workers",
}

// costs returns what AWS charges for the resource; nil for most.
func (r registered) costs() []cost {
	switch r.kind {
	case "aws:ec2/instance:Instance":
		return r.machines(1)
	case "kubernetes:machine.openshift.io/v1beta1:MachineSet":
		return r.machines(int(r.number("replicas")))
	case "aws:autoscaling/group:Group":
		// The first instances are on-demand; the autoscaler adds those of the Spot market when pods need them.
		count := int(r.number("onDemandBaseCapacity"))
		return []cost{
			times(count, instance("workers, while there are any", r.text("instanceType"))),
			times(count, volume("workers, while there are any", "gp3", 300, 0)),
		}
	case "aws:ec2/natGateway:NatGateway":
		return []cost{times(1, hourly("NAT gateways", natGateway))}
	case "aws:ec2/eip:Eip":
		return []cost{times(1, hourly("public IPv4 addresses", publicIPv4))}
	case "aws:lb/loadBalancer:LoadBalancer":
		all := []cost{times(1, hourly("network load balancers", networkLB))}
		if r.text("internal") == "false" {
			all = append(all, times(r.elements("subnets"), hourly("public IPv4 addresses", publicIPv4)))
		}
		return all
	case "aws:ec2/vpcEndpoint:VpcEndpoint":
		if r.text("vpcEndpointType") == "Interface" {
			return []cost{times(r.elements("subnetIds"), hourly("interface endpoints, in a zone,", interfaceEndpoint))}
		}
	case "aws:route53/zone:Zone":
		return []cost{times(1, cost{what: "private hosted zones", monthly: hostedZone})}
	case "aws:kms/key:Key":
		return []cost{times(1, cost{what: "KMS keys", monthly: kmsKey})}
	}
	return r.rosaCosts()
}

func (r registered) rosaCosts() []cost {
	const defaultType = "m5.xlarge"
	switch r.kind {
	case "rhcs:index/clusterRosaHcp:ClusterRosaHcp":
		fee := times(1, hourly("ROSA's fee for the cluster", hcpFee))
		return append([]cost{fee}, rosaWorkers("workers", defaultType, int(r.number("replicas")))...)
	case "rhcs:index/clusterRosaClassic:ClusterRosaClassic":
		fee := times(1, hourly("ROSA's fee for the cluster", classicFee))
		return append([]cost{fee}, rosaWorkers("workers", defaultType, int(r.number("replicas")))...)
	case "rhcs:index/hcpMachinePool:HcpMachinePool":
		return rosaWorkers("workers", r.text("instanceType"), int(r.number("minReplicas")))
	case "rhcs:index/machinePool:MachinePool":
		return rosaWorkers("workers", r.text("machineType"), int(r.number("minReplicas")))
	}
	return nil
}

func (r registered) machines(count int) []cost {
	role := roles[r.parent]
	return []cost{
		times(count, instance(role, r.text("instanceType"))),
		times(count, volume(role, r.text("volumeType"), r.number("volumeSize"), r.number("iops"))),
	}
}

// exampleCosts adds up the lines of an example.
func exampleCosts(t *testing.T, example string) []cost {
	t.Helper()
	var all []cost
	add := func(c cost) {
		require.Positive(t, c.monthly, "%s: no price for %s", example, c.what)
		for i := range all {
			if all[i].what == c.what {
				all[i].count += c.count
				return
			}
		}
		all = append(all, c)
	}
	for _, resource := range goldenResources(t, example, priced[example]) {
		for _, c := range resource.costs() {
			add(c)
		}
	}
	for _, c := range byCluster[example] {
		add(c)
	}
	return all
}

func sum(all []cost) float64 {
	total := 0.0
	for _, c := range all {
		total += float64(c.count) * c.monthly
	}
	return total
}

func dollars(amount float64) string {
	if amount < 10 {
		return fmt.Sprintf("%.2f", amount)
	}
	text := fmt.Sprintf("%.0f", amount)
	if len(text) > 3 {
		text = text[:len(text)-3] + "," + text[len(text)-3:]
	}
	return text
}

// costTable renders the lines with their sum.
func costTable(all []cost) string {
	var b strings.Builder
	b.WriteString("| resource | count | per month |\n| --- | --- | --- |\n")
	for _, c := range all {
		fmt.Fprintf(&b, "| %s | %d | %s |\n", c.what, c.count, dollars(float64(c.count)*c.monthly))
	}
	fmt.Fprintf(&b, "| **sum** | | **%s** |\n", dollars(sum(all)))
	return b.String()
}

// generated is a part of a page between `<!-- name -->` and `<!-- end -->`.
func generated(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)(<!-- ` + regexp.QuoteMeta(name) + ` -->\n)(.*?)(<!-- end -->)`)
}

// checkGenerated compares a part of a page with what it must be; UPDATE_GOLDEN writes it.
func checkGenerated(t *testing.T, page, name, want string) {
	t.Helper()
	text := read(t, page)
	part := generated(name)
	require.Regexp(t, part, text, "%s has no part %q", page, name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		updated := part.ReplaceAllString(text, "${1}\n"+want+"\n${3}")
		require.NoError(t, os.WriteFile(page, []byte(updated), 0o600))
		return
	}
	assert.Equal(t, "\n"+want+"\n", part.FindStringSubmatch(text)[2],
		"%s: %s; UPDATE_GOLDEN=1 writes it", page, name)
}

// TestCosts compares the tables of docs/costs.md, and those in the READMEs of the examples, with the golden files of
// the examples and the price table.
func TestCosts(t *testing.T) {
	t.Parallel()
	page := filepath.Join(root, "docs", "costs.md")
	for example := range priced {
		table := costTable(exampleCosts(t, example))
		checkGenerated(t, page, example, table)
		checkGenerated(t, filepath.Join(root, "examples", example, "README.md"), "costs", table)
	}
	checkGenerated(t, page, "savings", savings(t))
	checkGenerated(t, page, "sources", sourceTable())
	assert.Contains(t, read(t, page), pricesOf)
	aDay := fmt.Sprintf("about %d US dollars a day", int(math.Round(sum(exampleCosts(t, "classic"))/30/10)*10))
	assert.Contains(t, read(t, page), aDay)
	for _, found := range regexp.MustCompile(`about \d+ US dollars a day`).FindAllString(
		read(t, filepath.Join(root, "docs", "first-cluster.md")), -1) {
		assert.Equal(t, aDay, found)
	}
}

// savings computes what changes of examples/classic save.
func savings(t *testing.T) string {
	t.Helper()
	const zones, workers, machines = 3, 3, 3
	internal := sum(exampleCosts(t, "classic")) - sum(scenarioCosts(t, "classic", "internal"))
	rows := []struct {
		change, disadvantage string
		saves                float64
	}{
		{
			change: "`nodes.WorkerPool` with `Spot`, at a third of the price, " +
				"instead of `WorkerMachineSet`",
			disadvantage: "workers can be interrupted at two minutes' notice",
			saves:        workers * instancePrices["m5.xlarge"] * hoursPerMonth * 2 / 3,
		},
		{
			change:       "`ControlPlaneArgs.RootVolume` as gp3 with 3,000 IOPS",
			disadvantage: "etcd is no longer on the installer's volume type",
			saves:        machines * (volume("", "io1", 350, 1000).monthly - volume("", "gp3", 350, 0).monthly),
		},
		{
			change:       "`VpcArgs.NAT: NATSingle`",
			disadvantage: "all zones lose internet access if that zone fails; traffic between zones",
			saves:        (zones - 1) * (natGateway + publicIPv4) * hoursPerMonth,
		},
		{
			change:       "`Scope: Internal` of control plane and router",
			disadvantage: "no access from the internet",
			saves:        internal,
		},
	}
	var b strings.Builder
	b.WriteString("| change | saves per month | disadvantage |\n| --- | --- | --- |\n")
	for _, row := range rows {
		require.Positive(t, row.saves, row.change)
		fmt.Fprintf(&b, "| %s | %s | %s |\n", row.change, dollars(row.saves), row.disadvantage)
	}
	return b.String()
}

// scenarioCosts are the costs of a scenario of an example with those that the cluster creates.
func scenarioCosts(t *testing.T, example, scenario string) []cost {
	t.Helper()
	all := byCluster[example]
	for _, resource := range goldenResources(t, example, scenario) {
		all = append(all, resource.costs()...)
	}
	return all
}
