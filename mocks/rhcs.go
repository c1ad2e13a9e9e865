package mocks

import (
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/awsfacts"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/rhcsfacts"
)

// fillRHCS invents what OpenShift Cluster Manager adds. Its ids are 32 letters and digits.
func (a *answer) fillRHCS(id string) string {
	if id == "" {
		id = a.hex("id", 32)
	}
	switch strings.TrimPrefix(a.token, "rhcs:index/") {
	case "clusterRosaHcp:ClusterRosaHcp":
		a.rosaCluster(":443")
	case "clusterRosaClassic:ClusterRosaClassic":
		a.rosaCluster(":6443")
		a.set("infraId", a.text("name")+"-"+a.hex("infraId", 5))
	case "dnsDomain:DnsDomain":
		id = a.hex("id", 4) + ".p3.openshiftapps.com"
	case "rosaOidcConfig:RosaOidcConfig":
		a.oidcConfig(id)
	case "rosaOidcConfigInput:RosaOidcConfigInput":
		a.oidcConfigInput()
	}
	schema, known := rhcsfacts.Resource(a.token)
	if !known {
		return id
	}
	for _, property := range slices.Sorted(maps.Keys(schema.Properties)) {
		if p := schema.Properties[property]; p.Computed && p.Type == awsfacts.String {
			a.set(property, a.invent(property))
		}
	}
	return id
}

func (a *answer) rosaCluster(apiPort string) {
	domain := a.text("name") + "." + a.hex("domain", 4) + ".p3.openshiftapps.com"
	a.set("domain", domain)
	a.set("apiUrl", "https://api."+domain+apiPort)
	a.set("consoleUrl", "https://console-openshift-console.apps."+domain)
	a.set("currentVersion", a.text("version"))
	a.set("state", "ready")
}

// oidcConfig: the endpoint is the issuer without its scheme (terraform-provider-rhcs v1.7.7
// provider/oidcconfig/rosa_oidc_config_resource.go).
func (a *answer) oidcConfig(id string) {
	endpoint := "oidc.op1.openshiftapps.com/" + id
	if issuer := a.text("issuerUrl"); issuer != "" {
		endpoint = strings.TrimPrefix(issuer, "https://")
	}
	a.set("oidcEndpointUrl", endpoint)
	a.set("thumbprint", a.hex("thumbprint", 40))
}

func (a *answer) oidcConfigInput() {
	bucket := "oidc-" + a.hex("bucket", 4)
	if prefix := a.text("prefix"); prefix != "" {
		bucket = prefix + "-" + bucket
	}
	issuer := "https://" + bucket + ".s3." + a.text("region") + ".amazonaws.com"
	a.set("bucketName", bucket)
	a.set("issuerUrl", issuer)
	a.set("discoveryDoc", `{"issuer":"`+issuer+`","jwks_uri":"`+issuer+`/keys.json"}`)
	a.set("jwks", `{"keys":[]}`)
	a.set("privateKeySecretName", "rosa-private-key-"+bucket)
	a.outputs["privateKey"] = resource.MakeSecret(resource.NewProperty("-----BEGIN RSA PRIVATE KEY-----\n" + a.hex("key", 16)))
}

// supportRole is the role of Red Hat's support; the number tells the organisation (openshift/rosa
// tests/e2e/test_rosacli_account_roles.go).
const supportRole = "role/RH-Technical-Support-15212158"

// ocmPolicies answer both getPolicies and getHcpPolicies: documents of the former, ARNs of the latter.
func (p place) ocmPolicies(map[string]any) (map[string]any, error) {
	account, operator := map[string]any{
		"stsSupportRhSreRole": p.partition.ARN("iam", "", "710019948333", supportRole),
	}, map[string]any{}
	for _, id := range []string{
		"stsInstallerPermissionPolicy", "stsInstanceControlplanePermissionPolicy", "stsInstanceWorkerPermissionPolicy",
		"stsSupportPermissionPolicy",
	} {
		account[id] = document(id)
	}
	for _, id := range []string{
		"openshiftAwsVpceOperatorAvoAwsCredsPolicy", "openshiftCloudCredentialOperatorCloudCredentialOperatorIamRoCredsPolicy",
		"openshiftCloudNetworkConfigControllerCloudCredentialsPolicy", "openshiftClusterCsiDriversEbsCloudCredentialsPolicy",
		"openshiftImageRegistryInstallerCloudCredentialsPolicy", "openshiftIngressOperatorCloudCredentialsPolicy",
		"openshiftMachineApiAwsCloudCredentialsPolicy",
	} {
		operator[id] = document(id)
	}
	operator["sharedVpcOpenshiftIngressOperatorCloudCredentialsPolicy"] = `{"Version":"2012-10-17","Statement":[` +
		`{"Effect":"Allow","Action":["sts:AssumeRole"],"Resource":["%{shared_vpc_role_arn}"]}]}`
	return map[string]any{"id": "policies", "accountRolePolicies": account, "operatorRolePolicies": operator}, nil
}

// document stands for the text that OCM gives, which changes by release.
func document(id string) string {
	return `{"Version":"2012-10-17","Statement":[{"Sid":"` + id + `","Effect":"Allow","Action":["ec2:DescribeRegions"],"Resource":["*"]}]}`
}

// ocmOperatorRoles are the operators of a ROSA Classic cluster with the service accounts that take their roles.
func (p place) ocmOperatorRoles(inputs map[string]any) (map[string]any, error) {
	prefix, _ := inputs["operatorRolePrefix"].(string)
	var roles []any
	for _, operator := range []struct{ namespace, name, accounts string }{
		{"openshift-cloud-credential-operator", "cloud-credential-operator-iam-ro-creds", "cloud-credential-operator"},
		{"openshift-cloud-network-config-controller", "cloud-credentials", "cloud-network-config-controller"},
		{"openshift-cluster-csi-drivers", "ebs-cloud-credentials", "aws-ebs-csi-driver-operator aws-ebs-csi-driver-controller-sa"},
		{"openshift-image-registry", "installer-cloud-credentials", "cluster-image-registry-operator registry"},
		{"openshift-ingress-operator", "cloud-credentials", "ingress-operator"},
		{"openshift-machine-api", "aws-cloud-credentials", "machine-api-controllers"},
		{"openshift-aws-vpce-operator", "aws-vpce-operator", "aws-vpce-operator"},
	} {
		var accounts []any
		for _, account := range strings.Fields(operator.accounts) {
			accounts = append(accounts, "system:serviceaccount:"+operator.namespace+":"+account)
		}
		name := prefix + "-" + operator.namespace + "-" + operator.name
		roles = append(roles, map[string]any{
			"operatorNamespace": operator.namespace, "operatorName": operator.name, "roleName": name[:min(64, len(name))],
			"serviceAccounts": accounts,
		})
	}
	return map[string]any{"id": "roles", "operatorRolePrefix": prefix, "operatorIamRoles": roles}, nil
}
