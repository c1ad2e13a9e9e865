package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// rhcsProvider registers an explicit RHCS provider with the credentials of the environment.
func rhcsProvider(ctx *pulumi.Context) (pulumi.ResourceOption, error) {
	provider, err := iam.NewRHCSProvider(ctx, "rhcs", nil)
	if err != nil {
		return nil, err
	}
	return pulumi.Provider(provider), nil
}

// populateOCM creates in the fake of OCM what the service has: policies, and the credential requests of the operators.
func populateOCM(t *testing.T) {
	t.Helper()
	const document = `{"Version":"2012-10-17",` +
		`"Statement":[{"Effect":"Allow","Action":"ec2:DescribeRegions","Resource":"*"}]}`
	for _, id := range []string{
		"sts_installer_permission_policy", "sts_support_permission_policy", "sts_instance_worker_permission_policy",
		"sts_instance_controlplane_permission_policy", "openshift_cloud_network_config_controller_cloud_credentials_policy",
		"openshift_machine_api_aws_cloud_credentials_policy", "openshift_image_registry_installer_cloud_credentials_policy",
		"openshift_cloud_credential_operator_cloud_credential_operator_iam_ro_creds_policy",
		"openshift_ingress_operator_cloud_credentials_policy", "openshift_cluster_csi_drivers_ebs_cloud_credentials_policy",
	} {
		post(t, inquiries+"sts_policies", map[string]any{"id": id, "details": document})
	}
	for id, details := range ocmRolePolicies {
		post(t, inquiries+"sts_policies", map[string]any{"id": id, "details": details, "type": "OCMRole"})
	}
	post(
		t,
		inquiries+"sts_policies",
		map[string]any{
			"id": "sts_support_trust_policy",
			"details": `{"Version":"2012-10-17","Statement":[{"Action":["sts:AssumeRole"],` +
				`"Effect":"Allow","Principal":{"AWS":["arn:aws:iam::710019948333:role/RH-Technical-Support-15212158"]}}]}`,
		},
	)
	for namespace, operator := range map[string][2]string{
		"openshift-cloud-network-config-controller": {"cloud-credentials", "cloud-network-config-controller"},
		"openshift-machine-api":                     {"aws-cloud-credentials", "machine-api-controllers"},
		"openshift-cloud-credential-operator":       {"cloud-credential-operator-iam-ro-creds", "cloud-credential-operator"},
		"openshift-image-registry":                  {"installer-cloud-credentials", "registry"},
		"openshift-ingress-operator":                {"cloud-credentials", "ingress-operator"},
		"openshift-cluster-csi-drivers":             {"ebs-cloud-credentials", "aws-ebs-csi-driver-operator"},
	} {
		post(
			t,
			inquiries+"sts_credential_requests",
			map[string]any{"id": namespace, "name": namespace, "operator": map[string]any{
				"name": operator[0], "namespace": namespace, "service_accounts": []string{operator[1]},
			}},
		)
	}
}

// inquiries is the path of what OCM knows about AWS.
const inquiries = "/api/clusters_mgmt/v1/aws_inquiries/"

