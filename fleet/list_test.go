package fleet

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testProject = `
name: shop
runtime: go
config:
  shop:name: {type: string}
  shop:zones: {type: string, default: us-east-2a}
  shop:workers: {type: integer, default: 2}
  aws:ignoreTags: {value: {}}
`

func testProgram(t *testing.T, blueprints ...string) *program {
	t.Helper()
	all := map[string]Blueprint{}
	for _, name := range blueprints {
		all[name] = nil
	}
	p, err := readProgram([]byte(testProject), all)
	require.NoError(t, err)
	return p
}

func parsed(t *testing.T, text string) *List {
	t.Helper()
	l, err := Parse([]byte(text))
	require.NoError(t, err)
	return l
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	l := parsed(t, `
defaults: {region: us-east-2, zones: [us-east-2a], version: 4.18.5, config: {workers: 3, aws:profile: prod}, organization: acme}
clusters:
- {name: one, vpcCidr: 10.1.0.0/16}
- {name: two, vpcCidr: 10.2.0.0/16, region: eu-west-1, zones: [a, b], config: {workers: 6}, blueprint: hcp, protect: false, wave: 2}
`)
	require.NoError(t, l.check(testProgram(t, "hcp")))
	assert.Equal(t, 4, l.Parallel)
	assert.Equal(t, map[string]string{
		"aws:region": "us-east-2", "aws:profile": "prod", "shop:name": "one", "shop:zones": "us-east-2a", "shop:vpcCidr": "10.1.0.0/16",
		"shop:version": "4.18.5", "shop:workers": "3", "shop:protect": "true",
	}, l.Clusters[0].Settings("shop", l.Clusters[0].protected()))
	assert.Equal(t, map[string]string{
		"aws:region": "eu-west-1", "aws:profile": "prod", "shop:name": "two", "shop:zones": "a,b", "shop:vpcCidr": "10.2.0.0/16",
		"shop:version": "4.18.5", "shop:workers": "6", "shop:blueprint": "hcp", "shop:protect": "false",
	}, l.Clusters[1].Settings("shop", l.Clusters[1].protected()))
	assert.Equal(t, "acme/one", l.Clusters[0].stack())
	assert.Equal(t, []int{1, 2}, []int{l.Clusters[0].Wave, l.Clusters[1].Wave})
	assert.Equal(t, map[string]string{"workers": "3", "aws:profile": "prod"}, l.Defaults.Config, "the defaults are not changed")
}

