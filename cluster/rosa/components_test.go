package rosa

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	fakerhcs "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/schema"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcs"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/golden"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for name, args := range everyArgument() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden.Check(t, "testdata/"+name+".golden", run(t, args).Golden())
		})
	}
}

// notCovered are properties of RHCS's resources without an argument, or that everyArgument does not show.
var notCovered = []string{
	// OCM chooses IDs; the two routes are older forms of componentRoutes.
	"DefaultIngress.clusterRoutesHostname", "DefaultIngress.clusterRoutesTlsSecretRef", "DefaultIngress.defaultIngressId",
	"Kubeletconfig.kubeletconfigId",
	// The service finds the endpoint of an OIDC configuration by itself.
	"ClusterRosaHcp.sts.oidcEndpointUrl", "ClusterRosaClassic.sts.oidcEndpointUrl",
	// Covered by the tests of the arguments: what excludes Autoscaling, MultiAZ and AllowedRegistries, and certificates.
	"MachinePool.replicas", "MachinePool.availabilityZone", "MachinePool.subnetId",
	"ClusterRosaHcp.registryConfig.registrySources.blockedRegistries", "ClusterRosaHcp.registryConfig.additionalTrustedCa",
	"ClusterRosaHcp.proxy.additionalTrustBundle", "ClusterRosaClassic.proxy.additionalTrustBundle",
	// LogForwarder is a component, so that a change never concerns the cluster.
	"ClusterRosaHcp.logForwardersAtClusterCreations", "ClusterRosaHcp.logForwardersAtClusterCreations.applications",
	"ClusterRosaHcp.logForwardersAtClusterCreations.cloudwatch",
	"ClusterRosaHcp.logForwardersAtClusterCreations.cloudwatch.logDistributionRoleArn",
	"ClusterRosaHcp.logForwardersAtClusterCreations.cloudwatch.logGroupName",
	"ClusterRosaHcp.logForwardersAtClusterCreations.groups", "ClusterRosaHcp.logForwardersAtClusterCreations.groups.id",
	"ClusterRosaHcp.logForwardersAtClusterCreations.groups.version", "ClusterRosaHcp.logForwardersAtClusterCreations.s3",
	"ClusterRosaHcp.logForwardersAtClusterCreations.s3.bucketName",
	"ClusterRosaHcp.logForwardersAtClusterCreations.s3.bucketPrefix",
	// OCM has one type.
	"ImageMirror.type",
}

func TestEveryPropertyHasAnArgument(t *testing.T) {
	t.Parallel()
	used, offered := map[string]bool{}, map[string]bool{}
	for _, args := range everyArgument() {
		for _, resource := range run(t, args).Resources() {
			schema, known := fakerhcs.Resource(resource.Type)
			if !known {
				continue
			}
			kind := resource.Type[strings.LastIndex(resource.Type, ":")+1:]
			usedPaths(used, kind, schema.Properties, resource.Inputs)
			offeredPaths(offered, kind, schema.Properties)
		}
	}
	for _, path := range notCovered {
		assert.True(t, offered[path], "%s is not a property", path)
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

// usedPaths follows the schema, because the keys of maps are not properties.
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

func TestPreviewRegistersWhatAnUpdateDoes(t *testing.T) {
	t.Parallel()
	for name, args := range everyArgument() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mockstest.PreviewIsTheUpdate(t, func(ctx *pulumi.Context) error { return register(ctx, args) })
		})
	}
}

