package programs_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/blueprint"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/newproject"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
)

// TestMistakesBesideABlueprint: components that a program adds to a cluster.
func TestMistakesBesideABlueprint(t *testing.T) {
	t.Parallel()
	text := func(value string) pulumi.StringInput { return pulumi.String(value) }
	client := func() *configuration.OpenIDArgs {
		return &configuration.OpenIDArgs{ClientID: text("id"), ClientSecret: text("secret"), Issuer: "https://sso.example.com"}
	}
	login := func(provider configuration.IdentityProvider) *configuration.IdentityProvidersArgs {
		return &configuration.IdentityProvidersArgs{Providers: []configuration.IdentityProvider{provider}}
	}
	for name, tt := range map[string]struct {
		args    interface{ Validate() error }
		message string
	}{
		"an issuer without https": {login(configuration.IdentityProvider{Name: "sso", OpenID: func() *configuration.OpenIDArgs {
			args := client()
			args.Issuer = "sso.example.com"
			return args
		}()}),
			`configuration.IdentityProvidersArgs.Providers[0].OpenID.Issuer: "sso.example.com" is not a valid ` +
				`https URL without query, fragment and a slash at the end (for example, https://sso.example.com)`},
		"a login without its kind": {login(configuration.IdentityProvider{Name: "sso"}),
			"configuration.IdentityProvidersArgs.Providers[0]: must set one of HTPasswd, OpenID, LDAP, GitHub, " +
				"GitLab, Google, RequestHeader, BasicAuth or Keystone"},
		"two logins of one name": {&configuration.IdentityProvidersArgs{Providers: []configuration.IdentityProvider{
			{Name: "sso", OpenID: client()}, {Name: "sso", OpenID: client()},
		}},
			`configuration.IdentityProvidersArgs.Providers[1].Name: "sso" must differ from "sso" in letters or ` +
				`digits: their Secrets would have the same name`},
		"a password in a file of passwords": {login(configuration.IdentityProvider{
			Name: "file", HTPasswd: &configuration.HTPasswdArgs{File: text("ann:secret")},
		}),
			"configuration.IdentityProvidersArgs.Providers[0].HTPasswd.File: user \"ann\" must have a bcrypt, " +
				"SHA-1 or MD5 hash, as `htpasswd -nB ann` prints it"},
		"a short session": {&configuration.IdentityProvidersArgs{
			Providers: []configuration.IdentityProvider{{Name: "sso", OpenID: client()}}, AccessTokenInactivityTimeout: time.Minute,
		}, "configuration.IdentityProvidersArgs.AccessTokenInactivityTimeout: must be at least 5m (got 1m)"},
		"an encryption of another product": {&configuration.APIServerArgs{Encryption: "AES256"},
			`configuration.APIServerArgs.Encryption: must be aescbc, aesgcm or identity (got "AES256")`},
		"an audit profile in small letters": {&configuration.APIServerArgs{AuditProfile: "default"},
			`configuration.APIServerArgs.AuditProfile: must be Default, WriteRequestBodies, AllRequestBodies or ` +
				`None (got "default")`},
		"a certificate that is none": {&configuration.APIServerArgs{ClientCA: text("ca.pem")},
			"configuration.APIServerArgs.ClientCA: must be certificates in PEM format"},
		"allowed and blocked registries": {&configuration.ImageConfigArgs{
			AllowedRegistries: []string{"quay.io"}, BlockedRegistries: []string{"docker.io"},
		}, "configuration.ImageConfigArgs.BlockedRegistries: must not be set together with AllowedRegistries"},
		"a registry with its scheme": {&configuration.ImageConfigArgs{AllowedRegistries: []string{"https://quay.io"}},
			`configuration.ImageConfigArgs.AllowedRegistries[0]: "https://quay.io" is not a valid registry or ` +
				`repository or wildcard of registries (for example, registry.example.com)`},
		"a proxy of https as http": {&configuration.ProxyArgs{HTTPProxy: text("https://proxy.example.com:3128")},
			"configuration.ProxyArgs.HTTPProxy: must be an http URL with a host and a port (for example, " +
				"http://proxy.example.com:3128)"},
		"no registry of Red Hat": {&configuration.PullSecretArgs{DockerConfigJSON: text(`{"auths": {}}`)},
			`configuration.PullSecretArgs.DockerConfigJSON: must be JSON with the credentials of at least one ` +
				`registry, {"auths": {"quay.io": {"auth": "..."}}}`},
		"a file as the pull secret": {&configuration.PullSecretArgs{DockerConfigJSON: text("pull-secret.txt")},
			`configuration.PullSecretArgs.DockerConfigJSON: must be JSON with the credentials of at least one ` +
				`registry, {"auths": {"quay.io": {"auth": "..."}}}`},
		"the channel without its group": {&configuration.UpgradeArgs{Channel: "4.19"},
			`configuration.UpgradeArgs.Channel: "4.19" is not a valid update channel (for example, stable-4.18)`},
		"an upgrade to a minor release": {&configuration.UpgradeArgs{Channel: "stable-4.19", Version: "4.19"},
			`configuration.UpgradeArgs.Version: "4.19" is not a valid version (for example, 4.18.5)`},
		"an approval in small letters": {&configuration.OperatorArgs{Package: "web-terminal", Approval: "automatic"},
			`configuration.OperatorArgs.Approval: must be Automatic or Manual (got "automatic")`},
		"an operator without its package": {&configuration.OperatorArgs{Channel: "stable"},
			"configuration.OperatorArgs.Package: is required"},
		"a profile of the scheduler": {&configuration.SchedulerArgs{Profile: "High"},
			`configuration.SchedulerArgs.Profile: must be LowNodeUtilization, HighNodeUtilization or NoScoring (got "High")`},
		"resolvers without a zone": {&configuration.DNSArgs{Servers: map[string]configuration.DNSServer{
			"corp": {Upstreams: []string{"10.0.0.2"}},
		}}, "configuration.DNSArgs.Servers[corp].Zones: is required"},
		"a name server by its name": {&configuration.DNSArgs{Servers: map[string]configuration.DNSServer{
			"corp": {Zones: []string{"corp.example.com"}, Upstreams: []string{"ns.example.com"}},
		}},
			`configuration.DNSArgs.Servers[corp].Upstreams[0]: "ns.example.com" is not a valid IP address with ` +
				`an optional port (for example, 10.1.0.53)`},
		"an unhealthy share without a sign": {&nodes.MachineHealthCheckArgs{
			Name: "workers", Pools: []string{"worker"}, MaxUnhealthy: "40 percent",
		}, `nodes.MachineHealthCheckArgs.MaxUnhealthy: "40 percent" is not a valid percentage or count (for example, 10%)`},
		"the health check of the cluster": {&nodes.MachineHealthCheckArgs{
			Name: "machine-api-termination-handler", Pools: []string{"worker"},
		},
			"nodes.MachineHealthCheckArgs.Name: must not be machine-api-termination-handler, which is the " +
				"cluster's own health check"},
		"a pool that is never updated": {&machineconfig.MachineConfigPoolArgs{Name: "infra", MaxUnavailable: "0"},
			`machineconfig.MachineConfigPoolArgs.MaxUnavailable: "0" counts as 1; to stop updates of the pool, set Paused`},
		"a storage class that is not its own": {&storage.StorageClassArgs{Name: "fast", Demote: []string{"fast"}},
			"storage.StorageClassArgs.Demote[0]: must not be the class itself (got fast)"},
		"a file system by its name": {&storage.EFSStorageClassArgs{Name: "shared", FileSystemID: text("shared")},
			`storage.EFSStorageClassArgs.FileSystemID: "shared" is not a valid EFS file system ID (for example, ` +
				`fs-0123456789abcdef0)`},
		"groups upside down": {&storage.EFSStorageClassArgs{
			Name: "shared", FileSystemID: text("fs-0123456789abcdef0"), GIDRangeStart: 3000, GIDRangeEnd: 2000,
		}, "storage.EFSStorageClassArgs.GIDRangeEnd: must be greater than GIDRangeStart (got 2000)"},
	} {
		err := tt.args.Validate()
		require.ErrorContains(t, err, tt.message, name)
	}
}

