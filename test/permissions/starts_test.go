package permissions

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

// sessionManager are the permissions of AmazonSSMManagedInstanceCore on parameters and messages (AWS managed policy reference,
// version 2). Its other actions are on the instance's own inventory and associations.
const sessionManager = `{"Statement": [{"Effect": "Allow", "Resource": "*", "Action": [
	"ssm:GetDocument", "ssm:DescribeDocument", "ssm:GetParameter", "ssm:GetParameters", "ssm:UpdateInstanceInformation",
	"ssmmessages:CreateControlChannel", "ssmmessages:CreateDataChannel", "ssmmessages:OpenControlChannel",
	"ssmmessages:OpenDataChannel", "ec2messages:*"]}]}`

// principals are the starts who run Pulumi, with the published documents.
func principals(t *testing.T) []actor {
	t.Helper()
	with := func(name, arn string, files ...string) actor {
		a := actor{name: name, arn: arn, owns: []string{cluster, sibling}}
		for _, file := range append(slices.Clone(files), "permissions-options.json") {
			a.policies = append(a.policies, statementsOf(t, file))
		}
		return a
	}
	return []actor{
		with("principal, self-managed", principal, selfManagedFiles...),
		with("principal, ROSA", principal, rosaFiles...),
		with("principal that is a user", account+"user/openshift-provisioner", selfManagedFiles...),
		with("principal named after the prefix", namedRole, selfManagedFiles...),
		with("pod of a fleet", account+"role/openshift-provisioner-fleet", append(selfManagedFiles, rosaFiles...)...),
		with("principal without permissions-deny.json", principal, selfManagedFiles[:4]...),
	}
}

// rolePolicies returns the policies of a program's roles, by resource name.
func rolePolicies(t *testing.T, program pulumi.RunFunc) map[string]string {
	t.Helper()
	documents := map[string]string{}
	rec := mockstest.Run(t, program)
	for _, token := range []string{"aws:iam/rolePolicy:RolePolicy", "aws:iam/policy:Policy"} {
		for _, r := range rec.OfType(token) {
			documents[strings.TrimSuffix(r.Name, "-policy")] = r.Inputs["policy"].(string)
		}
	}
	return documents
}

// operatorDocuments returns the policies of the operators' roles: those of a self-managed cluster, as the components create them
// with NodeRoleARNs, and those of a hosted cluster that this library writes. The others of ROSA are AWS's.
func operatorDocuments(t *testing.T) map[string]string {
	t.Helper()
	key, err := iam.GenerateSigningKey()
	require.NoError(t, err)
	documents := rolePolicies(t, mockstest.Program(iam.NewShortTermCredentials, "operator", &iam.ShortTermCredentialsArgs{
		Name: "demo-x7k2p", OpenShiftVersion: "4.22", PublicKey: pulumi.String(key.Public), Region: "us-east-2",
		NodeRoleARNs: pulumi.ToStringArray([]string{clusterMaster, clusterWorker}),
	}))
	maps.Copy(documents, rolePolicies(t, mockstest.Program(iam.NewOperatorRoles, "operator", &iam.OperatorRolesArgs{
		Prefix:          "demo-x7k2p",
		Region:          "us-east-2",
		OIDCProviderARN: pulumi.String(account + "oidc-provider/oidc.op1.openshiftapps.com/2a3b"),
		AutoNode:        true, AuditLog: true,
	})))
	return documents
}

// machineDocuments returns the policies of machines and of the pods of worker pools.
func machineDocuments(t *testing.T) map[string]string {
	t.Helper()
	documents := rolePolicies(t, mockstest.Program(iam.NewInstanceProfiles, "machine", &iam.InstanceProfilesArgs{
		InfraID: "demo-x7k2p", Region: "us-east-2", Stage: iam.StageBootstrap,
	}))
	documents["pod of the autoscaler"] = string(nodes.AutoscalerPolicy("demo-x7k2p"))
	documents["pod of the CSR approver"] = string(nodes.CSRApproverPolicy())
	rec := mocks.New()
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		queue := pulumi.StringPtr("arn:aws:sqs:us-east-2:123456789012:demo-x7k2p-drain")
		ctx.Export("policy", nodes.TerminationHandlerPolicy("demo-x7k2p", queue))
		return nil
	}))
	documents["pod of the termination handler"] = rec.Outputs()["policy"].(string)
	return documents
}

// operatorNames are the starts of the operators' roles, by namespace and name of the Secret.
var operatorNames = map[string]string{
	"kube-system-karpenter": "operator Karpenter",
	"openshift-cloud-credential-operator-cloud-credential-operator-iam-ro-creds": "operator cloud credential",
	"openshift-cloud-network-config-controller-cloud-credentials":                "operator cloud network config",
	"openshift-cluster-csi-drivers-ebs-cloud-credentials":                        "operator EBS CSI driver",
	"openshift-config-managed-cloudwatch-audit-exporter":                         "operator audit log",
	"openshift-image-registry-installer-cloud-credentials":                       "operator image registry",
	"openshift-ingress-operator-cloud-credentials":                               "operator ingress",
	"openshift-machine-api-aws-cloud-credentials":                                "operator Machine API",
}

// clusterRoles are the starts in a cluster. All roles but those of jump hosts have the boundary.
func clusterRoles(t *testing.T, documents map[string]string, boundary []statement) []actor {
	t.Helper()
	var all []actor
	for name, document := range documents {
		if operator, ok := strings.CutPrefix(name, "operator-"); ok {
			require.Contains(t, operatorNames, operator)
			name = operatorNames[operator]
		}
		all = append(all, actor{
			name: strings.Replace(name, "machine-", "machine ", 1), owns: []string{cluster},
			policies: [][]statement{parse(t, document)}, boundary: boundary, boundaryARN: boundaryARN,
		})
	}
	slices.SortFunc(all, func(a, b actor) int { return strings.Compare(a.name, b.name) })
	return all
}
