package storage

import (
	"encoding/base64"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/placement"
)

// The names of Red Hat's documentation, which the console expects.
const (
	loggingNamespace = "openshift-logging"
	lokiName         = "logging-loki"
	lokiSecretName   = "logging-loki-s3"
	collectorName    = "collector"
	lokiOutput       = "lokistack"

	rbacAPI = "rbac.authorization.k8s.io"
)

// lokiComponents are the components of Loki, each with its own placement
// (grafana/loki operator/api/loki/v1/lokistack_types.go, LokiTemplateSpec).
var lokiComponents = []string{
	"compactor", "distributor", "gateway", "indexGateway", "ingester", "querier", "queryFrontend", "ruler",
}

// lokiSecret returns the Secret with Loki's bucket and credentials (grafana/loki operator/internal/handlers/internal/storage/secrets.go).
func lokiSecret(move check.Move, args *LogStoreArgs) kube.Object {
	data := map[string]any{"bucketnames": encoded(args.Bucket), "region": encoded(pulumi.String(args.Region))}
	if args.Credentials == nil {
		data["role_arn"] = encodedRole(move, args.RoleARN)
	} else {
		data["access_key_id"] = encoded(args.Credentials.AccessKeyID)
		data["access_key_secret"] = pulumi.ToSecret(encoded(args.Credentials.SecretAccessKey))
		data["endpoint"] = encoded(pulumi.String("https://s3." + args.Region + "." + partition.OfRegion(args.Region).DNSSuffix))
	}
	return kube.Object{
		APIVersion: "v1", Kind: "Secret", Namespace: loggingNamespace, Name: lokiSecretName,
		Fields: map[string]any{"type": "Opaque", "data": data},
	}
}

// encoded returns a value as the field data of a Secret has it. With stringData, a removed key would stay in the cluster
// (Kubernetes documentation, "Secrets").
func encoded(value pulumi.StringInput) pulumi.StringOutput {
	return value.ToStringOutput().ApplyT(base64Text).(pulumi.StringOutput)
}

// encodedRole is encoded for a role that must not resolve to nil.
func encodedRole(move check.Move, role pulumi.StringPtrInput) pulumi.StringOutput {
	return check.Apply(move, role.ToStringPtrOutput(), func(arn *string) (string, error) {
		if arn == nil {
			return "", check.Problemf(logStorePath+".RoleARN", "must not resolve to nil; set Writer on the LogBucket, or use Credentials")
		}
		return base64Text(*arn), nil
	}).(pulumi.StringOutput)
}

func base64Text(text string) string {
	return base64.StdEncoding.EncodeToString([]byte(text))
}

func lokiStack(args *LogStoreArgs) kube.Object {
	mode := "static"
	if args.Credentials == nil {
		mode = "token"
	}
	spec := kube.Fields(args)["spec"].(map[string]any)
	spec["storage"] = map[string]any{
		"schemas": []any{map[string]any{"version": "v13", "effectiveDate": args.SchemaDate}},
		"secret":  map[string]any{"type": "s3", "name": lokiSecretName, "credentialMode": mode},
	}
	spec["tenants"] = map[string]any{"mode": "openshift-logging"}
	if !args.Placement.IsZero() {
		template := map[string]any{}
		for _, component := range lokiComponents {
			template[component] = placement.Fields(args.Placement)
		}
		spec["template"] = template
	}
	return kube.Object{
		APIVersion: "loki.grafana.com/v1", Kind: "LokiStack", Namespace: loggingNamespace, Name: lokiName,
		Fields: map[string]any{"spec": spec},
	}
}

func collectorAccount() kube.Object {
	return kube.Object{APIVersion: "v1", Kind: "ServiceAccount", Namespace: loggingNamespace, Name: collectorName}
}

// collectorRoles returns the cluster roles to read and write logs, which the operators create.
func collectorRoles(args *LogStoreArgs) []string {
	roles := []string{"logging-collector-logs-writer"}
	for _, input := range args.Inputs {
		roles = append(roles, "collect-"+input+"-logs")
	}
	return roles
}

func collectorBinding(role string) kube.Object {
	return kube.Object{
		APIVersion: rbacAPI + "/v1", Kind: "ClusterRoleBinding", Name: loggingNamespace + "-" + collectorName + "-" + role,
		Fields: map[string]any{
			"roleRef":  map[string]any{"apiGroup": rbacAPI, "kind": "ClusterRole", "name": role},
			"subjects": []any{map[string]any{"kind": "ServiceAccount", "namespace": loggingNamespace, "name": collectorName}},
		},
	}
}

// logForwarder returns the collectors. They read the logs of the node that they run on, so they have no node selector.
func logForwarder(args *LogStoreArgs) kube.Object {
	var inputs []any
	for _, input := range args.Inputs {
		inputs = append(inputs, input)
	}
	spec := map[string]any{
		"managementState": "Managed",
		"serviceAccount":  map[string]any{"name": collectorName},
		"outputs": []any{map[string]any{
			"name": lokiOutput,
			"type": "lokiStack",
			"lokiStack": map[string]any{
				"target":         map[string]any{"name": lokiName, "namespace": loggingNamespace},
				"authentication": map[string]any{"token": map[string]any{"from": "serviceAccount"}},
			},
			"tls": map[string]any{"ca": map[string]any{"key": "service-ca.crt", "configMapName": "openshift-service-ca.crt"}},
		}},
		"pipelines": []any{map[string]any{"name": "to-" + lokiOutput, "inputRefs": inputs, "outputRefs": []any{lokiOutput}}},
	}
	if tolerations := args.Placement.Tolerations; len(tolerations) > 0 {
		spec["collector"] = placement.Fields(Placement{Tolerations: tolerations})
	}
	return kube.Object{
		APIVersion: "observability.openshift.io/v1", Kind: "ClusterLogForwarder", Namespace: loggingNamespace, Name: collectorName,
		Fields: map[string]any{"spec": spec},
	}
}

// logConsole returns the console plugin. The operator accepts no other name for a logging plugin.
func logConsole(args *LogStoreArgs) kube.Object {
	spec := map[string]any{
		"type":    "Logging",
		"logging": map[string]any{"lokiStack": map[string]any{"name": lokiName}},
	}
	if !args.Placement.IsZero() {
		spec["deployment"] = placement.Fields(args.Placement)
	}
	return kube.Object{
		APIVersion: "observability.openshift.io/v1alpha1", Kind: "UIPlugin", Name: "logging",
		Fields: map[string]any{"spec": spec},
	}
}