// TestMistakesBetweenComponents: what no component alone can know.
func TestMistakesBetweenComponents(t *testing.T) {
	t.Parallel()
	hcp := func(ctx *pulumi.Context, name string) error {
		_, err := blueprint.NewROSAHCP(ctx, name, &blueprint.ROSAHCPArgs{
			Version: "4.18.5", Zones: []string{"us-east-2a"}, Name: "shop",
		})
		return err
	}
	for name, tt := range map[string]struct {
		program pulumi.RunFunc
		message string
	}{
		"an object without a cluster": {func(ctx *pulumi.Context) error {
			_, err := configuration.NewScheduler(ctx, "scheduler", &configuration.SchedulerArgs{Profile: "NoScoring"})
			return err
		},
			"pulumi.Provider: a Kubernetes provider is required; without one, Pulumi would change the cluster of the kubeconfig's " +
				"current context. Pass pulumi.Provider(provider) with one of cluster.NewKubernetesProvider, or set " +
				"kubernetes:kubeconfig or kubernetes:context in the stack's configuration"},
		"two clusters of one name": {func(ctx *pulumi.Context) error {
			return errors.Join(hcp(ctx, "first"), hcp(ctx, "second"))
		}, `name: "shop-HCP-ROSA-Installer-Role" is the name of another resource of the program: first`},
	} {
		err := mocks.New(mocks.Config(map[string]string{"aws:region": "us-east-2"})).Run(tt.program)
		require.ErrorContains(t, err, tt.message, name)
	}
}

