package cluster

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func TestRosaGolden(t *testing.T) {
	t.Parallel()
	for name, args := range rosaEverything() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, "testdata/rosa-"+name+".golden", rosaTestRun(t, args).Golden())
		})
	}
}

// rosaLeftOut are properties of RHCS's resources that the components do not offer, or that rosaEverything cannot show.
var rosaLeftOut = []string{
	// Ids are OCM's; the two routes are older forms of componentRoutes.
	"DefaultIngress.clusterRoutesHostname", "DefaultIngress.clusterRoutesTlsSecretRef", "DefaultIngress.defaultIngressId",
	"Kubeletconfig.kubeletconfigId",
	// The service finds the endpoint of an OIDC configuration by itself.
	"ClusterRosaHcp.sts.oidcEndpointUrl", "ClusterRosaClassic.sts.oidcEndpointUrl",
	// Shown by TestRosaLegalEdges: what excludes Autoscaling, MultiAZ, AllowedRegistries and what is a certificate.
	"HcpMachinePool.replicas", "MachinePool.replicas", "MachinePool.availabilityZone", "MachinePool.subnetId",
	"ClusterRosaHcp.registryConfig.registrySources.blockedRegistries", "ClusterRosaHcp.registryConfig.additionalTrustedCa",
	"ClusterRosaHcp.proxy.additionalTrustBundle", "ClusterRosaClassic.proxy.additionalTrustBundle",
	"IdentityProvider.github.ca", "IdentityProvider.gitlab.ca", "IdentityProvider.ldap.ca", "IdentityProvider.openid.ca",
}

func TestRosaOffersAllThatTheProviderHas(t *testing.T) {
	t.Parallel()
	used, offered := map[string]bool{}, map[string]bool{}
	for _, args := range rosaEverything() {
		for _, resource := range rosaTestRun(t, args).Resources() {
			schema, known := fakerhcs.Resource(resource.Type)
			if !known {
				continue
			}
			kind := resource.Type[strings.LastIndex(resource.Type, ":")+1:]
			usedPaths(used, kind, schema.Properties, resource.Inputs)
			offeredPaths(offered, kind, schema.Properties)
		}
	}
	for _, path := range rosaLeftOut {
		assert.True(t, offered[path], "%s is no property", path)
		delete(offered, path)
	}
	assert.ElementsMatch(t, slices.Collect(maps.Keys(offered)), slices.Collect(maps.Keys(used)))
}

func offeredPaths(paths map[string]bool, at string, properties map[string]*schema.Property) {
	for name, property := range properties {
		if !property.Input() {
			continue
		}
		paths[at+"."+name] = true
		offeredPaths(paths, at+"."+name, property.Elem)
	}
}

// usedPaths follow the schema, so that keys of maps are not taken for properties.
func usedPaths(paths map[string]bool, at string, properties map[string]*schema.Property, inputs map[string]any) {
	for name, value := range inputs {
		property, path := properties[name], at+"."+name
		paths[path] = true
		if property == nil || len(property.Elem) == 0 {
			continue
		}
		elements, isList := value.([]any)
		if !isList {
			elements = []any{value}
		}
		for _, element := range elements {
			object, _ := element.(map[string]any)
			if property.Type == schema.Map {
				for _, entry := range object {
					usedPaths(paths, path, property.Elem, entry.(map[string]any))
				}
				continue
			}
			usedPaths(paths, path, property.Elem, object)
		}
	}
}

func TestRosaPreviewIsTheUpdate(t *testing.T) {
	t.Parallel()
	for name, args := range rosaEverything() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.PreviewIsTheUpdate(t, func(ctx *pulumi.Context) error { return rosaTestRegister(ctx, args) })
		})
	}
}

