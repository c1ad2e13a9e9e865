package fleet

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const testProject = `
name: shop
runtime: go
config:
  shop:name: {type: string}
  shop:zones: {type: string, default: us-east-2a}
  shop:vpcCidr: {type: string}
  shop:workers: {type: integer, default: 2}
  shop:adminPassword: {type: string, secret: true}
  aws:ignoreTags: {value: {}}
`

// stash is the blueprint of one resource that the engine itself creates. It rejects some numbers of workers.
func stash(ctx *pulumi.Context) error {
	cfg := config.New(ctx, "")
	workers := 0
	cfg.RequireObject("workers", &workers)
	if workers < 0 {
		return fmt.Errorf("workers: must not be negative (got %d)", workers)
	}
	if workers == 13 && !ctx.RunningWithMocks() {
		return errors.New("only the account rejects this")
	}
	ctx.Export("version", pulumi.String(cfg.Require("version")))
	return ctx.RegisterResource("pulumi:index:Stash", "data", pulumi.Map{"input": pulumi.String(cfg.Require("version"))},
		&pulumi.CustomResourceState{})
}

func testProgram(t *testing.T, project string) *program {
	t.Helper()
	p, err := readProgram([]byte(project), map[string]Blueprint{"stash": stash, "other": stash})
	require.NoError(t, err)
	return p
}

// parsed returns a list, whose clusters have what is required.
func parsed(t *testing.T, text string) *List {
	t.Helper()
	l, err := Parse([]byte(text))
	require.NoError(t, err)
	return l
}

// defaults are those of most lists of tests.
const defaults = `defaults:
  blueprint: stash
  account: "012345678901"
  region: us-east-2
  version: 4.18.5
  backend: s3://state
  secrets: {adminPassword: fleet/password}
  workspace: {image: "registry.example.com/fleet:1"}
`

func TestDefaults(t *testing.T) {
	t.Parallel()
	l := parsed(t, `
defaults:
  {account: "123456789012", region: us-east-2, zones: [us-east-2a], version: 4.18.5, config: {workers: 3, aws:profile: prod},
   organization: acme, blueprint: stash, labels: {tier: rest}, secrets: {adminPassword: fleet/password}}
clusters:
- {name: one, vpcCidr: 10.1.0.0/16}
- {name: two, vpcCidr: 10.2.0.0/16, region: eu-west-1, zones: [eu-west-1a, eu-west-1b], config: {workers: 6}, blueprint: other,
   protect: false, labels: {tier: canary}}
`)
	require.NoError(t, l.check(testProgram(t, testProject)))
	assert.Equal(t, map[string]string{
		"aws:region": "us-east-2", "aws:allowedAccountIds": `["123456789012"]`, "aws:profile": "prod", "shop:name": "one",
		"shop:zones": "us-east-2a", "shop:vpcCidr": "10.1.0.0/16", "shop:version": "4.18.5", "shop:workers": "3", "shop:protect": "true",
		"shop:blueprint": "stash",
	}, l.Clusters[0].Settings("shop", *l.Clusters[0].Protect))
	assert.Equal(t, map[string]string{
		"aws:region": "eu-west-1", "aws:allowedAccountIds": `["123456789012"]`, "aws:profile": "prod", "shop:name": "two",
		"shop:zones": "eu-west-1a,eu-west-1b", "shop:vpcCidr": "10.2.0.0/16", "shop:version": "4.18.5", "shop:workers": "6",
		"shop:blueprint": "other", "shop:protect": "false",
	}, l.Clusters[1].Settings("shop", *l.Clusters[1].Protect))
	assert.Equal(t, "acme/one", l.Clusters[0].Stack())
	assert.Equal(t, map[string]string{"workers": "3", "aws:profile": "prod"}, l.Defaults.Config, "the defaults are not changed")
	assert.Equal(t, map[string]string{"tier": "rest"}, l.Defaults.Labels)
}

