package acceptance

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
	"github.com/openshift-aws/pulumi-openshift-aws/test/adopttest"
)

// commands creates what commands of rosa and AWS create, by their requests.
type commands struct {
	t       *testing.T
	service *ocm
	// vpc, private and public are IDs. roles are the names of the roles, and cluster is the cluster as OCM returns it.
	vpc, private, public string
	roles                []string
	issuer, oidcProvider string
	oidcConfig           string
	cluster              map[string]any
}

const (
	accountPrefix  = "ManagedOpenShift"
	operatorPrefix = "made-a1b2"
	labAccount     = "123456789012"
)

// createNetwork creates a VPC with a public and a private subnet, as the template of `rosa create network` does (openshift/rosa d80ba25
// cmd/create/network/templates/rosa-quickstart-default-vpc/cloudformation.yaml).
func (c *commands) createNetwork() {
	c.vpc = c.createEC2("CreateVpc", "vpc", map[string]string{"Name": "made"}, "CidrBlock", "10.0.0.0/16")
	subnet := func(name, cidr, role string) string {
		return c.createEC2("CreateSubnet", "subnet", map[string]string{"Name": name, role: "1"},
			"VpcId", c.vpc, "CidrBlock", cidr, "AvailabilityZone", "us-east-2a")
	}
	c.public = subnet("made-Public-Subnet-1", "10.0.0.0/24", "kubernetes.io/role/elb")
	c.private = subnet("made-Private-Subnet-1", "10.0.1.0/24", "kubernetes.io/role/internal-elb")
}

// createEC2 creates a resource with the tags that each resource of the template has, and returns its ID.
func (c *commands) createEC2(action, kind string, tags map[string]string, parameters ...string) string {
	c.t.Helper()
	parameters = append(parameters, "TagSpecification.1.ResourceType", kind)
	all := map[string]string{"rosa_managed_policies": "true", "rosa_hcp_policies": "true", "service": "ROSA"}
	maps.Copy(all, tags)
	parameters = append(parameters, numbered("TagSpecification.1.Tag", all)...)
	created := callAWS(c.t, "ec2", action, parameters...)
	return regexp.MustCompile(kind + `Id>(` + kind + `-[0-9a-f]+)<`).FindStringSubmatch(created)[1]
}

// numbered returns tags as parameters of a request.
func numbered(prefix string, tags map[string]string) []string {
	var parameters []string
	for key, value := range tags {
		at := fmt.Sprintf("%s.%d.", prefix, len(parameters)/4+1)
		parameters = append(parameters, at+"Key", key, at+"Value", value)
	}
	return parameters
}

// createRole creates a role with policies managed by AWS (openshift/rosa d80ba25 pkg/aws/policies.go, createRole and AttachRolePolicy).
func (c *commands) createRole(name, trust, policy string, tags map[string]string) {
	c.t.Helper()
	tags["red-hat-managed"], tags["rosa_managed_policies"], tags["rosa_hcp_policies"] = "true", "true", "true"
	callAWS(c.t, "iam", "CreateRole",
		append(numbered("Tags.member", tags), "RoleName", name, "AssumeRolePolicyDocument", trust)...)
	callAWS(c.t, "iam", "AttachRolePolicy", "RoleName", name, "PolicyArn", "arn:aws:iam::aws:policy/service-role/"+policy)
	c.roles = append(c.roles, name)
}

// trusting returns a trust policy as the templates of OCM have it.
func trusting(principal, action, condition string) string {
	return `{"Version": "2012-10-17", "Statement": [{"Action": ["sts:` + action + `"], "Effect": "Allow", "Principal": {` + principal + `}` +
		condition + `}]}`
}

// createAccountRoles is `rosa create account-roles --hosted-cp --prefix ManagedOpenShift --mode auto` (openshift/rosa d80ba25
// cmd/create/accountroles/creators.go, hcpManagedPoliciesCreator and getBaseRoleTags).
func (c *commands) createAccountRoles() {
	for _, role := range []struct{ kind, suffix, policy, principal string }{
		{"installer", "Installer", "ROSAInstallerPolicy", `"AWS": ["arn:aws:iam::710019948333:role/RH-Managed-OpenShift-Installer"]`},
		{"support", "Support", "ROSASRESupportPolicy", `"AWS": ["arn:aws:iam::710019948333:role/RH-Technical-Support-15212158"]`},
		{"instance_worker", "Worker", "ROSAWorkerInstancePolicy", `"Service": ["ec2.amazonaws.com"]`},
	} {
		c.createRole(accountPrefix+"-HCP-ROSA-"+role.suffix+"-Role", trusting(role.principal, "AssumeRole", ""), role.policy,
			map[string]string{"rosa_openshift_version": "4.18", "rosa_role_prefix": accountPrefix, "rosa_role_type": role.kind})
	}
}