func TestRosaSecretsAreSecret(t *testing.T) {
	t.Parallel()
	admin := mockstest.Find(t, rosaTestRun(t, rosaEverythingHCP()), "main-cluster").Inputs["adminCredentials"].(map[string]any)
	assert.Equal(t, map[string]any{"username": "ann", "password": mocks.Secret{Value: "Correct-Horse-1"}}, admin)

	user := mockstest.Find(t, rosaTestRun(t, rosaTestIDP()), "main-idp").Inputs["htpasswd"].(map[string]any)["users"].([]any)[0]
	assert.Equal(t, map[string]any{"username": "ann", "password": mocks.Secret{Value: "Correct-Horse-1"}}, user)

	secret := mocks.Secret{Value: "c1"}
	everything := rosaEverything()
	for name, property := range map[string]string{"idp-github": "github", "idp-gitlab": "gitlab", "idp-google": "google", "idp-openid": "openid"} {
		inputs := mockstest.Find(t, rosaTestRun(t, everything[name]), "main-idp").Inputs[property].(map[string]any)
		assert.Equal(t, secret, inputs["clientSecret"], name)
	}
	ldap := mockstest.Find(t, rosaTestRun(t, everything["idp-ldap"]), "main-idp").Inputs["ldap"].(map[string]any)
	assert.Equal(t, secret, ldap["bindPassword"])
}

func TestRosaReplacementIsAskedFor(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   validated
		name   string
		want   []string
		first  bool
	}{
		"cluster": {
			reason: "the provider refuses what OCM cannot change",
			args:   rosaTestHCP(),
			name:   "main-cluster",
		},
		"cluster, asked": {
			reason: "OCM takes a name once",
			args:   rosaTestHCP(func(a *RosaHCPArgs) { a.AllowReplacement = true }),
			name:   "main-cluster",
			want:   append(rhcs.Immutable("ClusterRosaHcp"), "properties.zero_egress"),
			first:  true,
		},
		"classic": {
			reason: "the provider refuses what OCM cannot change",
			args:   rosaTestClassic(),
			name:   "main-cluster",
		},
		"classic, asked": {
			reason: "OCM takes a name once",
			args:   rosaTestClassic(func(a *RosaClassicArgs) { a.AllowReplacement = true }),
			name:   "main-cluster",
			want:   rhcs.Immutable("ClusterRosaClassic"),
			first:  true,
		},
		"pool": {
			reason: "another name is another pool",
			args:   rosaTestPool(),
			name:   "main-pool",
			want:   []string{"cluster", "name"},
		},
		"pool, asked": {
			reason: "so is another kind of machine",
			args:   rosaTestPool(func(a *RosaMachinePoolArgs) { a.AllowReplacement = true }),
			name:   "main-pool",
			want:   rhcs.Immutable("HcpMachinePool"),
			first:  true,
		},
		"classic pool": {
			reason: "another name is another pool",
			args:   rosaTestClassicPool(),
			name:   "main-pool",
			want:   []string{"cluster", "name"},
		},
		"htpasswd": {
			reason: "users come and go",
			args:   rosaTestIDP(),
			name:   "main-idp",
			want:   []string{"cluster", "name", "mappingMethod", "github", "gitlab", "google", "ldap", "openid"},
			first:  true,
		},
		"other providers": {
			reason: "OCM changes nothing of them",
			args:   rosaEverything()["idp-google"],
			name:   "main-idp",
			want:   []string{"*"},
			first:  true,
		},
		"administrator": {
			reason: "a membership is a pair of names",
			args:   rosaEverything()["idp-htpasswd"],
			name:   "main-cluster-admins-ann",
			want:   []string{"cluster", "group", "user"},
		},
		"kubelet": {
			reason: "pools know it by its name",
			args:   rosaEverything()["kubelet"],
			name:   "main-config",
			want:   []string{"cluster", "name"},
		},
		"ingress": {
			reason: "each cluster has its own",
			args:   rosaEverything()["ingress-hcp"],
			name:   "main-ingress",
			want:   []string{"cluster"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := mockstest.Find(t, rosaTestRun(t, tt.args), tt.name).Options
			assert.ElementsMatch(t, tt.want, options.ReplaceOnChanges, tt.reason)
			assert.Equal(t, tt.first, options.DeleteBeforeReplace, tt.reason)
		})
	}
}