// TestMistakesInSettings: who sets a setting does not know the program's fields.
func TestMistakesInSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, mocks.InstallDir(dir, "shop.example.com", "us-east-2"))
	for name, tt := range map[string]struct {
		set     map[string]string
		message string
	}{
		"spaces between zones": {map[string]string{"zones": "us-east-2a us-east-2b us-east-2c"},
			`setting zones[0]: "us-east-2a us-east-2b us-east-2c" is not a valid AWS zone (for example, us-east-2a)`},
		"zones as JSON": {map[string]string{"zones": `["us-east-2a"]`},
			`setting zones[0]: "[\"us-east-2a\"]" is not a valid AWS zone (for example, us-east-2a)`},
		"no zones": {map[string]string{"zones": ""}, "setting zones: is required"},
		"workers in words": {map[string]string{"workersPerZone": "two"},
			`unable to parse required configuration variable 'shop:workersPerZone'; unable to cast "two" of type string to int`},
		"no worker": {map[string]string{"workersPerZone": "-1"},
			"setting workersPerZone: must not be negative (got -1)"},
		"a directory that is missing": {map[string]string{"installDir": "shop"},
			"shop: cannot be read (no such file or directory); run `openshift-install create ignition-configs` in it"},
		"an AMI of a copy": {map[string]string{"ami": "ami-copy"},
			`setting ami: "ami-copy" is not a valid AMI ID (for example, ami-0123456789abcdef0)`},
		"a user by its name": {map[string]string{"pulumiArns": "ci"},
			`setting pulumiArns[0]: "ci" is not a valid IAM role ARN or IAM user ARN (for example, ` +
				`arn:aws:iam::123456789012:role/example)`},
		"publish in small letters": {map[string]string{"publish": "internal"},
			`setting publish: must be External or Internal (got "internal")`},
		"a range without a length": {map[string]string{"vpcCidr": "10.0.0.0"},
			`setting vpcCidr: "10.0.0.0" is not a valid IPv4 CIDR (for example, 10.0.0.0/16)`},
		"a type with a space": {map[string]string{"workerInstanceType": "m5 xlarge"},
			`setting workerInstanceType: "m5 xlarge" is not a valid EC2 instance type (for example, m5.xlarge)`},
		"the stage in capitals": {map[string]string{"stage": "Cluster"},
			`setting stage: must be bootstrap or cluster (got "Cluster")`},
		"machines in another region": {map[string]string{"aws:region": "us-west-2"},
			"setting aws:region: is us-west-2, but the cluster in "},
	} {
		settings := map[string]string{
			"installDir": dir, "zones": "us-east-2a,us-east-2b,us-east-2c", "ami": "ami-0123456789abcdef0",
			"publicZoneId": "Z0123456789ABCDEFGHIJ", "aws:region": "us-east-2",
		}
		maps.Copy(settings, tt.set)
		config := map[string]string{}
		for key, value := range settings {
			if key != "aws:region" {
				key = "shop:" + key
			}
			config[key] = value
		}
		err := mocks.New(mocks.Project("shop"), mocks.Config(config)).Run(func(ctx *pulumi.Context) error {
			_, err := blueprint.NewSelfManaged(ctx, "shop", blueprint.SelfManagedConfig(ctx))
			return err
		})
		require.ErrorContains(t, err, tt.message, name)
	}
}

