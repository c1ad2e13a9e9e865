package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// fleet is the list of clusters.
type fleet struct {
	// Parallel is how many stacks run at the same time. Defaults to 4.
	Parallel int `json:"parallel"`
	// Defaults are the settings of all clusters that do not have their own.
	Defaults member `json:"defaults"`
	// Clusters are the clusters.
	Clusters []member `json:"clusters"`
}

// member is a cluster of the fleet: the name and the configuration of its stack.
type member struct {
	Name             string   `json:"name"`
	Region           string   `json:"region"`
	Zones            []string `json:"zones"`
	VpcCIDR          string   `json:"vpcCidr"`
	Version          string   `json:"version"`
	Channel          string   `json:"channel"`
	WorkerType       string   `json:"workerType"`
	WorkerVersion    string   `json:"workerVersion"`
	Workers          int      `json:"workers"`
	BillingAccountID string   `json:"billingAccountId"`
}

//go:embed fleet.yaml
var exampleFleet []byte

// loadFleet reads the list from a file, or the example's. It reports all problems together.
func loadFleet(path string) (fleet, error) {
	text := exampleFleet
	if path != "" {
		var err error
		if text, err = os.ReadFile(path); err != nil {
			return fleet{}, err
		}
	}
	var f fleet
	if err := yaml.UnmarshalStrict(text, &f); err != nil {
		return fleet{}, fmt.Errorf("%s: %w", cmp.Or(path, "fleet.yaml"), err)
	}
	f.Parallel = cmp.Or(f.Parallel, 4)
	for i := range f.Clusters {
		f.Clusters[i] = f.Clusters[i].or(f.Defaults)
	}
	return f, f.check()
}

// or returns the member with defaults.
func (m member) or(defaults member) member {
	m.Region = cmp.Or(m.Region, defaults.Region)
	m.VpcCIDR = cmp.Or(m.VpcCIDR, defaults.VpcCIDR)
	m.Version = cmp.Or(m.Version, defaults.Version)
	m.Channel = cmp.Or(m.Channel, defaults.Channel)
	m.WorkerVersion = cmp.Or(m.WorkerVersion, defaults.WorkerVersion)
	m.WorkerType = cmp.Or(m.WorkerType, defaults.WorkerType, "m5.xlarge")
	m.Workers = cmp.Or(m.Workers, defaults.Workers, 2)
	m.BillingAccountID = cmp.Or(m.BillingAccountID, defaults.BillingAccountID)
	if m.Zones == nil {
		m.Zones = defaults.Zones
	}
	return m
}

// config returns the configuration of the cluster's stack.
func (m member) config() map[string]string {
	config := map[string]string{
		"aws:region": m.Region,
		"name":       m.Name,
		"zones":      strings.Join(m.Zones, ","),
		"vpcCidr":    m.VpcCIDR,
		"version":    m.Version,
		"workerType": m.WorkerType,
		"workers":    strconv.Itoa(m.Workers),
	}
	for setting, value := range map[string]string{
		"billingAccountId": m.BillingAccountID, "channel": m.Channel, "workerVersion": m.WorkerVersion,
	} {
		if value != "" {
			config[setting] = value
		}
	}
	return config
}

// check returns what must hold between the clusters; each cluster's program checks the rest. Roles of all clusters are in one
// account, so names differ; networks differ so that they can be connected later.
func (f fleet) check() error {
	var problems []error
	seen := map[string]bool{}
	for i, m := range f.Clusters {
		if m.Name == "" {
			problems = append(problems, fmt.Errorf("clusters[%d].name: is required", i))
		} else if seen[m.Name] {
			problems = append(problems, fmt.Errorf("clusters[%d].name: %s is listed twice", i, m.Name))
		}
		seen[m.Name] = true
		cidr, err := netip.ParsePrefix(cmp.Or(m.VpcCIDR, network.DefaultCIDR))
		if err != nil {
			problems = append(problems, fmt.Errorf("clusters[%d].vpcCidr: %w", i, err))
			continue
		}
		for _, other := range f.Clusters[:i] {
			if earlier, err := netip.ParsePrefix(cmp.Or(other.VpcCIDR, network.DefaultCIDR)); err == nil && earlier.Overlaps(cidr) {
				problems = append(problems, fmt.Errorf("clusters[%d].vpcCidr: %s overlaps %s of %s", i, cidr, earlier, other.Name))
			}
		}
	}
	if len(f.Clusters) == 0 {
		problems = append(problems, errors.New("clusters: is required"))
	}
	if f.Parallel < 1 {
		problems = append(problems, fmt.Errorf("parallel: must be at least 1 (got %d)", f.Parallel))
	}
	return errors.Join(problems...)
}

// only returns the fleet with the clusters of these names; all clusters if there are none.
func (f fleet) only(names []string) (fleet, error) {
	if len(names) == 0 {
		return f, nil
	}
	var chosen []member
	for _, name := range names {
		i := slices.IndexFunc(f.Clusters, func(m member) bool { return m.Name == name })
		if i < 0 {
			return f, fmt.Errorf("--only: there is no cluster %s", name)
		}
		chosen = append(chosen, f.Clusters[i])
	}
	f.Clusters = chosen
	return f, nil
}
