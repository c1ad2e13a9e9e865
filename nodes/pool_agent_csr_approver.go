package nodes

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/kube"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/outputs"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/partition"
)

// CSRApprover approves the two CSRs by which each instance of a WorkerPool becomes a node, and nothing else. The cluster's own
// approver cannot approve them, because these instances have no Machine.
//
// A CSR is approved if it has the format of a kubelet's (signer, usages, requestor, groups, subject, alternative names) and matches
// a running EC2 instance with the cluster's tag, in one of the Auto Scaling groups (by the tag aws:autoscaling:groupName, which
// only AWS sets), with the node's name, and in VpcID with one of InstanceProfiles if these are set. CSRs older than 15 minutes are
// ignored, because no kubelet waits for them. For a client certificate, the instance is new, neither is nor was a node, no other CSR
// requests its certificate, and none was approved for it in the last 15 minutes; for a serving certificate, the CSR contains exactly
// the addresses of the node, all of which belong to the instance. All other CSRs are left pending, never denied, and the log contains
// the reason. Renewals are approved by the cluster itself, and pass here too.
//
// The approver remembers instances by their IDs in the ConfigMap approver-memory of its namespace. Approvals, and rejections that a
// person should know, are Events of its Deployment (`oc -n worker-pool-approver get events`): several CSRs for one instance, an
// approved instance that did not become a node in 15 minutes, a CSR for an instance that is or was a node.
//
// Without ProofRoleARNs, the approver cannot distinguish the first request in the name of a new instance from that of someone else
// with the credentials of the node-bootstrapper, which are on every node and in the responses of the machine config server. Such an
// attack is visible by these Events: terminate the instance. Restrict port 22623 to the instances. With ProofRoleARNs an instance
// proves who it is. The threat model, with a test for each attack, is docs/csr-approver.md.
//
// An instance that was stopped until its certificates had expired (30 days) requests new ones like a new instance, although its
// node exists. Approve its CSRs manually, or terminate it.
//
// When the component is deleted, nodes stay as they are, and the CSRs of new instances must be approved manually.
//
// It runs as one pod on the control plane. Without RoleARN it uses the host network: the node's role can describe instances, and
// pods outside the host network cannot reach the instance metadata service. It is a Python program in an immutable ConfigMap, because the
// cli image, which every cluster has, contains Python by its base image (openshift/images base/Dockerfile.rhel9) but no tool that
// parses CSRs.
type CSRApprover struct {
	pulumi.ResourceState

	// Namespace is the approver's namespace. It depends on the deployment.
	Namespace pulumi.StringOutput `pulumi:"namespace"`
}

//go:embed approver/*.py
var approverProgram embed.FS

const (
	approver       = "approver"
	approverDir    = "/opt/approver"
	approverMemory = "approver-memory" // in approver/memory.py too
)

// NewCSRApprover registers a CSRApprover. It returns the problems of all invalid arguments, joined, before anything is
// registered. It requires a Kubernetes provider (pulumi.Provider).
func NewCSRApprover(
	ctx *pulumi.Context, name string, args *CSRApproverArgs, opts ...pulumi.ResourceOption,
) (*CSRApprover, error) {
	args = args.withDefaults()
	region, regionErr := clusterRegion(ctx, approverPath, args.Region)
	_, err := kube.Args(ctx, args, opts)
	if err := errors.Join(err, regionErr); err != nil {
		return nil, err
	}
	component := &CSRApprover{}
	if err := ctx.RegisterComponentResource(tokenPrefix+"CSRApprover", name, component, opts...); err != nil {
		return nil, err
	}
	args.Region = region
	args = check.Outputs(args)
	if component.Namespace, err = registerAgent(ctx, name, desiredApprover(args), component); err != nil {
		return nil, err
	}
	return component, nil
}

func desiredApprover(args *CSRApproverArgs) agent {
	approver := agent{
		namespace: args.Namespace,
		name:      approver,
		clusterRules: []any{
			rule([]string{"certificates.k8s.io"}, []string{"certificatesigningrequests"}, nil, "get", "list", "watch"),
			rule([]string{"certificates.k8s.io"}, []string{"certificatesigningrequests/approval"}, nil, "update"),
			rule([]string{"certificates.k8s.io"}, []string{"signers"}, []string{
				"kubernetes.io/kube-apiserver-client-kubelet", "kubernetes.io/kubelet-serving",
			}, "approve"),
			rule([]string{""}, []string{"nodes"}, nil, "list"),
		},
		rules: []any{
			rule([]string{""}, []string{"configmaps"}, []string{approverMemory}, "get", "update"),
			rule([]string{""}, []string{"events"}, nil, "create"),
		},
		program:     approverFiles(),
		image:       args.Image,
		command:     []string{"python3", "-B", approverDir + "/approver.py"},
		mounts:      map[string]string{approver: approverDir},
		env:         approverEnv(args),
		cpu:         "10m",
		memory:      "64Mi",
		memoryLimit: "256Mi",
		state:       approverMemory,
		heartbeat:   true,
		proxy:       args.HTTPSProxy,
		liveness: map[string]any{"exec": map[string]any{
			"command": []string{"python3", "-B", approverDir + "/approver.py", "--alive"},
		}},
	}
	approver.setRole(approverPath, args.RoleARN)
	return approver
}