// TestRosaOrder makes a cluster from outputs, a pool and an administrator of it, to see what waits for what.
func TestRosaOrder(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		config, err := NewRosaTuningConfig(
			ctx,
			"first",
			&RosaTuningConfigArgs{ClusterID: pulumi.String("other"), Name: "n", Spec: map[string]any{"a": 1}},
		)
		if err != nil {
			return err
		}
		made, err := NewRosaHCP(ctx, "main", rosaTestHCP(func(a *RosaHCPArgs) { a.STS.OIDCConfigID = config.Name }))
		if err != nil {
			return err
		}
		ctx.Export("api", made.APIURL)
		ctx.Export("password", made.AdminPassword)
		pool := rosaTestPool(func(a *RosaMachinePoolArgs) { a.ClusterID = made.ID })
		if _, err := NewRosaMachinePool(ctx, "pool", pool); err != nil {
			return err
		}
		_, err = NewRosaIdentityProvider(
			ctx,
			"users",
			rosaTestIDP(func(a *RosaIdentityProviderArgs) { a.ClusterID, a.ClusterAdmins = made.ID, []string{"ann"} }),
		)
		return err
	}))
	cluster := mockstest.Find(t, rec, "main-cluster")
	assert.Equal(t, []string{mockstest.Find(t, rec, "first-config").URN}, cluster.Dependencies)
	for _, name := range []string{"pool-pool", "users-idp", "users-cluster-admins-ann"} {
		of := mockstest.Find(t, rec, name)
		assert.Contains(t, of.Dependencies, cluster.URN, "%s goes before the cluster", name)
		assert.Equal(t, cluster.ID, of.Inputs["cluster"])
	}
	assert.Equal(t, cluster.Outputs["apiUrl"], rec.Outputs()["api"])
	assert.IsType(t, mocks.Secret{}, rec.Outputs()["password"])
}

func TestRosaDefaultReplicasAreAllowed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		zones := rapid.IntRange(1, 9).Draw(r, "zones")
		names := make([]string, zones)
		for i := range names {
			names[i] = "us-east-2" + string(rune('a'+i))
		}
		args := rosaTestHCP(func(a *RosaHCPArgs) { a.PrivateSubnets = rosaTestSubnets("private", names...) })
		replicas := args.Workers.replicas(args.shape())
		if replicas < 2 || replicas%zones != 0 || replicas-zones >= 2 {
			r.Fatalf("%d machines in %d zones", replicas, zones)
		}
		args.Workers.Replicas = replicas
		if err := args.Validate(); err != nil {
			r.Fatal(err)
		}
	})
}

// TestRosaEveryCheckedClusterFitsItsPods looks at machines and pods' ranges of any size.
func TestRosaEveryCheckedClusterFitsItsPods(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		bits, prefix := rapid.IntRange(9, 26).Draw(r, "bits"), rapid.IntRange(22, 27).Draw(r, "host prefix")
		replicas := rapid.IntRange(0, 600).Draw(r, "replicas")
		args := rosaTestHCP(func(a *RosaHCPArgs) {
			a.PrivateSubnets = a.PrivateSubnets[:1]
			a.Network = RosaNetworkArgs{PodCIDR: "12.128.0.0/" + strconv.Itoa(bits), HostPrefix: prefix}
			a.Workers.Replicas = replicas
		})
		count := args.Workers.replicas(args.shape())
		room := 1
		for range prefix - bits {
			room *= 2
		}
		fits := prefix >= bits && prefix >= 23 && prefix <= 26 && count >= 2 && count <= 500 && count <= room
		if err := args.Validate(); (err == nil) != fits && replicas != 0 {
			r.Fatalf("%d machines of /%d in /%d: %v", count, prefix, bits, err)
		}
	})
}
