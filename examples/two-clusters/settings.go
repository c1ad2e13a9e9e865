package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
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

// loadSites reads the setting clusters. The clusters are sorted by their keys.
func loadSites(ctx *pulumi.Context) ([]*site, error) {
	cfg := config.New(ctx, "")
	var byKey map[string]site
	cfg.RequireObject("clusters", &byKey)
	var sites []*site
	var problems []error
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		s := byKey[key]
		s.key = key
		s.Stage = cmp.Or(s.Stage, cluster.StageBootstrap)
		s.WorkersPerZone = cmp.Or(s.WorkersPerZone, 1)
		if err := s.load(cfg.GetBool("allowExpiredIgnition")); err != nil {
			problems = append(problems, err)
			continue
		}
		if err := s.check(sites); err != nil {
			problems = append(problems, err)
			continue
		}
		sites = append(sites, &s)
	}
	return sites, errors.Join(problems...)
}

// load reads the install directory. Only an installation needs certificates that are still valid; a running cluster has renewed its own.
func (s *site) load(allowExpired bool) (err error) {
	var options []cluster.InstallDirOption
	if allowExpired || s.Stage == cluster.StageCluster {
		options = append(options, cluster.AllowExpiredIgnition())
	}
	s.install, err = cluster.LoadInstallDir(s.InstallDir, options...)
	return err
}

// check reports what collides with one of the clusters before it, and networks that are not valid.
func (s *site) check(others []*site) error {
	if err := s.vpc().Validate(); err != nil {
		return fmt.Errorf("config clusters.%s: %w", s.key, err)
	}
	mine := netip.MustParsePrefix(s.vpc().CIDR)
	for _, other := range others {
		if s.install.InfraID == other.install.InfraID {
			return fmt.Errorf("config clusters.%s: has the infrastructure ID %s of %s; each cluster needs an install directory of its own",
				s.key, s.install.InfraID, other.key)
		}
		if theirs := netip.MustParsePrefix(other.vpc().CIDR); mine.Overlaps(theirs) {
			return fmt.Errorf("config clusters.%s: %s overlaps %s of %s", s.key, mine, theirs, other.key)
		}
	}
	return nil
}

func (s *site) vpc() *network.VpcArgs {
	return &network.VpcArgs{
		InfraID: s.install.InfraID,
		CIDR:    cmp.Or(s.VpcCIDR, network.DefaultCIDR),
		Zones:   s.Zones,
	}
}