func approverEnv(args *CSRApproverArgs) []any {
	return []any{
		map[string]any{"name": "APPROVER_CONFIG", "value": approverConfig(args)},
		map[string]any{"name": "APPROVER_HEARTBEAT", "value": heartbeatDir + "/polled"},
	}
}

// approverFiles returns the files of the program by their names.
func approverFiles() map[string]string {
	program := map[string]string{}
	entries, err := approverProgram.ReadDir(approver)
	if err != nil {
		panic(fmt.Sprintf("read the embedded program: %v", err))
	}
	for _, entry := range entries {
		content, err := approverProgram.ReadFile(approver + "/" + entry.Name())
		if err != nil {
			panic(fmt.Sprintf("read the embedded program: %v", err))
		}
		program[entry.Name()] = string(content)
	}
	return program
}

// approverConfig returns the program's configuration. It is in the Deployment, because whoever changes it decides which instances
// join.
func approverConfig(args *CSRApproverArgs) pulumi.StringOutput {
	return pulumi.All(
		args.GroupNames, outputs.StringOrNil(args.VpcID), inputOrEmpty(args.InstanceProfiles), inputOrEmpty(args.ProofRoleARNs),
	).ApplyT(func(values []any) (string, error) {
		groups, vpc, profiles := values[0].([]string), values[1].(*string), values[2].([]string)
		if len(groups) == 0 {
			return "", errors.New(approverPath + ".GroupNames: must have at least one element")
		}
		callers, err := provenCallers(values[3].([]string))
		if err == nil && args.ProofRoleARNs != nil && len(callers) == 0 {
			err = errors.New(approverPath + ".ProofRoleARNs: must have at least one element; without, no proof is required")
		}
		if err != nil {
			return "", err
		}
		if vpc == nil {
			vpc = new("")
		}
		return approverSettings(args, groups, *vpc, profiles, callers), nil
	}).(pulumi.StringOutput)
}

// provenCallers returns the ARNs of the sessions of roles on instances, without the instance's ID, which is the session's name
// (Amazon EC2 user guide, "IAM roles for Amazon EC2"; IAM user guide, "IAM identifiers").
func provenCallers(roles []string) ([]string, error) {
	var callers []string
	for _, role := range roles {
		parts := strings.SplitN(role, ":", 6)
		if !check.RoleARN.Match(role) {
			return nil, fmt.Errorf("%s.ProofRoleARNs: %q is not a valid role ARN", approverPath, role)
		}
		callers = append(callers, fmt.Sprintf("arn:%s:sts::%s:assumed-role/%s/", parts[1], parts[4], path.Base(parts[5])))
	}
	return callers, nil
}

// inputOrEmpty returns a list, or an empty one for nil.
func inputOrEmpty(list pulumi.StringArrayInput) pulumi.StringArrayInput {
	if list == nil {
		return pulumi.StringArray{}
	}
	return list
}

func approverSettings(args *CSRApproverArgs, groups []string, vpc string, profiles, callers []string) string {
	text, err := json.Marshal(map[string]any{
		"infraID":             args.InfraID,
		"region":              args.Region,
		"endpoint":            args.endpoint(),
		"stsEndpoint":         "https://sts." + args.Region + "." + partition.OfRegion(args.Region).DNSSuffix,
		"groups":              sortedSet(groups),
		"vpc":                 vpc,
		"instanceProfiles":    sortedSet(profiles),
		"provenCallers":       sortedSet(callers),
		"nodeDomains":         sortedSet(args.NodeDomains),
		"launchWindowSeconds": int(args.LaunchWindow.Seconds()),
	})
	if err != nil {
		panic(fmt.Sprintf("marshal the approver's settings: %v", err))
	}
	// Kubernetes replaces $$ and $(NAME) in the value of a variable.
	return strings.ReplaceAll(string(text), "$", `\u0024`)
}

// sortedSet returns the different elements of a list in order: a program's order does not restart the approver.
func sortedSet(list []string) []string {
	return append([]string{}, slices.Compact(slices.Sorted(slices.Values(list)))...)
}