func TestProviderIsInherited(t *testing.T) {
	t.Parallel()
	for name, args := range everyArgument() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
				provider, err := rhcs.NewProvider(ctx, "ocm", rhcs.Release{Path: "/opt/terraform-provider-rhcs"}, nil)
				if err != nil {
					return err
				}
				return register(ctx, args, pulumi.Provider(provider))
			})
			provider := mockstest.Find(t, rec, "ocm")
			for _, resource := range rec.Resources() {
				if strings.HasPrefix(resource.Type, "rhcs:") {
					assert.Equal(t, provider.URN, resource.Provider, resource.Name)
				}
			}
		})
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	admin := mockstest.Find(t, run(t, everyHCPArgument()), "main-cluster").Inputs["adminCredentials"].(map[string]any)
	assert.Equal(t, map[string]any{"username": "ann", "password": mocks.Secret{Value: "Correct-Horse-1"}}, admin)

	user := mockstest.Find(t, run(t, testIDP()), "main-idp").Inputs["htpasswd"].(map[string]any)["users"].([]any)[0]
	assert.Equal(t, map[string]any{"username": "ann", "password": mocks.Secret{Value: "Correct-Horse-1"}}, user)

	credential := mockstest.Find(t, run(t, everyArgument()["break-glass"]), "main-credential")
	assert.Equal(t, []string{"kubeconfig"}, credential.Options.AdditionalSecretOutputs)

	secret := mocks.Secret{Value: "c1"}
	everything := everyArgument()
	for _, property := range []string{"github", "gitlab", "google", "openid"} {
		inputs := mockstest.Find(t, run(t, everything["idp-"+property]), "main-idp").Inputs[property].(map[string]any)
		assert.Equal(t, secret, inputs["clientSecret"], property)
	}
	ldap := mockstest.Find(t, run(t, everything["idp-ldap"]), "main-idp").Inputs["ldap"].(map[string]any)
	assert.Equal(t, secret, ldap["bindPassword"])
}

// TestOutputs compares the outputs of each component with those of its resource, by their names.
func TestOutputs(t *testing.T) {
	t.Parallel()
	ids := []string{"clusterId", "forwarderId", "mirrorId", "ingressId"}
	for name, args := range everyArgument() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
				component, err := newComponent(ctx, args)
				if err != nil {
					return err
				}
				outputs := reflect.ValueOf(component).Elem()
				for _, field := range argument.FieldsOf(outputs.Type()) {
					value, _ := field.In(outputs)
					ctx.Export(field.Tag.Get("pulumi"), value.Interface().(pulumi.Input))
				}
				return nil
			})
			resources := slices.DeleteFunc(rec.Resources(), func(r mocks.Resource) bool {
				return !r.Custom || strings.HasPrefix(r.Type, "aws:") || strings.HasSuffix(r.Type, ":GroupMembership") ||
					strings.HasPrefix(r.Name, "main-workers")
			})
			require.Len(t, resources, 1)
			admin, _ := plain(resources[0].Outputs["adminCredentials"]).(map[string]any)
			for tag, got := range rec.Outputs() {
				want := resources[0].Outputs[tag]
				switch {
				case slices.Contains(ids, tag) || name == "dns-domain":
					want = resources[0].ID
				case tag == "adminUsername":
					want = admin["username"]
				case tag == "adminPassword":
					want = admin["password"]
				case tag == "workersVersion":
					want = workersVersion(rec)
				}
				assert.Equal(t, plain(want), plain(got), tag)
			}
		})
	}
}

// workersVersion returns the release of the initial pools, nil if they are not adopted.
func workersVersion(rec *mocks.Recorder) any {
	if pool, ok := rec.Find("main-workers-0"); ok {
		return pool.Outputs["currentVersion"]
	}
	return nil
}

// plain returns the value of a secret.
func plain(value any) any {
	if secret, isSecret := value.(mocks.Secret); isSecret {
		return secret.Value
	}
	return value
}