// TestMistakesInADescription: cluster.yaml names its own fields.
func TestMistakesInADescription(t *testing.T) {
	t.Parallel()
	valid := map[string]string{
		"name": "shop", "baseDomain": "example.com", "region": "us-east-2", "zones": "[us-east-2a]", "release": "4.19.3",
		"pullSecret": `'{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"}}}'`,
	}
	for name, tt := range map[string]struct {
		set     map[string]string
		message string
	}{
		"a name with a point": {map[string]string{"name": "shop.prod"},
			`cluster.yaml: name: "shop.prod" is not a valid name of lower-case letters, digits and inner hyphens ` +
				`that begins with a letter (for example, demo)`},
		"a domain with a scheme": {map[string]string{"baseDomain": "https://example.com"},
			`cluster.yaml: baseDomain: "https://example.com" is not a valid domain (for example, example.com)`},
		"a domain with a point at its end": {map[string]string{"baseDomain": "example.com."},
			`cluster.yaml: baseDomain: "example.com." is not a valid domain (for example, example.com)`},
		"a zone as the region": {map[string]string{"region": "us-east-2a"},
			`cluster.yaml: region: "us-east-2a" is not a valid AWS region (for example, us-east-2)`},
		"one zone as text": {map[string]string{"zones": "us-east-2a"},
			"zones: must be a list, such as [us-east-2a, us-east-2b] (got us-east-2a)"},
		"the release as a number": {map[string]string{"release": "4.2"},
			"cluster.yaml: release: must be 4.16 or later (got 4.2)"},
		"latest": {map[string]string{"release": "latest"},
			`cluster.yaml: release: "latest" is not a valid version or minor version (for example, 4.19.3)`},
		"publish in small letters": {map[string]string{"publish": "internal"},
			`cluster.yaml: publish: must be External or Internal (got "internal")`},
		"a mode of before": {map[string]string{"credentialsMode": "Default"},
			`cluster.yaml: credentialsMode: must be Manual, Mint or Passthrough (got "Default")`},
		"a field at a wrong place": {map[string]string{"machineCidr": "10.0.0.0/16"},
			"machineCidr is not a field; the fields are ami, architecture, "},
		"machines in the pods' range": {map[string]string{"networks": "{machineCidr: 10.128.0.0/16}"},
			"cluster.yaml: networks.podCidr: 10.128.0.0/14 overlaps 10.128.0.0/16 (networks.machineCidr)"},
		"a key of its private part": {map[string]string{"sshKey": "'-----BEGIN OPENSSH PRIVATE KEY-----'"},
			"cluster.yaml: sshKey: must be a public SSH key (for example, ssh-ed25519 AAAA...)"},
		"a setting that is no text": {map[string]string{"settings": "{workersPerZone: {a: 1}}"},
			"settings: must be text (got an object)"},
		"an AMI of an alias": {map[string]string{"ami": "rhcos"},
			`cluster.yaml: ami: "rhcos" is not a valid AMI ID (for example, ami-0123456789abcdef0)`},
		"a bool as text": {map[string]string{"fips": "maybe"}, "fips: must be true or false (got maybe)"},
	} {
		set := maps.Clone(valid)
		maps.Copy(set, tt.set)
		var content strings.Builder
		for key, value := range set {
			content.WriteString(key + ": " + value + "\n")
		}
		path := filepath.Join(t.TempDir(), "cluster.yaml")
		require.NoError(t, os.WriteFile(path, []byte(content.String()), 0o600))
		file, err := install.LoadFile(path)
		if err == nil {
			err = file.Validate()
		}
		require.ErrorContains(t, err, tt.message, name)
	}
}

// TestMistakesInAnswers: the answers to the questions of `openshift-aws new`.
func TestMistakesInAnswers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		set     map[string]string
		message string
	}{
		"hcp alone": {map[string]string{"cluster": "hcp"},
			`--cluster: must be one of self-managed, rosa-hcp, rosa-classic (got "hcp")`},
		"the language by its letters": {map[string]string{"language": "ts"},
			`--language: must be one of yaml, go, typescript, python (got "ts")`},
		"a long name": {map[string]string{"name": "production-cluster"},
			`--name: "production-cluster" is not a valid name of a cluster: lower case letters, digits and hyphens, at most 15`},
		"a minor release": {map[string]string{"release": "4.20"},
			`--release: "4.20" is not a patch release of OpenShift 4 (for example, 4.20.4)`},
		"the region": {map[string]string{"zones": "us-east-2"},
			`--zones: "us-east-2" is not a valid AWS zone (for example, us-east-2a)`},
		"spaces after commas": {map[string]string{"zones": "us-east-2a, us-east-2b"},
			`--zones: " us-east-2b" is not a valid AWS zone (for example, us-east-2a)`},
	} {
		answers := map[string]string{}
		for _, q := range newproject.Questions {
			answers[q.Flag] = q.Default
		}
		maps.Copy(answers, tt.set)
		_, err := newproject.FromAnswers(answers)
		require.ErrorContains(t, err, tt.message, name)
	}
}