// createOIDC is `rosa create oidc-config --managed --mode auto`, which creates the provider too (openshift/rosa d80ba25 pkg/aws/idps.go).
func (c *commands) createOIDC() {
	config := c.service.send(http.MethodPost, "/api/clusters_mgmt/v1/oidc_configs", `{"managed": true}`)
	c.oidcConfig = config["id"].(string)
	c.issuer = strings.TrimPrefix(config["issuer_url"].(string), "https://")
	found := c.service.send(http.MethodPost, inquiries+"oidc_thumbprint", fmt.Sprintf(`{"oidc_config_id": %q}`, c.oidcConfig))
	callAWS(c.t, "iam", "CreateOpenIDConnectProvider", append(numbered("Tags.member", map[string]string{"red-hat-managed": "true"}),
		"Url", "https://"+c.issuer, "ClientIDList.member.1", "openshift", "ClientIDList.member.2", "sts.amazonaws.com",
		"ThumbprintList.member.1", found["thumbprint"].(string))...)
	c.oidcProvider = "arn:aws:iam::" + labAccount + ":oidc-provider/" + c.issuer
}

// operators are the operators of a hosted control plane, with the accounts that their roles trust.
var operators = []struct{ namespace, name, policy, accounts string }{
	{"openshift-image-registry", "installer-cloud-credentials", "ROSAImageRegistryOperatorPolicy", "cluster-image-registry-operator registry"},
	{"openshift-ingress-operator", "cloud-credentials", "ROSAIngressOperatorPolicy", "ingress-operator"},
	{
		"openshift-cluster-csi-drivers", "ebs-cloud-credentials", "ROSAAmazonEBSCSIDriverOperatorPolicy",
		"aws-ebs-csi-driver-operator aws-ebs-csi-driver-controller-sa",
	},
	{
		"openshift-cloud-network-config-controller", "cloud-credentials", "ROSACloudNetworkConfigOperatorPolicy",
		"cloud-network-config-controller",
	},
	{"kube-system", "kube-controller-manager", "ROSAKubeControllerPolicy", "kube-controller-manager"},
	{"kube-system", "capa-controller-manager", "ROSANodePoolManagementPolicy", "capa-controller-manager"},
	{"kube-system", "control-plane-operator", "ROSAControlPlaneOperatorPolicy", "control-plane-operator"},
	{"kube-system", "kms-provider", "ROSAKMSProviderPolicy", "kms-provider"},
}

// operatorRole returns the name of an operator's role, which is shortened to 64 characters.
func operatorRole(namespace, name string) string {
	full := operatorPrefix + "-" + namespace + "-" + name
	return full[:min(64, len(full))]
}

// createOperatorRoles is `rosa create operator-roles --hosted-cp --prefix made-a1b2` (openshift/rosa d80ba25
// cmd/create/operatorroles/by_prefix.go; openshift/managed-cluster-config a0bed76 resources/sts/4.11/operator_iam_role_policy.json).
func (c *commands) createOperatorRoles() {
	for _, operator := range operators {
		var subjects []string
		for account := range strings.FieldsSeq(operator.accounts) {
			subjects = append(subjects, "system:serviceaccount:"+operator.namespace+":"+account)
		}
		trust := trusting(`"Federated": "`+c.oidcProvider+`"`, "AssumeRoleWithWebIdentity",
			`, "Condition": {"StringEquals": {"`+c.issuer+`:sub": [ "`+strings.Join(subjects, `" , "`)+`" ]}}`)
		c.createRole(operatorRole(operator.namespace, operator.name), trust, operator.policy,
			map[string]string{"operator_namespace": operator.namespace, "operator_name": operator.name})
	}
}

