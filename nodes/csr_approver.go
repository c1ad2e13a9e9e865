package nodes

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// CSRApprover approves the two certificate requests by which each machine of a WorkerPool becomes a node, and nothing
// else. The cluster's own approver cannot: no Machine stands behind these machines.
//
// A request is approved if it has the form of a kubelet's (signer, usages, requestor, groups, subject, alternative names)
// and a running EC2 instance stands behind it: one with the cluster's tag, in one of the Auto Scaling groups (by the tag
// aws:autoscaling:groupName, which only AWS sets), of the node's name. For a client certificate the instance was launched
// not long before, is not a node yet and got none since its launch, by whatever of its names; for a serving certificate
// the request names exactly the addresses of the node, all of them the instance's. Everything else is left alone, never
// denied, and the log says why. Renewals are the cluster's own business, and pass here too.
//
// No approver can tell who asks first in the name of a new machine: the machine, or somebody else with the credentials
// of the node-bootstrapper, which are on every node and in what the machine config server answers. Such a theft shows: the
// machine's own request is left, and the log says that another was approved. Keep port 22623 to the machines.
//
// A machine that was stopped until its certificates had ended (30 days) asks as if it were new, though its node is there.
// Delete the node, or approve its requests by hand.
//
// When the component goes, nodes stay as they are, and new machines wait for somebody to approve their requests.
//
// It runs as one pod on the control plane, in the network of its machine, whose role may describe instances and whose
// metadata no pod elsewhere reaches. It is a Python program in a ConfigMap, since the cli image, which every cluster has,
// holds Python by its base image (openshift/images base/Dockerfile.rhel9) and nothing that reads a certificate request.
type CSRApprover struct {
	pulumi.ResourceState

	// Namespace is where the approver runs, once it does.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

//go:embed approver/*.py
var approverProgram embed.FS

const (
	approver       = "approver"
	approverDir    = "/opt/approver"
	approverConfig = "config.json"
)

// NewCSRApprover registers a CSRApprover. It takes the cluster's Kubernetes provider by pulumi.Provider. Wrong arguments are
// reported together, as by Validate, before anything is registered.
func NewCSRApprover(ctx *pulumi.Context, name string, args *CSRApproverArgs, opts ...pulumi.ResourceOption) (*CSRApprover, error) {
	if err := args.Validate(); err != nil {
		return nil, err
	}
	args = args.withDefaults()
	component := &CSRApprover{}
	if err := ctx.RegisterComponentResource("openshift-aws:nodes:CSRApprover", name, component, opts...); err != nil {
		return nil, err
	}
	last, err := registerWorkload(ctx, name, desiredApprover(args), component)
	if err != nil {
		return nil, err
	}
	component.Namespace = waitFor(ctx, args.Namespace, last)
	return component, ctx.RegisterResourceOutputs(component, pulumi.Map{"namespace": component.Namespace})
}

func desiredApprover(args *CSRApproverArgs) workload {
	files, hash := approverFiles(args)
	return workload{
		namespace: args.Namespace,
		name:      approver,
		clusterRules: []any{
			rule([]string{"certificates.k8s.io"}, []string{"certificatesigningrequests"}, nil, "list"),
			rule([]string{"certificates.k8s.io"}, []string{"certificatesigningrequests/approval"}, nil, "update"),
			rule([]string{"certificates.k8s.io"}, []string{"signers"}, []string{
				"kubernetes.io/kube-apiserver-client-kubelet", "kubernetes.io/kubelet-serving",
			}, "approve"),
			rule([]string{""}, []string{"nodes"}, nil, "get"),
		},
		onControlPlane: true,
		config:         files,
		configHash:     hash,
		image:          args.Image,
		command:        []string{"python3", "-B", approverDir + "/approver.py"},
		mounts:         map[string]string{approver: approverDir},
		env:            approverEnv(args),
		cpu:            "10m",
		memory:         "64Mi",
	}
}

func approverEnv(args *CSRApproverArgs) []any {
	env := []any{map[string]any{"name": "APPROVER_CONFIG", "value": approverDir + "/" + approverConfig}}
	if args.HTTPSProxy != nil {
		env = append(env, map[string]any{"name": "HTTPS_PROXY", "value": args.HTTPSProxy})
	}
	return env
}

// approverFiles are the program and its configuration, and a hash of both, by which a change restarts the pod.
func approverFiles(args *CSRApproverArgs) (files map[string]any, hash pulumi.StringOutput) {
	program := map[string]string{}
	entries, err := approverProgram.ReadDir(approver)
	if err != nil {
		panic(fmt.Sprintf("the program is a part of the package: %v", err))
	}
	for _, entry := range entries {
		content, err := approverProgram.ReadFile(approver + "/" + entry.Name())
		if err != nil {
			panic(fmt.Sprintf("the program is a part of the package: %v", err))
		}
		program[entry.Name()] = string(content)
	}
	config := args.GroupNames.ToStringArrayOutput().ApplyT(func(groups []string) (string, error) {
		if len(groups) == 0 || slices.Contains(groups, "") {
			return "", fmt.Errorf("nodes.CSRApproverArgs.GroupNames: %q; each group has a name, and there is at least one", groups)
		}
		return approverSettings(args, groups), nil
	}).(pulumi.StringOutput)
	files = map[string]any{approverConfig: config}
	for name, content := range program {
		files[name] = content
	}
	hash = config.ApplyT(func(config string) string { return contentHash(program, config) }).(pulumi.StringOutput)
	return files, hash
}

func approverSettings(args *CSRApproverArgs, groups []string) string {
	domains := slices.Sorted(slices.Values(args.NodeDomains))
	text, err := json.MarshalIndent(map[string]any{
		"infraID":             args.InfraID,
		"region":              args.Region,
		"endpoint":            args.EC2Endpoint,
		"groups":              slices.Compact(slices.Sorted(slices.Values(groups))),
		"nodeDomains":         append([]string{}, domains...),
		"launchWindowSeconds": int(args.LaunchWindow.Seconds()),
	}, "", "  ")
	if err != nil {
		panic(fmt.Sprintf("texts and numbers alone must have a JSON form: %v", err))
	}
	return string(text) + "\n"
}

func contentHash(program map[string]string, config string) string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(program)) {
		fmt.Fprintf(sum, "%s\x00%s\x00", name, program[name])
	}
	fmt.Fprint(sum, config)
	return hex.EncodeToString(sum.Sum(nil))
}
