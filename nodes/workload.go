package nodes

import (
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
)

// workload is a program that runs as one pod in a namespace of its own.
type workload struct {
	namespace, name string
	// clusterRules and rules are what its account may do in the cluster and in the namespace.
	clusterRules, rules []any
	// onControlPlane runs the pod in the network of a machine of the control plane, by whose role it then acts.
	onControlPlane bool
	// config holds the files of a ConfigMap of the workload's name; none, no ConfigMap. configHash restarts the pod.
	config     map[string]any
	configHash pulumi.StringInput
	image      pulumi.StringInput
	command    []string
	// mounts are where the volumes appear, by name; the ConfigMap's is the workload's name.
	mounts      map[string]string
	volumes     []any
	env         []any
	cpu, memory string
}

const (
	rbacAPI = "rbac.authorization.k8s.io/v1"
	rbac    = "rbac.authorization.k8s.io"

	// hostNetworkSCC is the security context constraint for pods in the machine's network that are else restricted
	// (openshift/cluster-kube-apiserver-operator bindata/bootkube/manifests, hostnetwork-v2).
	hostNetworkSCC = "hostnetwork-v2"
)

func rule(groups, resources, resourceNames []string, verbs ...string) map[string]any {
	fields := map[string]any{"apiGroups": groups, "resources": resources, "verbs": verbs}
	if len(resourceNames) > 0 {
		fields["resourceNames"] = resourceNames
	}
	return fields
}

const (
	tokenVolume    = "aws-token"
	tokenDir       = "/var/run/secrets/openshift/serviceaccount"
	tokenAudience  = "sts.amazonaws.com"
	tokenExpiresIn = 3600
)

// takeRole hands the pod a token of its account that AWS accepts, where the AWS SDK looks for one (IAM user guide,
// "Creating OpenID Connect identity providers"). It needs no webhook that would do so.
func (w *workload) takeRole(role pulumi.StringInput) {
	w.mounts = map[string]string{tokenVolume: tokenDir}
	w.volumes = []any{map[string]any{"name": tokenVolume, "projected": map[string]any{"sources": []any{
		map[string]any{"serviceAccountToken": map[string]any{"audience": tokenAudience, "expirationSeconds": tokenExpiresIn, "path": "token"}},
	}}}}
	w.env = append(w.env,
		map[string]any{"name": "AWS_ROLE_ARN", "value": role},
		map[string]any{"name": "AWS_WEB_IDENTITY_TOKEN_FILE", "value": tokenDir + "/token"},
		map[string]any{"name": "AWS_STS_REGIONAL_ENDPOINTS", "value": "regional"},
	)
}

// takeProxy sends the pod's requests through a proxy, but for those to the cluster's API and to the machine's metadata.
func (w *workload) takeProxy(proxy pulumi.StringInput) {
	if proxy == nil {
		return
	}
	w.env = append(w.env,
		map[string]any{"name": "HTTPS_PROXY", "value": proxy},
		map[string]any{"name": "NO_PROXY", "value": "$(KUBERNETES_SERVICE_HOST),169.254.169.254"},
	)
}

// registerWorkload registers the namespace, then what the pod needs, then the pod, and returns the last. There is no
// property by which the objects show that they need one another.
func registerWorkload(ctx *pulumi.Context, name string, w workload, parent pulumi.Resource) (pulumi.Resource, error) {
	create := func(suffix string, object kube.Object, needs []pulumi.Resource) (pulumi.Resource, error) {
		return kube.Create(ctx, name+"-"+suffix, object, pulumi.Parent(parent), pulumi.DependsOn(needs))
	}
	namespace, err := create("namespace", w.desiredNamespace(), nil)
	if err != nil {
		return nil, err
	}
	needs := []pulumi.Resource{namespace}
	objects := w.needs()
	for _, suffix := range slices.Sorted(maps.Keys(objects)) {
		made, err := create(suffix, objects[suffix], []pulumi.Resource{namespace})
		if err != nil {
			return nil, err
		}
		needs = append(needs, made)
	}
	return create("deployment", w.desiredDeployment(), needs)
}

// desiredNamespace lets pods onto the control plane, past a default node selector of the cluster.
func (w workload) desiredNamespace() kube.Object {
	object := kube.Object{
		APIVersion:  "v1",
		Kind:        "Namespace",
		Name:        w.namespace,
		Annotations: map[string]string{"openshift.io/node-selector": ""},
	}
	if w.onControlPlane {
		// Pod security admission has no level between baseline, which forbids the machine's network, and privileged.
		object.Labels = map[string]string{
			"pod-security.kubernetes.io/enforce":             "privileged",
			"pod-security.kubernetes.io/audit":               "privileged",
			"pod-security.kubernetes.io/warn":                "privileged",
			"security.openshift.io/scc.podSecurityLabelSync": "false",
		}
	}
	return object
}

