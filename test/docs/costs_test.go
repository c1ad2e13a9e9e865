package docs

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// costRows are the rows of docs/costs.md with what the golden files have of them: the kind and the name of resources.
var costRows = map[string]*regexp.Regexp{
	"control plane: m5.xlarge": regexp.MustCompile(`(?m)^aws:ec2/instance:Instance \S*-master-`),
	"infra nodes":              regexp.MustCompile(`(?m)^kubernetes:machine.openshift.io/v1beta1:MachineSet [a-z]+-machineset-`),
	"workers": regexp.MustCompile(
		`(?m)^(kubernetes:machine.openshift.io/v1beta1:MachineSet [a-z]+-worker-|aws:autoscaling/group:Group )`),
	"proxy":                regexp.MustCompile(`(?m)^aws:ec2/instance:Instance \S*-proxy-machine-`),
	"jump host":            regexp.MustCompile(`(?m)^aws:ec2/instance:Instance \S*-jump-host$`),
	"NAT gateways":         regexp.MustCompile(`(?m)^aws:ec2/natGateway:NatGateway `),
	"load balancers":       regexp.MustCompile(`(?m)^aws:lb/loadBalancer:LoadBalancer `),
	"private hosted zones": regexp.MustCompile(`(?m)^aws:route53/zone:Zone `),
	"KMS keys":             regexp.MustCompile(`(?m)^aws:kms/key:Key `),
	"volumes of monitoring": regexp.MustCompile(
		`(?m)^openshift-aws:storage:MonitoringStorage `),
}

// costColumns are the columns with the golden file of each; a column of ROSA has resources that OCM creates.
var costColumns = []struct {
	example, golden string
	clusters        int
	ocm             bool
}{
	{example: "classic", golden: "classic/testdata/cluster.golden", clusters: 1},
	{example: "existing-vpc", golden: "existing-vpc/testdata/existing-vpc.golden", clusters: 1},
	{example: "private", golden: "private/testdata/private.golden", clusters: 1},
	{example: "two-clusters", golden: "two-clusters/testdata/ohio.golden", clusters: 2},
	{example: "rosa-hcp", golden: "rosa-hcp/testdata/admin.golden", clusters: 1, ocm: true},
	{example: "rosa-classic", golden: "rosa-classic/testdata/admin.golden", clusters: 1, ocm: true},
	{example: "fleet, one cluster", golden: "fleet/testdata/ohio.golden", clusters: 1, ocm: true},
}

// createdByOCM are the rows of which a cluster of ROSA has resources that its program does not register.
var createdByOCM = map[string]bool{
	"control plane: m5.xlarge": true, "infra nodes": true, "workers": true, "load balancers": true, "private hosted zones": true,
}

// TestCosts compares the counts of docs/costs.md with the resources of the golden files.
func TestCosts(t *testing.T) {
	t.Parallel()
	rows := map[string][]string{}
	for line := range strings.Lines(read(t, filepath.Join(root, "docs", "costs.md"))) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) == len(costColumns)+1 {
			rows[cells[0]] = cells[1:]
		}
	}
	for i, column := range costColumns {
		assert.Equal(t, column.example, rows[""][i])
		registered := registeredIn(t, filepath.Join(root, "examples", column.golden))
		for label, resources := range costRows {
			if column.ocm && createdByOCM[label] {
				continue
			}
			cells := cellsOf(rows, label)
			require.NotNil(t, cells, label)
			got, _ := strconv.Atoi(cells[i])
			if label == "volumes of monitoring" && cells[i] != "" {
				got = 1
			}
			assert.Equal(t, column.clusters*len(resources.FindAllString(registered, -1)), got, "%s of %s", label, column.example)
		}
	}
}

// sumPages are the pages with the sum of each column of the prices in docs/costs.md.
var sumPages = []struct{ dollars, page string }{
	{dollars: "2.80 US dollars", page: "docs/first-cluster.md"},
	{dollars: "1.70 US dollars", page: "docs/first-rosa-cluster.md"},
}

// TestSumsOfPrices computes the sums of docs/costs.md from its prices, and compares the pages with them.
func TestSumsOfPrices(t *testing.T) {
	t.Parallel()
	const hours = 730 // of a month
	sums, shown := make([]float64, len(sumPages)), []string{}
	for line := range strings.Lines(read(t, filepath.Join(root, "docs", "costs.md"))) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 2+len(sumPages) {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		price, err := strconv.ParseFloat(cells[1], 64)
		switch {
		case strings.HasPrefix(cells[0], "sum"):
			shown = cells[2:]
		case err != nil:
			continue // the head of the table
		case strings.Contains(cells[0], "month["):
			price /= hours
		default:
			require.Contains(t, cells[0], "an hour[", "a price names its time and its source")
		}
		for i := range sums {
			count, _ := strconv.Atoi(cells[2+i])
			sums[i] += float64(count) * price
		}
	}
	require.Len(t, shown, len(sums))
	for i, each := range sumPages {
		assert.Equal(t, shown[i], strconv.FormatFloat(sums[i], 'f', 2, 64))
		about, err := strconv.ParseFloat(strings.Fields(each.dollars)[0], 64)
		require.NoError(t, err)
		assert.InDelta(t, sums[i], about, 0.05, each.page)
		for _, page := range []string{each.page, "README.md"} {
			text := strings.Join(strings.Fields(read(t, filepath.Join(root, page))), " ")
			assert.Contains(t, text, each.dollars, page)
		}
	}
}

// registeredIn returns the types and names of the resources of a golden file, one a line. If the file has the differences from another one,
// these are that file's, with those that are only here, without those that are only there.
func registeredIn(t *testing.T, path string) string {
	t.Helper()
	head, text, _ := strings.Cut(read(t, path), "\n")
	base, differs := strings.CutPrefix(head, "differences from ")
	if !differs {
		return head + "\n" + text
	}
	registered := registeredIn(t, filepath.Join(filepath.Dir(path), strings.TrimSuffix(base, ":")))
	for line := range strings.Lines(text) {
		if added, ok := strings.CutPrefix(line, "+ "); ok {
			registered += added
		}
		if removed, ok := strings.CutPrefix(line, "- "); ok && removed[0] != ' ' {
			require.Contains(t, registered, "\n"+removed, path)
			registered = strings.Replace(registered, "\n"+removed, "\n", 1)
		}
	}
	return registered
}

// cellsOf returns the row whose label begins so.
func cellsOf(rows map[string][]string, label string) []string {
	for found, cells := range rows {
		if strings.HasPrefix(found, label) {
			return cells
		}
	}
	return nil
}
