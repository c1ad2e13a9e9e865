package nodes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	_ "github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/image" // the formats of images
)

// agent is a program that runs as one pod in its own namespace.
type agent struct {
	namespace, name string
	// clusterRules and rules are the permissions of its service account in the cluster and in the namespace.
	clusterRules, rules []any
	agentRole
	// program is the data of an immutable ConfigMap, which another one replaces when it changes; without data there is none.
	program map[string]string
	image   pulumi.StringInput
	command []string
	// mounts is the mount paths of the volumes, by name; the program's volume has the agent's name.
	mounts      map[string]string
	env         []any
	cpu, memory string
	// memoryLimit is the container's memory limit; without one it has none.
	memoryLimit string
	// state is the name of a ConfigMap whose data the agent writes: it has none here, so that no update resets it.
	state string
	// liveness is the action of the liveness probe; without one there is no probe.
	liveness map[string]any
	// heartbeat lets the agent write to heartbeatDir.
	heartbeat bool
	// proxy is the URL of the proxy for AWS's APIs, which can contain a password; nil for none.
	proxy pulumi.StringInput
}

const (
	heartbeatVolume = "heartbeat"
	heartbeatDir    = "/run/agent"
)

const (
	rbacAPI = "rbac.authorization.k8s.io/v1"
	rbac    = "rbac.authorization.k8s.io"

	// hostNetworkSCC is the security context constraint for pods that use the host network and are otherwise restricted
	// (openshift/cluster-kube-apiserver-operator bindata/bootkube/manifests, hostnetwork-v2).
	hostNetworkSCC = "hostnetwork-v2"
)

// reservedNamespaces are the namespaces of the platform; those that end in a hyphen are prefixes.
var reservedNamespaces = []string{"default", "openshift", "openshift-", "kube-"}

func checkNamespace(p *check.Problems, path check.Path, namespace string) {
	p.Format(path, namespace, check.Namespace)
	for _, reserved := range reservedNamespaces {
		if namespace == reserved || strings.HasSuffix(reserved, "-") && strings.HasPrefix(namespace, reserved) {
			p.Addf(path, "must not be %s: default, openshift, openshift-* and kube-* are reserved for the platform", namespace)
			return
		}
	}
}

// requiredOutput returns the value of an input; the output fails if the value is missing.
func requiredOutput(move check.Move, path check.Path, input pulumi.StringPtrInput, hint string) pulumi.StringOutput {
	return check.Apply(move, input.ToStringPtrOutput(), func(value *string) (string, error) {
		if value == nil || *value == "" {
			return "", check.Problemf(path, "is nil; %s", hint)
		}
		return *value, nil
	}).(pulumi.StringOutput)
}

func rule(groups, resources, resourceNames []string, verbs ...string) map[string]any {
	fields := map[string]any{"apiGroups": groups, "resources": resources, "verbs": verbs}
	if len(resourceNames) > 0 {
		fields["resourceNames"] = resourceNames
	}
	return fields
}

// register registers the role of an agent and its namespace, then the objects that the pod needs, then the deployment, and
// returns the namespace, the component's output. It depends on the deployment. No property of these objects implies this order.
func (a agent) register(b *component.Base) (pulumi.StringOutput, error) {
	permissions, err := a.registerRole(b)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	create := func(suffix string, object kube.Object, needs []pulumi.Resource) (pulumi.Resource, error) {
		return kube.Create(b.Ctx, b.Name+"-"+suffix, object, b.Parent, pulumi.DependsOn(needs))
	}
	namespace, err := create("namespace", a.desiredNamespace(), nil)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	needs := slices.Concat(permissions, []pulumi.Resource{namespace})
	objects := a.desiredObjects()
	for _, suffix := range slices.Sorted(maps.Keys(objects)) {
		object, err := create(suffix, objects[suffix], []pulumi.Resource{namespace})
		if err != nil {
			return pulumi.StringOutput{}, err
		}
		needs = append(needs, object)
	}
	deployment, err := create("deployment", a.desiredDeployment(), needs)
	if err != nil {
		return pulumi.StringOutput{}, err
	}
	return component.After(b.Ctx.Context(), pulumi.String(a.namespace).ToStringOutput(), deployment), nil
}