// needs are the objects that must be there before the pod, by the suffix of their resources' names.
func (w workload) needs() map[string]kube.Object {
	clusterName := w.namespace + "-" + w.name
	rules := w.rules
	if w.onControlPlane {
		rules = append(rules[:len(rules):len(rules)], rule([]string{"security.openshift.io"}, []string{"securitycontextconstraints"}, []string{hostNetworkSCC}, "use"))
	}
	objects := map[string]kube.Object{
		"account": {APIVersion: "v1", Kind: "ServiceAccount", Namespace: w.namespace, Name: w.name},
		"clusterrole": {
			APIVersion: rbacAPI, Kind: "ClusterRole", Name: clusterName,
			Fields: map[string]any{"rules": w.clusterRules},
		},
		"clusterrolebinding": w.binding("ClusterRole", kube.Object{Name: clusterName}),
	}
	if len(rules) > 0 {
		objects["role"] = kube.Object{
			APIVersion: rbacAPI, Kind: "Role", Namespace: w.namespace, Name: w.name,
			Fields: map[string]any{"rules": rules},
		}
		objects["rolebinding"] = w.binding("Role", kube.Object{Namespace: w.namespace, Name: w.name})
	}
	if len(w.config) > 0 {
		objects["config"] = kube.Object{
			APIVersion: "v1", Kind: "ConfigMap", Namespace: w.namespace, Name: w.name,
			Fields: map[string]any{"data": w.config},
		}
	}
	return objects
}

func (w workload) binding(roleKind string, binding kube.Object) kube.Object {
	binding.APIVersion, binding.Kind = rbacAPI, roleKind+"Binding"
	binding.Fields = map[string]any{
		"roleRef":  map[string]any{"apiGroup": rbac, "kind": roleKind, "name": binding.Name},
		"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": w.name, "namespace": w.namespace}},
	}
	return binding
}

// desiredDeployment runs one pod, and never two at a time.
func (w workload) desiredDeployment() kube.Object {
	labels := map[string]string{"app": w.name}
	metadata := map[string]any{"labels": labels}
	if w.configHash != nil {
		metadata["annotations"] = map[string]any{"openshift-aws/config-hash": w.configHash}
	}
	return kube.Object{
		APIVersion: "apps/v1",
		Kind:       "Deployment",
		Namespace:  w.namespace,
		Name:       w.name,
		Labels:     labels,
		Fields: map[string]any{"spec": map[string]any{
			"replicas": 1,
			"strategy": map[string]any{"type": "Recreate"},
			"selector": map[string]any{"matchLabels": labels},
			"template": map[string]any{"metadata": metadata, "spec": w.podSpec()},
		}},
	}
}

func (w workload) podSpec() map[string]any {
	spec := map[string]any{
		"serviceAccountName": w.name,
		"containers":         []any{w.container()},
		// Without the program no machine joins or goes well: it is not the one to make room for others.
		"priorityClassName": "system-cluster-critical",
		"securityContext":   map[string]any{"runAsNonRoot": true, "seccompProfile": map[string]any{"type": "RuntimeDefault"}},
		// The control plane is there before any worker that the program lets in or takes out.
		"nodeSelector": map[string]any{"node-role.kubernetes.io/master": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists", "effect": "NoSchedule"},
			map[string]any{"key": "node-role.kubernetes.io/control-plane", "operator": "Exists", "effect": "NoSchedule"},
		},
	}
	volumes := w.volumes
	if len(w.config) > 0 {
		volumes = append(volumes[:len(volumes):len(volumes)], map[string]any{"name": w.name, "configMap": map[string]any{"name": w.name}})
	}
	if len(volumes) > 0 {
		spec["volumes"] = volumes
	}
	if w.onControlPlane {
		spec["hostNetwork"] = true
		spec["dnsPolicy"] = "Default"
	}
	return spec
}

func (w workload) container() map[string]any {
	var mounts []any
	for _, volume := range slices.Sorted(maps.Keys(w.mounts)) {
		mounts = append(mounts, map[string]any{"name": volume, "mountPath": w.mounts[volume], "readOnly": true})
	}
	container := map[string]any{
		"name":                     w.name,
		"image":                    w.image,
		"command":                  w.command,
		"env":                      w.env,
		"resources":                map[string]any{"requests": map[string]any{"cpu": w.cpu, "memory": w.memory}},
		"terminationMessagePolicy": "FallbackToLogsOnError",
		"securityContext": map[string]any{
			"allowPrivilegeEscalation": false,
			"readOnlyRootFilesystem":   true,
			"capabilities":             map[string]any{"drop": []string{"ALL"}},
		},
	}
	if len(mounts) > 0 {
		container["volumeMounts"] = mounts
	}
	return container
}