// post creates an item in the fake of OCM.
func post(t *testing.T, collection string, item map[string]any) {
	t.Helper()
	body, err := json.Marshal(item)
	require.NoError(t, err)
	response, err := http.Post(os.Getenv("RHCS_URL")+collection, "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusCreated, response.StatusCode)
}

// identities registers what a ROSA cluster needs of IAM, KMS and OCM. With a prefix the OIDC configuration is
// unmanaged.
func identities(product iam.Product, oidcPrefix *string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		rhcs, err := rhcsProvider(ctx)
		if err != nil {
			return err
		}
		name := "lab" + string(product)
		accounts, err := iam.NewAccountRoles(ctx, "account", &iam.AccountRolesArgs{
			Product: product, Prefix: name, Region: "us-east-2", Path: "/rosa/", ExternalID: "lab-1", OpenShiftVersion: "4.18",
		}, rhcs)
		if err != nil {
			return err
		}
		oidc := &iam.OIDCConfigArgs{AllowReplacement: true}
		if *oidcPrefix != "" {
			oidc.Unmanaged = &iam.UnmanagedOIDCArgs{
				Region: "us-east-2", Prefix: *oidcPrefix, InstallerRoleARN: accounts.InstallerRoleARN,
				RecoveryWindowDays: new(0),
			}
		}
		config, err := iam.NewOIDCConfig(ctx, "oidc", oidc, rhcs)
		if err != nil {
			return err
		}
		issuer, err := iam.NewOIDCProvider(ctx, "issuer",
			&iam.OIDCProviderArgs{EndpointURL: config.EndpointURL, Thumbprint: config.Thumbprint})
		if err != nil {
			return err
		}
		roles := &iam.OperatorRolesArgs{
			Product: product, Prefix: name, Region: "us-east-2", Path: accounts.Path, OIDCProviderARN: issuer.ARN,
			PolicyARNs: accounts.OperatorPolicyARNs,
		}
		if product == iam.HCP {
			roles.AutoNode, roles.AuditLog, roles.LogGroups = true, true, []string{"/rosa/" + name}
		}
		operators, err := iam.NewOperatorRoles(ctx, "operators", roles, rhcs)
		if err != nil {
			return err
		}
		ctx.Export("prefix", operators.Prefix)
		ctx.Export("installer", accounts.InstallerRoleARN)
		ctx.Export("endpoint", config.EndpointURL)
		if product == iam.Classic {
			return nil
		}
		ctx.Export("logForwarder", operators.ARNs[iam.OperatorLogForwarder])
		return newKeys(ctx, accounts, operators)
	}
}

func newKeys(ctx *pulumi.Context, accounts *iam.AccountRoles, operators *iam.OperatorRoles) error {
	_, err := iam.NewEtcdKey(ctx, "etcd", &iam.EtcdKeyArgs{
		InstallerRoleARN:             accounts.InstallerRoleARN,
		KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
		KMSProviderRoleARN:           operators.ARNs[iam.OperatorKMSProvider], DeletionWindowDays: 7,
	})
	if err != nil {
		return err
	}
	key, err := iam.NewVolumeKey(ctx, "volumes", &iam.VolumeKeyArgs{
		InstallerRoleARN: accounts.InstallerRoleARN, SupportRoleARN: accounts.SupportRoleARN,
		KubeControllerManagerRoleARN: operators.ARNs[iam.OperatorKubeControllerManager],
		CAPARoleARN:                  operators.ARNs[iam.OperatorCAPA],
		EBSCSIRoleARN:                operators.ARNs[iam.OperatorEBSCSI], DeletionWindowDays: 7,
	})
	ctx.Export("key", key.ARN)
	return err
}

// TestRosaIdentities creates them with the real providers. A second update and one after a refresh change nothing, the
// private key is not in the state in plain text, and destroy leaves nothing behind.
func TestRosaIdentities(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	tests := map[string]struct {
		product          iam.Product
		prefix, endpoint string
	}{
		"hcp":     {product: iam.HCP, prefix: "labhcp", endpoint: "labhcp-oidc-"},
		"classic": {product: iam.Classic, endpoint: "oidc.op1.openshiftapps.com/"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			prefix, dir := tt.prefix, filepath.Join(t.TempDir(), "state")
			options := sandbox.Options{
				Project: "rosa-iam-" + name, Program: identities(tt.product, &prefix), Dir: dir, Config: emulatorConfig, RealAWS: true,
			}
			box, err := sandbox.New(options)
			require.NoError(t, err)
			t.Cleanup(func() {
				_, err := box.Destroy(context.Background())
				assert.NoError(t, err)
			})
			made, err := box.Up(t.Context())
			require.NoError(t, err)
			assert.Equal(t, "lab"+string(tt.product), made.Outputs["prefix"])
			assert.Contains(t, made.Outputs["installer"], ":role/rosa/lab"+string(tt.product))
			assert.Contains(t, made.Outputs["endpoint"], tt.endpoint)
			if tt.product == iam.HCP {
				assert.Contains(t, made.Outputs["logForwarder"], ":role/CustomerLogDistribution-labhcp")
			}
			for range 2 {
				again, err := box.Up(t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{"same"}, kinds(again.Changes), "%v", again.Steps)
				_, err = box.Refresh(t.Context())
				require.NoError(t, err)
			}
			assert.NotContains(t, stateText(t, dir), "PRIVATE KEY")
			if prefix != "" {
				prefix = "labhcp2"
				_, err := box.Up(t.Context())
				require.ErrorContains(t, err, "iam.OIDCProviderArgs.EndpointURL: labhcp-oidc-", "the operators' roles trust the provider")
				options.Config = maps.Clone(options.Config)
				options.Config["openshift-aws:allowLoss"] = "OIDCProvider/issuer"
				meant, err := sandbox.New(options)
				require.NoError(t, err)
				moved, err := meant.Up(t.Context())
				require.NoError(t, err, "an immutable property replaces the configuration if that is allowed")
				assert.Contains(t, moved.Outputs["endpoint"], "labhcp2-oidc-")
			}
			_, err = box.Destroy(t.Context())
			require.NoError(t, err)
			assert.NotContains(t, leftovers(), "lab"+string(tt.product))
		})
	}
}