// desiredNamespace returns the namespace, which overrides the cluster's default node selector: the pod runs on the control plane.
func (a agent) desiredNamespace() kube.Object {
	object := kube.Object{
		APIVersion:  "v1",
		Kind:        "Namespace",
		Name:        a.namespace,
		Annotations: map[string]string{"openshift.io/node-selector": ""},
	}
	if a.onHostNetwork {
		// Pod security admission has no level between baseline, which forbids the host network, and privileged.
		object.Labels = map[string]string{
			"pod-security.kubernetes.io/enforce":             "privileged",
			"pod-security.kubernetes.io/audit":               "privileged",
			"pod-security.kubernetes.io/warn":                "privileged",
			"security.openshift.io/scc.podSecurityLabelSync": "false",
		}
	}
	return object
}

// desiredObjects returns the objects that the pod needs, by the suffix of their resources' names.
func (a agent) desiredObjects() map[string]kube.Object {
	clusterName := a.namespace + "-" + a.name
	rules := a.rules
	if a.onHostNetwork {
		useSCC := rule([]string{"security.openshift.io"}, []string{"securitycontextconstraints"}, []string{hostNetworkSCC}, "use")
		rules = slices.Concat(rules, []any{useSCC})
	}
	objects := map[string]kube.Object{
		"account": {APIVersion: "v1", Kind: "ServiceAccount", Namespace: a.namespace, Name: a.name},
		"clusterrole": {
			APIVersion: rbacAPI, Kind: "ClusterRole", Name: clusterName,
			Fields: map[string]any{"rules": a.clusterRules},
		},
		"clusterrolebinding": a.binding("ClusterRole", kube.Object{Name: clusterName}),
		"trusted-ca":         a.desiredTrustedCA(),
	}
	if a.proxy != nil {
		objects["proxy"] = a.desiredProxy()
	}
	if len(rules) > 0 {
		objects["role"] = kube.Object{
			APIVersion: rbacAPI, Kind: "Role", Namespace: a.namespace, Name: a.name,
			Fields: map[string]any{"rules": rules},
		}
		objects["rolebinding"] = a.binding("Role", kube.Object{Namespace: a.namespace, Name: a.name})
	}
	if a.state != "" {
		objects["state"] = kube.Object{APIVersion: "v1", Kind: "ConfigMap", Namespace: a.namespace, Name: a.state}
	}
	if len(a.program) > 0 {
		objects["program"] = kube.Object{
			APIVersion: "v1", Kind: "ConfigMap", Namespace: a.namespace, Name: a.programName(),
			Fields: map[string]any{"data": a.program, "immutable": true},
		}
	}
	return objects
}

// programName returns the name of the program's ConfigMap, with a hash of its data: the Deployment names one program, and another
// one restarts the pod.
func (a agent) programName() string {
	sum := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(a.program)) {
		fmt.Fprintf(sum, "%s\x00%s\x00", file, a.program[file])
	}
	return a.name + "-" + hex.EncodeToString(sum.Sum(nil))[:10]
}

func (a agent) binding(roleKind string, binding kube.Object) kube.Object {
	binding.APIVersion, binding.Kind = rbacAPI, roleKind+"Binding"
	binding.Fields = map[string]any{
		"roleRef":  map[string]any{"apiGroup": rbac, "kind": roleKind, "name": binding.Name},
		"subjects": []any{map[string]any{"kind": "ServiceAccount", "name": a.name, "namespace": a.namespace}},
	}
	return binding
}

// desiredDeployment returns the deployment, which never runs two pods at the same time.
func (a agent) desiredDeployment() kube.Object {
	labels := map[string]string{"app": a.name}
	metadata := map[string]any{"labels": labels}
	if annotations := a.podAnnotations(); len(annotations) > 0 {
		metadata["annotations"] = annotations
	}
	return kube.Object{
		APIVersion: "apps/v1",
		Kind:       "Deployment",
		Namespace:  a.namespace,
		Name:       a.name,
		Labels:     labels,
		Fields: map[string]any{"spec": map[string]any{
			"replicas": 1,
			"strategy": map[string]any{"type": "Recreate"},
			"selector": map[string]any{"matchLabels": labels},
			"template": map[string]any{"metadata": metadata, "spec": a.podSpec()},
		}},
	}
}