func TestInvalidListsAreRejected(t *testing.T) {
	t.Parallel()
	const rest = "region: us-east-2, version: 4.18.5"
	for name, test := range map[string]struct {
		text, reason string
		blueprints   []string
		want         []string
	}{
		"no cluster": {text: "parallel: 2", want: []string{"clusters: is required"}, reason: "a fleet has clusters"},
		"no parallel stack": {
			text: "{parallel: -1, clusters: [{name: a, " + rest + "}]}", want: []string{"parallel: must be at least 1 (got -1)"},
			reason: "nothing would run",
		},
		"all problems at once": {
			text: "clusters: [{name: a, " + rest + "}, {name: a, vpcCidr: 10.0.0.0/33}, {wave: -1, " + rest + ", vpcCidr: 10.9.0.0/16}]",
			want: []string{
				"clusters[1].region: is required", "clusters[1].version: is required",
				`clusters[1].vpcCidr: "10.0.0.0/33" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
				"clusters[1].name: a is listed twice", "clusters[2].name: is required", "clusters[2].wave: must be at least 1 (got -1)",
			},
			reason: "an administrator corrects a list once",
		},
		"a name that the operator rejects": {
			text: "clusters: [{name: " + strings.Repeat("a", 43) + ", " + rest + "}]",
			want: []string{fmt.Sprintf("clusters[0].name: %q is not a valid cluster name of at most 42 characters (for example, ohio)",
				strings.Repeat("a", 43))},
			reason: "a Stack object has the name",
		},
		"a pair in one wave": {
			text: "clusters: [{name: a, pair: p, wave: 1, " + rest + "}, {name: b, pair: p, vpcCidr: 10.1.0.0/16, " + rest + "}]",
			want: []string{"clusters[1].wave: a and b are of the pair p, and must not be in one wave (1)"}, reason: "one of a pair must run",
		},
		"an empty wave": {
			text: "clusters: [{name: a, wave: 3, " + rest + "}, {name: b, wave: 1, vpcCidr: 10.1.0.0/16, " + rest + "}]",
			want: []string{"clusters: wave 2 has no cluster, but wave 3 has"}, reason: "wave 3 would have no prerequisite",
		},
		"overlapping networks": {
			text: "clusters: [{name: a, vpcCidr: 10.1.0.0/16, " + rest + "}, {name: b, vpcCidr: 10.1.128.0/17, " + rest + "}]",
			want: []string{"clusters[1].vpcCidr: 10.1.128.0/17 overlaps 10.1.0.0/16 of a"}, reason: "networks can be connected later",
		},
		"the default network twice": {
			text: "clusters: [{name: a, " + rest + "}, {name: b, " + rest + "}]",
			want: []string{"clusters[1].vpcCidr: 10.0.0.0/16 overlaps 10.0.0.0/16 of a"}, reason: "the default is the same for all",
		},
		"an unknown blueprint": {
			text: "clusters: [{name: a, blueprint: x, " + rest + "}]", blueprints: []string{"hcp", "classic"},
			want: []string{`clusters[0].blueprint: must be classic or hcp (got "x")`}, reason: "it has no program",
		},
		"no blueprint": {
			text: "clusters: [{name: a, " + rest + "}]", blueprints: []string{"hcp", "classic"},
			want: []string{"clusters[0].blueprint: is required"}, reason: "there are two",
		},
		"an unknown setting": {
			text:   "clusters: [{name: a, config: {wrokers: 3, zones: x}, " + rest + "}]",
			want:   []string{`clusters[0].config: must be workers (got "wrokers")`, "clusters[0].config.zones: is the field zones of the cluster"},
			reason: "Pulumi accepts any key",
		},
	} {
		blueprints := test.blueprints
		if blueprints == nil {
			blueprints = []string{"hcp"}
		}
		l := parsed(t, test.text)
		assert.EqualError(t, l.check(testProgram(t, blueprints...)), strings.Join(test.want, "\n"), "%s: %s", name, test.reason)
	}
}

// TestRequiredSettings: Pulumi rejects a stack without a setting that has no default; the list says so for all clusters.
func TestRequiredSettings(t *testing.T) {
	t.Parallel()
	p, err := readProgram([]byte("{name: shop, config: {zones: {type: string}, shop:ami: {type: string}, size: 3, aws:x: {type: string}}}"),
		map[string]Blueprint{"hcp": nil})
	require.NoError(t, err)
	l := parsed(t, `{defaults: {region: us-east-2, version: 4.18.5}, clusters: [
{name: a, zones: [us-east-2a], config: {ami: ami-1}}, {name: b, vpcCidr: 10.1.0.0/16}]}`)
	assert.EqualError(t, l.check(p), "clusters[1].config.ami: is required\nclusters[1].zones: is required")
}

// TestTexts: a text needs no quotes. YAML's numbers have no leading zeros, no trailing ones, and other bases.
func TestTexts(t *testing.T) {
	t.Parallel()
	l := parsed(t, `
defaults: {region: us-east-2, version: 4.20, config: {billingAccountId: &billing 012345678901}}
clusters:
- {name: one, config: {octal: 011111111111, workerVersion: 4.20, exponent: 1e3, yes: yes, hex: 0x10, date: 2026-11-26}}
- {name: 10, zones: [1], secret: ~, config: {other: *billing, quoted: "007", empty: ~}}
`)
	assert.Equal(t, "4.20", l.Clusters[0].Version)
	assert.Equal(t, map[string]string{
		"billingAccountId": "012345678901", "octal": "011111111111", "workerVersion": "4.20", "exponent": "1e3", "yes": "yes", "hex": "0x10",
		"date": "2026-11-26",
	}, l.Clusters[0].Config)
	assert.Equal(t, "10", l.Clusters[1].Name)
	assert.Equal(t, []string{"1"}, l.Clusters[1].Zones)
	assert.Equal(t, map[string]string{"billingAccountId": "012345678901", "other": "012345678901", "quoted": "007", "empty": ""},
		l.Clusters[1].Config)
	_, err := Parse([]byte("clusters: [{name: a, config: {workers: [3]}}]"))
	assert.ErrorContains(t, err, "cannot unmarshal")
}

func TestUnknownFieldsAreRejected(t *testing.T) {
	t.Parallel()
	_, err := Parse([]byte("clusters: [{name: a, zone: x}]"))
	assert.ErrorContains(t, err, "line 1: field zone not found")
}

func TestMatrix(t *testing.T) {
	t.Parallel()
	l := manyClusters(600)
	chunks := l.Matrix()
	var shape [][2]int
	for _, chunk := range chunks {
		shape = append(shape, [2]int{chunk.Wave, len(chunk.Include)})
	}
	assert.Equal(t, [][2]int{{1, 6}, {2, 60}, {3, 256}, {3, 256}, {3, 22}}, shape)
	assert.Equal(t, Job{Cluster: "c0", Stack: "c0", Region: "us-east-2", Wave: 1}, chunks[0].Include[0])
}

// manyClusters returns a fleet in three waves: one in a hundred, one in ten, and the rest.
func manyClusters(count int) *List {
	l := &List{Parallel: 4, Operator: Operator{Image: "registry.example.com/fleet:1"}.withDefaults()}
	for i := range count {
		c := Cluster{
			Name: fmt.Sprintf("c%d", i), Region: "us-east-2", Version: "4.18.5", Wave: 3, Backend: "s3://state",
			VpcCIDR: fmt.Sprintf("10.%d.%d.0/20", i/16, i%16*16),
		}
		if i < count/100 {
			c.Wave = 1
		} else if i < count/100+count/10 {
			c.Wave = 2
		}
		l.Clusters = append(l.Clusters, c.or(Cluster{}))
	}
	return l
}

// TestFiveHundredClusters: a list of 500 clusters is checked and rendered in seconds.
func TestFiveHundredClusters(t *testing.T) {
	t.Parallel()
	l := manyClusters(500)
	var out strings.Builder
	begun := time.Now()
	require.NoError(t, l.check(testProgram(t, "hcp")))
	require.NoError(t, l.WriteManifests(&out, "shop"))
	took := time.Since(begun)
	t.Logf("%d KiB in %s", out.Len()>>10, took)
	assert.Less(t, took, 20*time.Second)
	assert.Equal(t, 500, strings.Count(out.String(), "\nkind: Stack\n"))
	page, err := os.ReadFile("../docs/fleet.md")
	require.NoError(t, err)
	assert.Contains(t, string(page), fmt.Sprintf("500 objects of %d KiB", (out.Len()/500+512)>>10))
}
