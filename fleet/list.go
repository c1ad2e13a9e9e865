package fleet

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// List is the clusters of a fleet, and how they are run.
type List struct {
	// Parallel is how many stacks run at the same time. Defaults to 4.
	Parallel int `yaml:"parallel,omitempty"`
	// Operator is what the manifests for the Pulumi Kubernetes Operator say besides the clusters.
	Operator Operator `yaml:"operator,omitempty"`
	// Fields that a cluster does not set have the value of Defaults; the settings in Config are merged.
	Defaults Cluster `yaml:"defaults,omitempty"`
	// Clusters are the clusters. Required.
	Clusters []Cluster `yaml:"clusters"`
}

// Cluster is one cluster: its stack, and the settings of the stack's program.
type Cluster struct {
	// Name is the name of the cluster and of its stack: lower-case letters, digits and hyphens, at most 42 characters. Required.
	Name string `yaml:"name,omitempty"`
	// Blueprint is the program of the cluster, one of Options.Blueprints. Defaults to the only one, if there is one.
	Blueprint string `yaml:"blueprint,omitempty"`
	// Region is the AWS region. Required.
	Region string `yaml:"region,omitempty"`
	// Zones are the availability zones, the setting zones. Defaults to none.
	Zones []string `yaml:"zones,omitempty"`
	// VpcCIDR is the network, the setting vpcCidr. Defaults to network.DefaultCIDR. Networks of two clusters must not overlap.
	VpcCIDR string `yaml:"vpcCidr,omitempty"`
	// Version is the OpenShift release, the setting version. Required.
	Version string `yaml:"version,omitempty"`

	// Wave is when the cluster is upgraded: after a failure in a wave, clusters of later waves are not upgraded. Each wave from 1 to
	// the last must have a cluster. Defaults to 1.
	Wave int `yaml:"wave,omitempty"`
	// Pair names clusters that must not be in the same wave, such as two that serve the same users. Defaults to none.
	Pair string `yaml:"pair,omitempty"`
	// Protect rejects the deletion of the cluster, the setting protect. Has no effect in a sandbox. Defaults to true.
	Protect *bool `yaml:"protect,omitempty"`

	// Organization is the organization of the stack in Pulumi Cloud. Defaults to that of the login.
	Organization string `yaml:"organization,omitempty"`
	// Backend is the URL of the backend with the stack's state. Defaults to that of `pulumi login`; manifests need it.
	Backend string `yaml:"backend,omitempty"`
	// SecretsProvider encrypts the secrets in the state of a new stack, such as awskms://alias/fleet. Defaults to that of the backend.
	SecretsProvider string `yaml:"secretsProvider,omitempty"`
	// ServiceAccount is the Kubernetes service account of the stack's pod, which decides on the AWS role: one for each account. Defaults
	// to fleet.
	ServiceAccount string `yaml:"serviceAccount,omitempty"`
	// Secret is the Secret whose keys are environment variables of the stack's pod, such as RHCS_TOKEN. Defaults to none.
	Secret string `yaml:"secret,omitempty"`

	// Config are further settings of the program, which its Pulumi.yaml must declare. A key with a colon belongs to a provider, such as
	// aws:profile.
	Config map[string]string `yaml:"config,omitempty"`
}

// Parse reads a list, in YAML, and sets its defaults. Fields that it does not know are an error. It does not check the list.
// Values of fields and settings that are texts are read as they are written, without quotes too: the account 012345678901 keeps its
// zero, and the release 4.20 is not the number 4.2.
func Parse(text []byte) (*List, error) {
	var l List
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil && !errors.Is(err, io.EOF) { // An empty list has no clusters, as its check says.
		return nil, err
	}
	l.Parallel = cmp.Or(l.Parallel, 4)
	l.Operator = l.Operator.withDefaults()
	for i := range l.Clusters {
		l.Clusters[i] = l.Clusters[i].or(l.Defaults)
	}
	return &l, nil
}

// or returns the cluster with defaults.
func (c Cluster) or(defaults Cluster) Cluster {
	c.Blueprint = cmp.Or(c.Blueprint, defaults.Blueprint)
	c.Region = cmp.Or(c.Region, defaults.Region)
	c.VpcCIDR = cmp.Or(c.VpcCIDR, defaults.VpcCIDR)
	c.Version = cmp.Or(c.Version, defaults.Version)
	c.Wave = cmp.Or(c.Wave, defaults.Wave, 1)
	c.Protect = cmp.Or(c.Protect, defaults.Protect)
	c.Organization = cmp.Or(c.Organization, defaults.Organization)
	c.Backend = cmp.Or(c.Backend, defaults.Backend)
	c.SecretsProvider = cmp.Or(c.SecretsProvider, defaults.SecretsProvider)
	c.ServiceAccount = cmp.Or(c.ServiceAccount, defaults.ServiceAccount, "fleet")
	c.Secret = cmp.Or(c.Secret, defaults.Secret)
	if c.Zones == nil {
		c.Zones = defaults.Zones
	}
	merged := maps.Clone(defaults.Config)
	if merged == nil {
		merged = map[string]string{}
	}
	maps.Copy(merged, c.Config)
	c.Config = merged
	return c
}

// protected reports whether the cluster must not be deleted.
func (c Cluster) protected() bool {
	return c.Protect == nil || *c.Protect
}

// stack returns the name of the stack.
func (c Cluster) stack() string {
	if c.Organization != "" {
		return c.Organization + "/" + c.Name
	}
	return c.Name
}

// Settings returns the configuration of the stack, each key with its namespace.
func (c Cluster) Settings(project string, protect bool) map[string]string {
	config := map[string]string{"aws:region": c.Region}
	for key, value := range map[string]string{
		"name": c.Name, "blueprint": c.Blueprint, "zones": strings.Join(c.Zones, ","), "vpcCidr": c.VpcCIDR, "version": c.Version,
		"protect": strconv.FormatBool(protect),
	} {
		if value != "" {
			config[project+":"+key] = value
		}
	}
	for key, value := range c.Config {
		if !strings.Contains(key, ":") {
			key = project + ":" + key
		}
		config[key] = value
	}
	return config
}

// waves returns the clusters by wave, in the order of the list.
func (l *List) waves() [][]Cluster {
	var all [][]Cluster
	for wave := 1; wave <= l.lastWave(); wave++ {
		var members []Cluster
		for _, c := range l.Clusters {
			if c.Wave == wave {
				members = append(members, c)
			}
		}
		if len(members) > 0 { // None is left of it with --only.
			all = append(all, members)
		}
	}
	return all
}

func (l *List) lastWave() int {
	last := 0
	for _, c := range l.Clusters {
		last = max(last, c.Wave)
	}
	return last
}

// with returns the list with the clusters that are named, and the names that it does not have.
func (l *List) with(names []string) (chosen *List, unknown []string) {
	smaller := *l
	smaller.Clusters = nil
	for _, c := range l.Clusters {
		if slices.Contains(names, c.Name) {
			smaller.Clusters = append(smaller.Clusters, c)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(l.Clusters, func(c Cluster) bool { return c.Name == name }) {
			unknown = append(unknown, name)
		}
	}
	return &smaller, unknown
}
