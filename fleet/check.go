package fleet

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// clusterName is the name of a Stack object, which has a pod and a Service of its name. The limit is that of the CRD
// (pulumi/pulumi-kubernetes-operator v2.9.0, operator/api/pulumi/v1/stack_types.go).
var clusterName = check.Pattern("cluster name", "ohio", `[a-z]([-a-z0-9]*[a-z0-9])?`).AtMost(42)

// pairName is the value of a label.
var pairName = check.Pattern("name of a pair", "payments", `[a-zA-Z0-9]([-_.a-zA-Z0-9]*[a-zA-Z0-9])?`).AtMost(63)

// program is what the list is checked against.
type program struct {
	// Project is the name in Pulumi.yaml.
	Name string
	// Config are the settings that it declares.
	Config     map[string]any
	blueprints []string
}

// readProgram reads a Pulumi.yaml.
func readProgram(text []byte, blueprints map[string]Blueprint) (*program, error) {
	p := &program{blueprints: slices.Sorted(maps.Keys(blueprints))}
	return p, yaml.Unmarshal(text, p)
}

// settings returns the declared settings of the project itself.
func (p *program) settings() []string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(p.Config)) {
		name, ours := strings.CutPrefix(key, p.Name+":")
		if ours || !strings.Contains(key, ":") {
			all = append(all, name)
		}
	}
	return all
}

// required returns the settings of the project that have no default: Pulumi rejects a stack without them.
func (p *program) required() []string {
	return slices.DeleteFunc(p.settings(), func(name string) bool {
		for _, key := range []string{name, p.Name + ":" + name} {
			if declared, ok := p.Config[key].(map[string]any); ok {
				return declared["default"] != nil || declared["value"] != nil
			}
		}
		return true // The key has a value instead of a declaration.
	})
}

// own are the settings that fields of Cluster set.
var own = []string{"name", "blueprint", "zones", "vpcCidr", "version", "protect"}

// check returns all problems of the list, joined. What a cluster's program checks itself is left to it.
func (l *List) check(p *program) error {
	var problems check.Problems
	problems.Required("clusters", l.Clusters)
	problems.AtLeast("parallel", l.Parallel, 1)
	members := map[int]int{}
	for i, c := range l.Clusters {
		l.checkCluster(&problems, check.Index("clusters", i), i, p)
		members[c.Wave]++
	}
	for wave := 1; wave < l.lastWave(); wave++ {
		if members[wave] == 0 {
			problems.Addf("clusters", "wave %d has no cluster, but wave %d has", wave, l.lastWave())
		}
	}
	return problems.Err()
}

func (l *List) checkCluster(problems *check.Problems, at check.Path, i int, p *program) {
	c := l.Clusters[i]
	problems.RequiredFormat(at+".name", c.Name, clusterName)
	problems.Required(at+".region", c.Region)
	problems.Required(at+".version", c.Version)
	problems.Format(at+".pair", c.Pair, pairName)
	if c.Wave < 1 {
		problems.AtLeast(at+".wave", c.Wave, 1)
	}
	if c.Blueprint != "" || len(p.blueprints) > 1 {
		if problems.Required(at+".blueprint", c.Blueprint) {
			check.OneOf(problems, at+".blueprint", c.Blueprint, p.blueprints...)
		}
	}
	c.checkConfig(problems, at, p)
	cidr, valid := problems.IPv4CIDR(at+".vpcCidr", cmp.Or(c.VpcCIDR, network.DefaultCIDR))
	for _, other := range l.Clusters[:i] {
		if other.Name == c.Name && c.Name != "" {
			problems.Addf(at+".name", "%s is listed twice", c.Name)
		}
		if c.Pair != "" && other.Pair == c.Pair && other.Wave == c.Wave {
			problems.Addf(at+".wave", "%s and %s are of the pair %s, and must not be in one wave (%d)", other.Name, c.Name, c.Pair, c.Wave)
		}
		earlier, err := netip.ParsePrefix(cmp.Or(other.VpcCIDR, network.DefaultCIDR))
		if valid && err == nil && earlier.Overlaps(cidr) {
			problems.Addf(at+".vpcCidr", "%s overlaps %s of %s", cidr, earlier, other.Name)
		}
	}
}

// checkConfig checks the settings of a cluster against those that the program declares.
func (c Cluster) checkConfig(problems *check.Problems, at check.Path, p *program) {
	declared := slices.DeleteFunc(p.settings(), isOwn)
	for _, key := range slices.Sorted(maps.Keys(c.Config)) {
		switch {
		case strings.Contains(key, ":"):
		case isOwn(key):
			problems.Addf(check.Join(at+".config", key), "is the field %s of the cluster", key)
		default:
			check.OneOf(problems, at+".config", key, declared...)
		}
	}
	settings := c.Settings(p.Name, false)
	for _, key := range p.required() {
		switch {
		case slices.Contains([]string{"name", "version", "blueprint"}, key): // checked already
		case isOwn(key):
			problems.Required(at.Field(key), settings[p.Name+":"+key])
		default:
			problems.Required(check.Join(at+".config", key), settings[p.Name+":"+key])
		}
	}
}

func isOwn(key string) bool { return slices.Contains(own, key) }
