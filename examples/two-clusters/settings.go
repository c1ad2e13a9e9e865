package main

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/examples/internal/stackconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// site is one of the clusters. Its key is part of the names of its resources in the stack, which the name of the cluster is not: both
// may have the same.
type site struct {
	InstallDir     string        `json:"installDir"`
	Stage          cluster.Stage `json:"stage"`
	VpcCIDR        string        `json:"vpcCidr"`
	Zones          []string      `json:"zones"`
	AMI            string        `json:"ami"`
	PublicZoneID   string        `json:"publicZoneId"`
	WorkersPerZone int           `json:"workersPerZone"`

	key     string
	install *cluster.InstallDir
}

// loadSites reads the setting clusters and reports all problems together. The clusters are sorted by their keys.
func loadSites(ctx *pulumi.Context) ([]*site, error) {
	r := stackconfig.New(ctx)
	var byKey map[string]site
	r.Object("clusters", &byKey)
	var sites []*site
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		s := byKey[key]
		s.key = key
		s.Stage = cmp.Or(s.Stage, cluster.StageBootstrap)
		s.WorkersPerZone = cmp.Or(s.WorkersPerZone, 1)
		s.install = r.LoadInstallDir(s.InstallDir, s.Stage)
		s.check(r, sites)
		sites = append(sites, &s)
	}
	return sites, r.Err()
}

// check notes what collides with one of the clusters before it, and networks that are not valid.
func (s *site) check(r *stackconfig.Reader, others []*site) {
	setting := "clusters." + s.key
	if err := s.vpc().Validate(); err != nil {
		r.Addf(setting, "%w", err)
		return
	}
	for _, other := range others {
		if s.install.InfraID != "" && s.install.InfraID == other.install.InfraID {
			r.Addf(setting, "has the infrastructure ID %s of %s; each cluster needs an install directory of its own",
				s.install.InfraID, other.key)
		}
		mine, _ := netip.ParsePrefix(s.vpc().CIDR)
		if theirs, err := netip.ParsePrefix(other.vpc().CIDR); err == nil && mine.Overlaps(theirs) {
			r.Addf(setting, "%s overlaps %s of %s", mine, theirs, other.key)
		}
	}
}

func (s *site) vpc() *network.VpcArgs {
	return &network.VpcArgs{
		InfraID: cmp.Or(s.install.InfraID, "unknown"),
		CIDR:    cmp.Or(s.VpcCIDR, network.DefaultCIDR),
		Zones:   s.Zones,
	}
}
