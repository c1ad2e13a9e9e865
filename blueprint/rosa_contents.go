package blueprint

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/rosa"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

// addContents adds what OCM has in the cluster.
func (r *rosaPlan) addContents(cluster pulumi.StringOutput) {
	p := r.parts
	r.addPoolConfigs(cluster)
	p.MachinePools = map[string]*rosa.MachinePool{}
	names := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(r.MachinePools)) {
		field, args := check.Key("MachinePools", name), r.poolArgs(name, cluster)
		p.MachinePools[name] = add(&r.registrar, field, name, rosa.NewMachinePool, args)
		r.checkPoolName(r.problems.path+"."+field+".Name", args.Name, names)
		r.checkPoolZone(r.problems.path+"."+field+".Classic.Zone", args.Classic)
	}
	// OCM chooses who can reach the default ingress of an internal cluster, unless the blueprint configures it.
	if !r.omits(PartIngress) && (r.Ingress != nil || r.product == iam.HCP && r.Scope == network.Internal) {
		p.Ingress = add(&r.registrar, "Ingress", "", rosa.NewIngress, r.ingressArgs(cluster))
	}
	if r.Autoscaler != nil {
		p.Autoscaler = add(&r.registrar, "Autoscaler", "", rosa.NewAutoscaler, r.autoscalerArgs(cluster))
	}
	p.IdentityProviders = addEach(r, "IdentityProviders", r.IdentityProviders, rosa.NewIdentityProvider,
		func(name string, args *rosa.IdentityProviderArgs) {
			fillInput(&args.ClusterID, cluster)
			fill(&args.Name, name)
		})
	p.LogForwarders = addEach(r, "LogForwarders", r.LogForwarders, rosa.NewLogForwarder,
		func(_ string, args *rosa.LogForwarderArgs) { fillInput(&args.ClusterID, cluster) })
}

// addEach adds the parts of a map, sorted by their names, with their arguments filled.
func addEach[C, A any, P interface {
	*A
	validator
}](r *rosaPlan, field check.Path, set map[string]*A, register constructor[C, A], fill func(name string, args *A)) map[string]*C {
	added := map[string]*C{}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		args := valueOf(set[name])
		fill(name, args)
		added[name] = add(&r.registrar, check.Key(field, name), name, register, P(args))
	}
	return added
}

// addPoolConfigs adds what machine pools name, and the mirrors from which their machines pull images.
func (r *rosaPlan) addPoolConfigs(cluster pulumi.StringOutput) {
	p := r.parts
	p.ImageMirrors = addEach(r, "ImageMirrors", r.ImageMirrors, rosa.NewImageMirror,
		func(_ string, args *rosa.ImageMirrorArgs) { fillInput(&args.ClusterID, cluster) })
	p.KubeletConfigs = addEach(r, "KubeletConfigs", r.KubeletConfigs, rosa.NewKubeletConfig,
		func(name string, args *rosa.KubeletConfigArgs) {
			fillInput(&args.ClusterID, cluster)
			fill(&args.Name, name)
		})
	p.TuningConfigs = addEach(r, "TuningConfigs", r.TuningConfigs, rosa.NewTuningConfig,
		func(name string, args *rosa.TuningConfigArgs) {
			fillInput(&args.ClusterID, cluster)
			fill(&args.Name, name)
		})
}

func (r *rosaPlan) poolArgs(name string, cluster pulumi.StringOutput) *rosa.MachinePoolArgs {
	args := valueOf(r.MachinePools[name])
	fillInput(&args.ClusterID, cluster)
	fill(&args.Name, name)
	fill(&args.InstanceType, "m5.xlarge")
	if r.product == iam.Classic {
		if args.Classic == nil {
			args.Classic = &rosa.ClassicPoolArgs{MultiAZ: r.classicArgs().MultiAZ}
		}
		// OCM rejects to delete the last pool, which goes with its cluster.
		args.IgnoreDeletionError = args.IgnoreDeletionError || name == "worker"
		return args
	}
	args.HCP = valueOf(args.HCP)
	r.fillPoolSubnet(check.Key("MachinePools", name)+".HCP", args.HCP)
	r.usePoolConfigs(args.HCP)
	fill(&args.HCP.ControlPlaneVersion, r.Version)
	if args.HCP.Version != "" {
		fill(&args.HCP.Wait, &rosa.UpgradeWaitArgs{})
	}
	return args
}

// fillPoolSubnet sets the subnet of a pool: that of its zone, or of the first zone of the cluster. The zones of the cluster stay, whatever
// further zones the VPC gets.
func (r *rosaPlan) fillPoolSubnet(at check.Path, pool *rosa.HCPPoolArgs) {
	if pool.Zone != "" && pool.SubnetID == nil {
		subnet := network.Subnet{Zone: pool.Zone}
		r.fillSubnet(at, &subnet, r.parts.Network.PrivateSubnet)
		pool.SubnetID, pool.Zone = subnet.ID, ""
		return
	}
	if subnets := r.clusterNetwork().PrivateSubnets; len(subnets) > 0 {
		fillInput(&pool.SubnetID, subnets[0].ID)
	}
}

// usePoolConfigs makes a pool that names configurations of the blueprint depend on them: OCM rejects a pool that names a missing one, and
// the deletion of one that a pool names.
func (r *rosaPlan) usePoolConfigs(pool *rosa.HCPPoolArgs) {
	if name, known := check.Text(pool.KubeletConfig); known {
		for key, config := range r.parts.KubeletConfigs {
			if cmp.Or(valueOf(r.KubeletConfigs[key]).Name, key) == name {
				pool.KubeletConfig = config.Name
			}
		}
	}
	names, known := pool.TuningConfigs.(pulumi.StringArray)
	if !known {
		return
	}
	names = slices.Clone(names)
	for i := range names {
		name, _ := check.Text(names[i])
		for key, config := range r.parts.TuningConfigs {
			if cmp.Or(valueOf(r.TuningConfigs[key]).Name, key) == name {
				names[i] = config.Name
			}
		}
	}
	pool.TuningConfigs = names
}

func (r *rosaPlan) ingressArgs(cluster pulumi.StringOutput) *rosa.IngressArgs {
	args := valueOf(r.Ingress)
	fillInput(&args.ClusterID, cluster)
	if r.product == iam.HCP && args.HCP == nil {
		args.HCP = &rosa.HCPIngressArgs{Scope: r.Scope}
	}
	return args
}

func (r *rosaPlan) autoscalerArgs(cluster pulumi.StringOutput) *rosa.AutoscalerArgs {
	args := valueOf(r.Autoscaler)
	fillInput(&args.ClusterID, cluster)
	return args
}