// sharedVpc registers what the owner of a VPC has for a cluster of another account. Both accounts are the emulator's.
func sharedVpc(product iam.Product, subnets *[]string) pulumi.RunFunc {
	return func(ctx *pulumi.Context) error {
		vpc, subnet, _, err := registerAccount(ctx)
		if err != nil {
			return err
		}
		role := func(name string) pulumi.String {
			return pulumi.String("arn:aws:iam::" + ocmtest.Account + ":role/good-" + name + "-Role")
		}
		args := &iam.SharedVpcResourcesArgs{
			Product: product, Prefix: "labshared", AccountID: pulumi.String("210987654321"), VpcID: vpc, DomainPrefix: "shared",
			BaseDNSDomain: pulumi.String("a1b2.p3.openshiftapps.com"), SubnetIDs: map[string]pulumi.StringInput{},
			InstallerRoleARN: role("Installer"), IngressRoleARN: role("Worker"), Tags: pulumi.StringMap{"team": pulumi.String("net")},
		}
		for _, key := range *subnets {
			args.SubnetIDs[key] = subnet
		}
		if product == iam.HCP {
			args.ControlPlaneRoleARN = role("Support")
		}
		// The emulator records operations by access key. Those of the VPC, which exists before, have another.
		owner, err := aws.NewProvider(ctx, "owner", &aws.ProviderArgs{
			AccessKey: pulumi.String("shared-vpc"), SecretKey: pulumi.String("lab"), Region: pulumi.String("us-east-2"),
			SkipCredentialsValidation: pulumi.Bool(true), SkipMetadataApiCheck: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		shared, err := iam.NewSharedVpcResources(ctx, "shared", args, pulumi.Provider(owner))
		if err != nil {
			return err
		}
		ctx.Export("route53", shared.Route53RoleARN)
		ctx.Export("share", shared.ResourceShareARN)
		return nil
	}
}

// TestSharedVpcResources creates them with the real provider: nothing changes afterwards, and destroy leaves nothing.
func TestSharedVpcResources(t *testing.T) {
	ocmLock.acquire(t)
	for _, product := range []iam.Product{iam.HCP, iam.Classic} {
		t.Run(string(product), func(t *testing.T) {
			subnets := []string{"first"}
			box, err := sandbox.New(sandbox.Options{
				Project: "shared-vpc-" + string(product), Dir: filepath.Join(t.TempDir(), "state"), Config: emulatorConfig, RealAWS: true,
				Program: sharedVpc(product, &subnets),
			})
			require.NoError(t, err)
			t.Cleanup(func() {
				_, err := box.Destroy(context.Background())
				assert.NoError(t, err)
				assert.NotContains(t, leftovers(), "labshared")
				checkActions(t, "shared-vpc")
			})
			made, err := box.Up(t.Context())
			require.NoError(t, err)
			roles := iam.SharedVpcRoles(product, "labshared", ocmtest.Account)
			assert.Equal(t, string(roles.Route53RoleARN.(pulumi.String)), made.Outputs["route53"])
			for range 2 {
				again, err := box.Up(t.Context())
				require.NoError(t, err)
				assert.Equal(t, []string{"same"}, kinds(again.Changes), "%v", again.Steps)
				_, err = box.Refresh(t.Context())
				require.NoError(t, err)
			}
			subnets = nil
			_, err = box.Up(t.Context())
			require.ErrorContains(t, err, "SubnetIDs: is required")
		})
	}
}

func kinds(changes map[string]int) []string {
	var kinds []string
	for kind, count := range changes {
		if count > 0 {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func stateText(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	require.NoError(t, filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	}))
	require.NotEmpty(t, all.String())
	return all.String()
}