func TestReplacement(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   componentArgs
		name   string
		want   []string
		first  bool
	}{
		"cluster": {
			reason: "without AllowReplacement the provider rejects the change",
			args:   testHCP(),
			name:   "main-cluster",
		},
		"cluster, allowed": {
			reason: "OCM accepts a name only once, so the old cluster is deleted first",
			args:   testHCP(func(a *HCPArgs) { a.AllowReplacement = true }),
			name:   "main-cluster",
			want:   append(rhcs.Immutable("ClusterRosaHcp"), "properties.zero_egress"),
			first:  true,
		},
		"classic": {
			reason: "without AllowReplacement the provider rejects the change",
			args:   testClassic(),
			name:   "main-cluster",
		},
		"classic, allowed": {
			reason: "OCM accepts a name only once, so the old cluster is deleted first",
			args:   testClassic(func(a *ClassicArgs) { a.AllowReplacement = true }),
			name:   "main-cluster",
			want:   rhcs.Immutable("ClusterRosaClassic"),
			first:  true,
		},
		"pool": {
			reason: "a pool of another name is created before the old one is deleted",
			args:   testPool(),
			name:   "main-pool",
			want:   []string{"cluster", "name"},
		},
		"pool, allowed": {
			reason: "AllowReplacement replaces on every immutable property",
			args:   testPool(func(a *MachinePoolArgs) { a.AllowReplacement = true }),
			name:   "main-pool",
			want:   rhcs.Immutable("HcpMachinePool"),
			first:  true,
		},
		"classic pool": {
			reason: "a pool of another name is created before the old one is deleted",
			args:   testClassicPool(),
			name:   "main-pool",
			want:   []string{"cluster", "name"},
		},
		"htpasswd": {
			reason: "OCM can add and remove users of HTPasswd",
			args:   testIDP(),
			name:   "main-idp",
			want:   []string{"cluster", "name", "mappingMethod", "github", "gitlab", "google", "ldap", "openid"},
			first:  true,
		},
		"other providers": {
			reason: "OCM cannot change any other provider",
			args:   everyArgument()["idp-google"],
			name:   "main-idp",
			want:   []string{"*"},
			first:  true,
		},
		"administrator": {
			reason: "OCM cannot change a membership",
			args:   everyArgument()["idp-htpasswd"],
			name:   "main-cluster-admins-ann",
			want:   []string{"cluster", "group", "user"},
		},
		"kubelet": {
			reason: "machine pools refer to a configuration by name",
			args:   everyArgument()["kubelet"],
			name:   "main-config",
			want:   []string{"cluster", "name"},
		},
		"log forwarder": {
			reason: "each cluster has its own forwarders, and every other property changes in place",
			args:   everyArgument()["log-forwarder-s3"],
			name:   "main-forwarder",
			want:   []string{"cluster"},
		},
		"break-glass credential": {
			reason: "the provider cannot update a credential",
			args:   everyArgument()["break-glass"],
			name:   "main-credential",
			want:   []string{"cluster", "username", "expirationDuration"},
		},
		"image mirror": {
			reason: "a configuration belongs to a cluster and a source",
			args:   everyArgument()["image-mirror"],
			name:   "main-mirror",
			want:   []string{"clusterId", "source"},
		},
		"ingress": {
			reason: "each cluster has its own ingress",
			args:   everyArgument()["ingress-hcp"],
			name:   "main-ingress",
			want:   []string{"cluster"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := mockstest.Find(t, run(t, tt.args), tt.name).Options
			assert.ElementsMatch(t, tt.want, options.ReplaceOnChanges, tt.reason)
			assert.Equal(t, tt.first, options.DeleteBeforeReplace, tt.reason)
		})
	}
}

// TestOrder registers a cluster from outputs, with a pool and an administrator, and checks their dependencies.
func TestOrder(t *testing.T) {
	t.Parallel()
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		spec := map[string]any{"profile": []any{"a"}, "recommend": []any{"b"}}
		config, err := NewTuningConfig(ctx, "first", &TuningConfigArgs{ClusterID: testCluster, Name: "n", Spec: spec})
		if err != nil {
			return err
		}
		cluster, err := NewHCP(ctx, "main", testHCP(func(a *HCPArgs) { a.STS.OIDCConfigID = config.Name }))
		if err != nil {
			return err
		}
		ctx.Export("api", cluster.APIURL)
		ctx.Export("prefix", cluster.DomainPrefix)
		ctx.Export("password", cluster.AdminPassword)
		pool := testPool(func(a *MachinePoolArgs) { a.ClusterID = cluster.ID })
		if _, err := NewMachinePool(ctx, "pool", pool); err != nil {
			return err
		}
		_, err = NewIdentityProvider(ctx, "users", testIDP(func(a *IdentityProviderArgs) {
			a.ClusterID, a.ClusterAdmins = cluster.ID, []string{"ann"}
		}))
		return err
	}))
	cluster := mockstest.Find(t, rec, "main-cluster")
	assert.Equal(t, []string{mockstest.Find(t, rec, "first-config").URN}, cluster.Dependencies)
	for _, name := range []string{"pool-pool", "users-idp", "users-cluster-admins-ann"} {
		of := mockstest.Find(t, rec, name)
		assert.Contains(t, of.Dependencies, cluster.URN, "%s is destroyed before the cluster", name)
		assert.Equal(t, cluster.ID, of.Inputs["cluster"])
	}
	assert.Equal(t, cluster.Outputs["apiUrl"], rec.Outputs()["api"])
	assert.Equal(t, "demo", rec.Outputs()["prefix"], "a short name is the domain prefix")
	assert.IsType(t, mocks.Secret{}, rec.Outputs()["password"])
}