// podAnnotations returns hashes of what the pod reads when it starts: a change of one restarts it.
func (a agent) podAnnotations() map[string]any {
	annotations := map[string]any{}
	if a.proxy != nil {
		annotations["openshift-aws/proxy-hash"] = a.proxyHash()
	}
	return annotations
}

func (a agent) podSpec() map[string]any {
	spec := map[string]any{
		"serviceAccountName": a.name,
		"containers":         []any{a.container()},
		// Instances neither join nor terminate cleanly without the agent, so it must not be preempted.
		"priorityClassName": "system-cluster-critical",
		"securityContext":   map[string]any{"runAsNonRoot": true, "seccompProfile": map[string]any{"type": "RuntimeDefault"}},
		// The control plane exists before the workers that the agent manages.
		"nodeSelector": map[string]any{"node-role.kubernetes.io/master": ""},
		"tolerations": []any{
			map[string]any{"key": "node-role.kubernetes.io/master", "operator": "Exists", "effect": "NoSchedule"},
			map[string]any{"key": "node-role.kubernetes.io/control-plane", "operator": "Exists", "effect": "NoSchedule"},
		},
	}
	spec["volumes"] = a.podVolumes()
	if a.onHostNetwork {
		spec["hostNetwork"] = true
		spec["dnsPolicy"] = "Default"
	}
	return spec
}

func (a agent) podVolumes() []any {
	volumes := slices.Concat([]any{trustedCASource()}, a.tokenVolume())
	if len(a.program) > 0 {
		volumes = append(volumes, map[string]any{"name": a.name, "configMap": map[string]any{"name": a.programName()}})
	}
	if a.heartbeat {
		emptyDir := map[string]any{"medium": "Memory", "sizeLimit": "1Mi"}
		volumes = append(volumes, map[string]any{"name": heartbeatVolume, "emptyDir": emptyDir})
	}
	return volumes
}

func (a agent) container() map[string]any {
	resources := map[string]any{"requests": map[string]any{"cpu": a.cpu, "memory": a.memory}}
	if a.memoryLimit != "" {
		resources["limits"] = map[string]any{"memory": a.memoryLimit}
	}
	container := map[string]any{
		"name":  a.name,
		"image": a.image,
		// The default for the tag latest is Always: without a registry, which runs on workers, no pod would start again.
		"imagePullPolicy":          "IfNotPresent",
		"command":                  a.command,
		"env":                      slices.Concat(a.env, a.roleEnv(), []any{trustedCAEnv()}, a.proxyEnv()),
		"resources":                resources,
		"volumeMounts":             a.volumeMounts(),
		"terminationMessagePolicy": "FallbackToLogsOnError",
		"securityContext": map[string]any{
			"allowPrivilegeEscalation": false,
			"readOnlyRootFilesystem":   true,
			"capabilities":             map[string]any{"drop": []string{"ALL"}},
		},
	}
	if a.liveness != nil {
		probe := map[string]any{"initialDelaySeconds": 60, "periodSeconds": 60, "timeoutSeconds": 20}
		maps.Copy(probe, a.liveness)
		container["livenessProbe"] = probe
	}
	return container
}

func (a agent) volumeMounts() []any {
	paths := map[string]string{trustedCAVolume: trustedCADir}
	maps.Copy(paths, a.mounts)
	if !a.onHostNetwork {
		paths[tokenVolume] = tokenDir
	}
	var mounts []any
	for _, volume := range slices.Sorted(maps.Keys(paths)) {
		mounts = append(mounts, map[string]any{"name": volume, "mountPath": paths[volume], "readOnly": true})
	}
	if a.heartbeat {
		mounts = append(mounts, map[string]any{"name": heartbeatVolume, "mountPath": heartbeatDir})
	}
	return mounts
}