func TestInvalidListsAreRejected(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		clusters, rest, reason string
		want                   []string
	}{
		"no cluster": {clusters: "[]", want: []string{"clusters: is required"}, reason: "a fleet has clusters"},
		"all problems at once": {
			clusters: `[{name: a, vpcCidr: 10.0.0.0/16}, {name: a, vpcCidr: 10.0.0.0/33, account: "1", region: mars, version: x},
{vpcCidr: 10.9.0.0/16, organization: ../../x}]`,
			want: []string{
				`clusters[1].account: "1" is not a valid AWS account ID (for example, 123456789012)`,
				`clusters[1].region: "mars" is not a valid AWS region (for example, us-east-2)`,
				`clusters[1].version: "x" is not a valid `,
				"clusters[1].name: a is listed twice", "clusters[2].name: is required",
				`clusters[2].organization: "../../x" is not a valid organization (for example, acme)`,
				`clusters[1].vpcCidr: "10.0.0.0/33" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`,
			},
			reason: "an administrator corrects a list once",
		},
		"a name that the operator rejects": {
			clusters: "[{name: " + strings.Repeat("a", 43) + ", vpcCidr: 10.0.0.0/16}]",
			want:     []string{fmt.Sprintf("clusters[0].name: %q is not a valid cluster name of at most 42 characters", strings.Repeat("a", 43))},
			reason:   "a Stack object has the name",
		},
		"no account": {
			clusters: `[{name: a, vpcCidr: 10.0.0.0/16, account: ""}]`, rest: strings.Replace(defaults, "account", "#", 1),
			want: []string{"clusters[0].account: is required"}, reason: "the credentials of the moment must not decide",
		},
		"zones of another region": {
			clusters: "[{name: a, vpcCidr: 10.0.0.0/16, zones: [eu-west-1a, mars]}]",
			want:     []string{"clusters[0].zones[1]: ", "clusters[0].zones[0]: eu-west-1a is not in us-east-2"}, reason: "the VPC is in one region",
		},
		"a name and a pair of all": {
			clusters: "[{name: a, vpcCidr: 10.0.0.0/16}]", rest: strings.Replace(defaults, "blueprint", "name: x\n  pair: y\n  blueprint", 1),
			want: []string{"defaults: must not have a name or a pair, which are of one cluster"}, reason: "they would be ignored",
		},
		"overlapping networks": {
			clusters: `[{name: a, vpcCidr: 10.1.0.0/16}, {name: b, vpcCidr: 10.1.128.0/17}, {name: c, network: europe, vpcCidr: 10.1.0.0/16},
{name: d, network: isolated, vpcCidr: 10.1.0.0/16}, {name: e, network: isolated, vpcCidr: 10.1.0.0/16}]`,
			want:   []string{"clusters[1].vpcCidr: 10.1.128.0/17 overlaps 10.1.0.0/16 of a"},
			reason: "networks that are never connected can have the same range",
		},
		"an unknown blueprint": {
			clusters: "[{name: a, vpcCidr: 10.0.0.0/16, blueprint: x}]", want: []string{`clusters[0]: blueprint: there is no "x"`},
			reason: "it has no program",
		},
		"settings": {
			clusters: `[{name: a, vpcCidr: 10.0.0.0/16, config: {wrokers: 3, zones: x, shop:version: 4.17.1, aws:region: us-west-2,
adminPassword: CANARY, rhcs:token: CANARY, aws:secretKey: CANARY}}, {name: b, secrets: {adminPassword: password}}]`,
			want: []string{
				"clusters[0].config.adminPassword: is secret: set it in secrets, or as a variable of the environment",
				"clusters[0].config.aws:region: is the field region of the cluster",
				"clusters[0].config.aws:secretKey: is secret: ", "clusters[0].config.rhcs:token: is secret: ",
				"clusters[0].config.shop:version: is the field version of the cluster",
				"clusters[0].config.wrokers: Pulumi.yaml does not declare it (it declares adminPassword, name, vpcCidr, workers, zones)",
				"clusters[0].config.zones: is the field zones of the cluster",
				`clusters[1].secrets[adminPassword]: "password" is not a valid secret and key (for example, fleet/token)`,
				"clusters[1].vpcCidr: is required", "clusters[1].vpcCidr: 10.0.0.0/16 overlaps 10.0.0.0/16 of a",
			},
			reason: "Pulumi accepts any key, and Git shows what it has",
		},
		"what a program rejects": {
			clusters: `[{name: a, vpcCidr: 10.0.0.0/16, config: {workers: -1}}, {name: b, vpcCidr: 10.1.0.0/16, config: {workers: two}},
{name: c, vpcCidr: 10.2.0.0/16, config: {workers: 13}}]`,
			want: []string{
				"clusters[0]: workers: must not be negative (got -1)",
				"clusters[1]: unable to unmarshall required configuration variable 'shop:workers'",
			},
			reason: "a preview would reject it, for one cluster after the other",
		},
		"a cluster in no step, and in two": {
			rest: defaults + `rollout:
- {name: canary, select: {tier: [canary]}}
- {name: east, select: {region: [us-east-2], tier: [canary, early]}}
- {name: Typo, select: {tier: [lats]}, maxUpdate: 0%}
`,
			clusters: `[{name: a, vpcCidr: 10.0.0.0/16, labels: {tier: canary}}, {name: b, vpcCidr: 10.1.0.0/16},
{name: c, vpcCidr: 10.2.0.0/16, labels: {tier: early}}]`,
			want: []string{
				"clusters[0]: must be in one step of the rollout (is in 2)", "clusters[1]: must be in one step of the rollout (is in 0)",
				"rollout[0].select: selects no cluster", `rollout[2].name: "Typo" is not a valid DNS label`,
				`rollout[2].maxUpdate: "0%" is not a valid number or percentage (for example, 10%)`, "rollout[2].select: selects no cluster",
			},
			reason: "Argo CD does not update a cluster in no step, and picks one of two",
		},
		"a pair in one step": {
			rest: defaults + `rollout:
- {name: east, select: {region: [us-east-2]}}
- {name: one, select: {region: [eu-west-1]}, maxUpdate: 1}
`,
			clusters: `
- {name: a, pair: p, vpcCidr: 10.0.0.0/16}
- {name: b, pair: p, vpcCidr: 10.1.0.0/16}
- {name: c, region: eu-west-1, pair: q, vpcCidr: 10.2.0.0/16}
- {name: d, region: eu-west-1, pair: q, vpcCidr: 10.3.0.0/16}`,
			want:   []string{"clusters[1].pair: a and b are a pair, and step east can update both at the same time"},
			reason: "one of a pair must run",
		},
	} {
		rest := test.rest
		if rest == "" {
			rest = defaults
		}
		err := parsed(t, rest+"clusters: "+test.clusters).check(testProgram(t, testProject))
		if !assert.Error(t, err, name) {
			continue
		}
		got := strings.Split(err.Error(), "\n")
		if assert.Len(t, got, len(test.want), "%s: %s\n%v", name, test.reason, err) {
			for i := range got {
				assert.True(t, strings.HasPrefix(got[i], test.want[i]), "%s: %s\n%s\n%s", name, test.reason, got[i], test.want[i])
			}
		}
	}
}

// TestVpcsThatExist: without the setting vpcCidr the clusters are in VPCs that exist, of which the list knows nothing.
func TestVpcsThatExist(t *testing.T) {
	t.Parallel()
	l := parsed(t, defaults+"clusters: [{name: a}, {name: b}]")
	project := strings.Replace(testProject, "  shop:vpcCidr: {type: string}\n", "", 1)
	require.NoError(t, l.check(testProgram(t, project)))
}

// TestTexts: a text needs no quotes. YAML's numbers have no leading zeros, no trailing ones, and other bases.
func TestTexts(t *testing.T) {
	t.Parallel()
	l := parsed(t, `
defaults: {region: us-east-2, version: 4.20, config: {billingAccountId: &billing 012345678901}}
clusters:
- {name: one, config: {octal: 011111111111, workerVersion: 4.20, exponent: 1e3, yes: yes, hex: 0x10, date: 2026-11-26}}
- {name: 10, zones: [1], backend: ~, config: {other: *billing, quoted: "007", empty: ~}}
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