// createCluster is `rosa create cluster --hosted-cp --cluster-name made --sts --mode auto` with the roles and the subnets (openshift/rosa
// d80ba25 pkg/ocm/clusters.go, createClusterSpec).
func (c *commands) createCluster() {
	role := func(name string) string { return "arn:aws:iam::" + labAccount + ":role/" + name }
	var roles []map[string]string
	for _, operator := range operators {
		roles = append(roles, map[string]string{
			"namespace": operator.namespace, "name": operator.name, "role_arn": role(operatorRole(operator.namespace, operator.name)),
		})
	}
	spec := map[string]any{
		"name": "made", "multi_az": true, "product": map[string]any{"id": "rosa"}, "region": map[string]any{"id": "us-east-2"},
		"fips": false, "etcd_encryption": false, "hypershift": map[string]any{"enabled": true},
		"properties": map[string]any{"rosa_creator_arn": creatorARN, "rosa_cli_version": "1.2.57"},
		"version":    map[string]any{"id": "openshift-v4.18.5", "channel_group": "stable"},
		"nodes": map[string]any{
			"compute": 2, "compute_machine_type": map[string]any{"id": "m5.xlarge"}, "availability_zones": []string{"us-east-2a"},
		},
		"network": map[string]any{"type": "OVNKubernetes", "machine_cidr": "10.0.0.0/16"},
		"api":     map[string]any{"listening": "external"},
		"aws": map[string]any{
			"account_id": labAccount, "subnet_ids": []string{c.private, c.public}, "private_link": false, "billing_account_id": labAccount,
			"sts": map[string]any{
				"role_arn": role(accountPrefix + "-HCP-ROSA-Installer-Role"), "support_role_arn": role(accountPrefix + "-HCP-ROSA-Support-Role"),
				"instance_iam_roles": map[string]any{"worker_role_arn": role(accountPrefix + "-HCP-ROSA-Worker-Role")},
				"operator_iam_roles": roles, "oidc_config": map[string]any{"id": c.oidcConfig}, "auto_mode": true,
				"operator_role_prefix": operatorPrefix,
			},
		},
	}
	body, err := json.Marshal(spec)
	require.NoError(c.t, err)
	created := c.service.send(http.MethodPost, "/api/clusters_mgmt/v1/clusters", string(body))
	c.cluster = c.service.object("clusters/" + created["id"].(string))
}

// creatorARN is who calls the emulator.
const creatorARN = "arn:aws:sts::" + labAccount + ":user/moto"

// account returns all that AWS and OCM have of the cluster.
func (c *commands) account() string {
	c.t.Helper()
	var all strings.Builder
	for _, role := range c.roles {
		for _, action := range []string{"GetRole", "ListRoleTags", "ListAttachedRolePolicies", "ListRolePolicies"} {
			text, _ := requestAWS(c.t, "us-east-2", "iam", action, "RoleName", role)
			all.WriteString(text)
		}
	}
	all.WriteString(callAWS(c.t, "iam", "GetOpenIDConnectProvider", "OpenIDConnectProviderArn", c.oidcProvider))
	for _, action := range []string{
		"DescribeVpcs", "DescribeSubnets", "DescribeSecurityGroups", "DescribeRouteTables", "DescribeVpcEndpoints",
	} {
		all.WriteString(callAWS(c.t, "ec2", action, "Filter.1.Name", "vpc-id", "Filter.1.Value.1", c.vpc))
	}
	cluster := "clusters/" + c.cluster["id"].(string)
	for _, path := range []string{"clusters", "oidc_configs", cluster + "/node_pools", cluster + "/ingresses"} {
		text, err := json.Marshal(c.service.object(path))
		require.NoError(c.t, err)
		all.Write(text)
	}
	return requestIDs.ReplaceAllString(all.String(), "")
}

var requestIDs = regexp.MustCompile(`(?i)<requestid>[^<]*</requestid>`)

