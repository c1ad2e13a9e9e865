package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

var (
	// A Stack object has a pod and a Service of its name (pulumi/pulumi-kubernetes-operator v2.9.0, operator/api/pulumi/v1/stack_types.go).
	_ = check.Named("cluster-name", check.Pattern("cluster name", "ohio", `[a-z]([-a-z0-9]*[a-z0-9])?`).AtMost(42))
	_ = check.Named("max-update", check.Pattern("number or percentage", "10%", `[1-9][0-9]*%?`))
	_ = check.Named("pulumi-organization", check.Pattern("organization", "acme", `[a-zA-Z0-9][-_a-zA-Z0-9]*`))
	_ = check.Named("secret-key", check.Pattern("secret and key", "fleet/token", `[a-z0-9]([-a-z0-9.]*[a-z0-9])?/[-._a-zA-Z0-9]+`))
	// secretSetting are settings of providers that are secret.
	secretSetting = regexp.MustCompile(`(?i):.*(token|secret|password|access_?key|private_?key|credential)`)
)

// program is the program with which the list is compared.
type program struct {
	Name       string
	settings   map[string]setting // of the project, in its Pulumi.yaml
	blueprints map[string]Blueprint
}

// setting is a declared setting. Pulumi rejects a stack without one that is required.
type setting struct {
	secret, required bool
	value            any
}

// readProgram reads a Pulumi.yaml.
func readProgram(text []byte, blueprints map[string]Blueprint) (*program, error) {
	var file struct {
		Name   string
		Config map[string]any
	}
	err := yaml.Unmarshal(text, &file)
	p := &program{Name: file.Name, settings: map[string]setting{}, blueprints: blueprints}
	for key, value := range file.Config {
		name := strings.TrimPrefix(key, p.Name+":")
		declared, isDeclaration := value.(map[string]any)
		if isDeclaration {
			value = cmp.Or(declared["default"], declared["value"])
		}
		if !strings.Contains(name, ":") {
			p.settings[name] = setting{secret: declared["secret"] == true, required: value == nil, value: value}
		}
	}
	return p, err
}

// check returns all problems of the list, joined, also those with which the programs of clusters reject their settings.
func (l *List) check(p *program) error {
	var problems check.Problems
	problems.Required("clusters", l.Clusters)
	problems.AtLeast("resyncSeconds", l.ResyncSeconds, 60)
	if l.Defaults.Name+l.Defaults.Pair != "" {
		problems.Addf("defaults", "must not have a name or a pair, which are of one cluster")
	}
	for i, c := range l.Clusters {
		at := check.Index("clusters", i)
		c.check(&problems, at, p)
		if c.Name != "" && slices.ContainsFunc(l.Clusters[:i], func(other Cluster) bool { return other.Name == c.Name }) {
			problems.Addf(at+".name", "%s is listed twice", c.Name)
		}
	}
	l.checkRollout(&problems)
	l.checkNetworks(&problems, p)
	if problems.Err() != nil {
		return problems.Err()
	}
	for i, c := range l.Clusters {
		if err := p.rejects(c); err != nil {
			problems.Addf(check.Index("clusters", i), "%v", err)
		}
	}
	return problems.Err()
}

// fields reports the fields that break the rules of their tags, by their names in YAML.
func fields(problems *check.Problems, at check.Path, args any) {
	rules := check.Struct(args)
	problems.Add(check.InYAML(string(at)+".", reflect.TypeOf(args).Elem()).Error(rules.Err()))
}

func (c Cluster) check(problems *check.Problems, at check.Path, p *program) {
	fields(problems, at, &c)
	for i, zone := range c.Zones {
		if region, ok := partition.RegionOfZone(zone); ok && region != c.Region && c.Region != "" {
			problems.Addf(check.Index(at+".zones", i), "%s is not in %s", zone, c.Region)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(union(c.Config, c.Secrets))) {
		name := strings.TrimPrefix(key, p.Name+":")
		_, known := p.settings[name]
		_, inConfig := c.Config[key]
		switch path := (at + ".config").Field(key); {
		case own[name] != "":
			problems.Addf(path, "is the field %s of the cluster", own[name])
		case !known && !strings.Contains(name, ":"):
			problems.Addf(path, "Pulumi.yaml does not declare it (it declares %s)", strings.Join(slices.Sorted(maps.Keys(p.settings)), ", "))
		case inConfig && (p.settings[name].secret || secretSetting.MatchString(key)):
			problems.Addf(path, "is secret: set it in secrets, or as a variable of the environment")
		}
	}
	set := p.settingsOf(c)
	for _, name := range slices.Sorted(maps.Keys(p.settings)) {
		if p.settings[name].required && !slices.Contains([]string{"name", "version", "blueprint"}, name) { // checked already
			problems.Required(at.Field(cmp.Or(own[name], "config."+name)), set[p.Name+":"+name])
		}
	}
}

// checkRollout reports clusters that are not in one step, and pairs that can be updated at the same time.
func (l *List) checkRollout(problems *check.Problems) {
	members, pairs := map[string]int{}, map[string]string{}
	for i, c := range l.Clusters {
		steps := l.stepsOf(c)
		if len(steps) != 1 {
			problems.Addf(check.Index("clusters", i), "must be in one step of the rollout (is in %d)", len(steps))
			continue
		}
		step := steps[0]
		pair := c.Pair + " " + step.Name
		members[step.Name]++
		if other := pairs[pair]; other != "" && c.Pair != "" && step.MaxUpdate != "1" {
			problems.Addf(check.Index("clusters", i)+".pair", "%s and %s are a pair, and step %s can update both at the same time", other,
				c.Name, step.Name)
		}
		pairs[pair] = c.Name
	}
	for i, step := range l.Rollout {
		fields(problems, check.Index("rollout", i), &step)
		if members[step.Name] == 0 && len(l.Clusters) > 0 {
			problems.Addf(check.Index("rollout", i)+".select", "selects no cluster")
		}
	}
}

// checkNetworks reports ranges of connected VPCs that overlap.
func (l *List) checkNetworks(problems *check.Problems, p *program) {
	declared, ok := p.settings["vpcCidr"]
	if !ok {
		return // The clusters are in VPCs that exist.
	}
	standard := fmt.Sprint(cmp.Or(declared.value, any(network.DefaultCIDR)))
	for i, c := range l.Clusters {
		at := check.Index("clusters", i) + ".vpcCidr"
		cidr, valid := problems.IPv4CIDR(at, cmp.Or(c.VpcCIDR, standard))
		for _, other := range l.Clusters[:i] {
			earlier, err := netip.ParsePrefix(cmp.Or(other.VpcCIDR, standard))
			if valid && err == nil && other.Network == c.Network && c.Network != "isolated" && earlier.Overlaps(cidr) {
				problems.Addf(at, "%s overlaps %s of %s", cidr, earlier, other.Name)
			}
		}
	}
}