// TestAdoptedRosaCommands adopts a cluster that was created by the requests of rosa and AWS commands, after adoptions that are rejected or
// killed. None changes anything.
func TestAdoptedRosaCommands(t *testing.T) {
	ocmLock.acquire(t)
	populateOCM(t)
	made := &commands{t: t, service: startOCM(t)}
	made.createNetwork()
	made.createAccountRoles()
	made.createOIDC()
	made.createOperatorRoles()
	made.createCluster()

	rosa, _ := newRosaExample(t, "adopted-cluster", map[string]string{
		"name": "made", "version": "4.18.5", "accountPrefix": accountPrefix, "operatorPrefix": operatorPrefix, "creatorArn": creatorARN,
		"properties":     `{"rosa_cli_version": "1.2.57"}`,
		"privateSubnets": fmt.Sprintf(`{"us-east-2a": %q}`, made.private), "publicSubnets": fmt.Sprintf(`{"us-east-2a": %q}`, made.public),
	})
	description, err := json.Marshal(made.cluster)
	require.NoError(t, err)
	existing, err := adopt.ReadROSA(strings.NewReader(string(description)))
	require.NoError(t, err)
	before := made.account()
	run := func(opts adopt.Options) (*adopt.Report, error) {
		opts.Existing = existing
		report, called, err := rosa.adopt("openshift-adopted-cluster", opts)
		assert.Empty(t, writes(called))
		return report, err
	}
	made.rejectedAdoptions(rosa, run)
	assert.Equal(t, before, made.account(), "after the rejected adoptions")

	_, err = run(adopt.Options{CLI: &adopttest.KilledCLI{At: "up", State: rosa.stateFile(), Size: 40000}})
	require.ErrorContains(t, err, adopttest.ErrKilled.Error())
	report, err := run(adopt.Options{})
	require.NoError(t, err, "the run after the killed one")
	assert.Less(t, len(report.Imported), 26, "the killed run imported some of the resources")
	assert.Empty(t, report.Allowed)
	assert.Equal(t, before, made.account(), "after the adoption")
	assert.Len(t, onlyUpdates(t, rosa.run("up")), 12, "the first update adds the tag of the stack to roles and provider")
	rosa.run("up").unchanged(t, "update after the adoption")
	made.upgraded(rosa)
	rosa.run("destroy")
	for _, subnet := range []string{made.private, made.public} {
		callAWS(t, "ec2", "DeleteSubnet", "SubnetId", subnet)
	}
	callAWS(t, "ec2", "DeleteVpc", "VpcId", made.vpc)
}

// upgraded upgrades the adopted cluster: the next update with a newer release starts it, and changes nothing else.
func (c *commands) upgraded(rosa *example) {
	c.t.Helper()
	assert.Equal(c.t, []string{"rhcs:index/clusterRosaHcp:ClusterRosaHcp made-cluster"}, onlyUpdates(c.t, rosa.run("up", "version=4.18.6")))
	rosa.run("refresh")
	rosa.run("up").unchanged(c.t, "update after the upgrade")
	version, _ := c.service.object("clusters/" + c.cluster["id"].(string))["version"].(map[string]any)
	assert.Equal(c.t, "4.18.6", version["raw_id"])
}

// rejectedAdoptions changes the program or the account, so that they differ, and changes it back.
func (c *commands) rejectedAdoptions(rosa *example, run func(adopt.Options) (*adopt.Report, error)) {
	c.t.Helper()
	worker := accountPrefix + "-HCP-ROSA-Worker-Role"
	trust := func(service string) {
		callAWS(c.t, "iam", "UpdateAssumeRolePolicy", "RoleName", worker,
			"PolicyDocument", trusting(`"Service": ["`+service+`"]`, "AssumeRole", ""))
	}
	setting := func(key, value string) (change, restore func()) {
		old := rosa.config[key]
		return func() { rosa.config[key] = value }, func() { rosa.config[key] = old }
	}
	otherSubnet, ownSubnet := setting("privateSubnets", fmt.Sprintf(`{"us-east-2a": %q}`, c.public))
	otherRelease, ownRelease := setting("version", "4.18.6")
	otherRoles, ownRoles := setting("accountPrefix", "Absent")
	for _, test := range []struct {
		reason, want    string
		change, restore func()
	}{
		{
			reason: "another trust policy", want: "account-worker-role.assumeRolePolicy",
			change: func() { trust("lambda.amazonaws.com") }, restore: func() { trust("ec2.amazonaws.com") },
		},
		{
			reason: "another release", want: `made-cluster.version: the program has "4.18.6", currentVersion is "4.18.5"; set rosa.HCPArgs.Version`,
			change: otherRelease, restore: ownRelease,
		},
		{reason: "another subnet", want: "awsSubnetIds", change: otherSubnet, restore: ownSubnet},
		{reason: "a role that does not exist", want: "Absent-HCP-ROSA-Worker-Role", change: otherRoles, restore: ownRoles},
	} {
		test.change()
		before := c.account()
		_, err := run(adopt.Options{})
		require.ErrorIs(c.t, err, adopt.ErrRejected, test.reason)
		require.ErrorContains(c.t, err, test.want, test.reason)
		assert.Equal(c.t, before, c.account(), test.reason)
		test.restore()
	}
}
