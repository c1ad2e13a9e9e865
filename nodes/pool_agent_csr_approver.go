package nodes

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/partition"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/region"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/component"
)

// CSRApprover approves the two CSRs by which each instance of a WorkerPool becomes a node, and nothing else. The cluster's own approver
// cannot approve them, because these instances have no Machine. It runs as one pod on the control plane.
//
// A CSR is approved if it has the format of a kubelet's and matches a running instance with the cluster's tag in one of the Auto Scaling
// groups. All others are left pending, never denied, with the reason in the log; what a person should know is an Event of its Deployment
// (`oc -n worker-pool-approver get events`). Without ProofRoleARNs, it cannot distinguish the first request in the name of a new instance
// from that of someone else with the credentials of the node-bootstrapper. docs/csr-approver.md has the rules and the threat model.
//
// When the component is deleted, nodes stay as they are, and the CSRs of new instances must be approved manually.
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

// NewCSRApprover registers a CSRApprover. It requires a Kubernetes provider (pulumi.Provider).
func NewCSRApprover(ctx *pulumi.Context, name string, args *CSRApproverArgs, opts ...pulumi.ResourceOption) (*CSRApprover, error) {
	return component.Register(ctx, name, args, opts, component.Type[CSRApproverArgs, CSRApprover]{
		Token:     "openshift-aws:nodes:CSRApprover",
		InCluster: true,
		Fill:      func(args *CSRApproverArgs) { args.Region = region.Default(ctx, args.Region) },
		Check:     func(args *CSRApproverArgs) error { return region.Require(approverPath, args.Region) },
		Children: func(b *component.Builder[CSRApproverArgs, CSRApprover]) (err error) {
			b.Component.Namespace, err = desiredApprover(b.Move, b.Args).register(b.Base)
			return err
		},
	})
}

func desiredApprover(move check.Move, args *CSRApproverArgs) agent {
	return agent{
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
		env:         approverEnv(move, args),
		cpu:         "10m",
		memory:      "64Mi",
		memoryLimit: "256Mi",
		state:       approverMemory,
		heartbeat:   true,
		proxy:       args.HTTPSProxy,
		liveness: map[string]any{"exec": map[string]any{
			"command": []string{"python3", "-B", approverDir + "/approver.py", "--alive"},
		}},
		agentRole: newAgentRole(move, approverPath, approver, args.RoleARN, args.Role,
			roleDefaults(args.InfraID, args.Namespace, approver, CSRApproverPolicy())),
	}
}

func approverEnv(move check.Move, args *CSRApproverArgs) []any {
	return []any{
		map[string]any{"name": "APPROVER_CONFIG", "value": approverConfig(move, args)},
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
func approverConfig(move check.Move, args *CSRApproverArgs) pulumi.StringOutput {
	return check.Apply(move, pulumi.All(
		args.GroupNames, component.StringOrNil(args.VpcID),
		cmp.Or[pulumi.StringArrayInput](args.InstanceProfiles, pulumi.StringArray{}),
		cmp.Or[pulumi.StringArrayInput](args.ProofRoleARNs, pulumi.StringArray{}),
	), func(values []any) (string, error) {
		groups, vpc, profiles := values[0].([]string), values[1].(*string), values[2].([]string)
		if len(groups) == 0 {
			return "", check.Problemf(approverPath+".GroupNames", "must have at least one element")
		}
		callers, err := provenCallers(values[3].([]string))
		if err == nil && args.ProofRoleARNs != nil && len(callers) == 0 {
			err = check.Problemf(approverPath+".ProofRoleARNs", "must have at least one element; without, no proof is required")
		}
		if err != nil {
			return "", err
		}
		return approverSettings(args, groups, *cmp.Or(vpc, new("")), profiles, callers), nil
	}).(pulumi.StringOutput)
}

// provenCallers returns the ARNs of the sessions of roles on instances, without the instance's ID, which is the session's name
// (Amazon EC2 user guide, "IAM roles for Amazon EC2"; IAM user guide, "IAM identifiers").
func provenCallers(roles []string) ([]string, error) {
	var callers []string
	for _, role := range roles {
		parts := strings.SplitN(role, ":", 6)
		if !check.RoleARN.Match(role) {
			return nil, check.Problemf(approverPath+".ProofRoleARNs", "%q is not a valid role ARN", role)
		}
		callers = append(callers, fmt.Sprintf("arn:%s:sts::%s:assumed-role/%s/", parts[1], parts[4], path.Base(parts[5])))
	}
	return callers, nil
}

func approverSettings(args *CSRApproverArgs, groups []string, vpc string, profiles, callers []string) string {
	text, err := json.Marshal(map[string]any{
		"infraID":             args.InfraID,
		"region":              args.Region,
		"endpoint":            args.endpoint(args.EC2Endpoint, "ec2"),
		"autoscalingEndpoint": args.endpoint(args.AutoScalingEndpoint, "autoscaling"),
		"stsEndpoint":         args.endpoint("", "sts"),
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

// CSRApproverArgs are the arguments of a CSRApprover. Unless a field says otherwise, changes restart the approver.
type CSRApproverArgs struct {
	// InfraID is the cluster's infrastructure ID, such as demo-x7k2p: instances must have its tag. Required.
	InfraID string `check:"required,infra-id"`
	// Region is the AWS region of the cluster. Defaults to the region of the default AWS provider; required if there is none.
	Region string `check:"format=region"`
	// GroupNames are the names of the Auto Scaling groups whose instances may join: WorkerPool.GroupName. At least one. Required.
	GroupNames pulumi.StringArrayInput `check:"required=Validate"`
	// VpcID is the ID of the VPC in which the instances must be. Defaults to any VPC.
	VpcID pulumi.StringInput `check:"format=vpc-id"`
	// InstanceProfiles are the names of the instance profiles of which the instances must have one: WorkerPoolArgs.InstanceProfile of
	// each pool. Defaults to any.
	InstanceProfiles pulumi.StringArrayInput
	// ProofRoleARNs are the ARNs of the roles of InstanceProfiles. If set, a client certificate is approved only with the proof of
	// WorkerPoolArgs.ProveIdentity, signed by one of these roles on the instance itself: set ProveIdentity for all pools of GroupNames
	// first. Only EC2 may be trusted to assume these roles. Defaults to none: no proof is required.
	ProofRoleARNs pulumi.StringArrayInput
	// LaunchWindow is how long after its first launch an instance may request its first certificate: at least 1m, in whole seconds. A
	// stop and a start do not begin it again. Defaults to 2h, as in the cluster's own approver.
	LaunchWindow time.Duration `check:"1m../1s" default:"2h"`
	// NodeDomains are the domains that the VPC's DHCP options assign to instances instead of AWS's, such as corp.example.com.
	NodeDomains []string `check:"format=node-domain"`
	// Image is an image with Python 3.6 or later. Defaults to the cli image stream of every cluster, in the cluster's own registry.
	// If that registry is removed, or has no node to run on before the first instance has joined, set the output of
	// `oc adm release info --image-for=cli`.
	Image pulumi.StringInput `check:"format=image" default:"image-registry.openshift-image-registry.svc:5000/openshift/cli:latest"`
	// EC2Endpoint is the URL of EC2's API, for VPC endpoints without private DNS: https:// and the name of a host. Defaults to the
	// region's endpoint.
	EC2Endpoint string `check:"format=host-url"`
	// AutoScalingEndpoint is the URL of Auto Scaling's API, in the same format as EC2Endpoint. Defaults to the region's endpoint.
	AutoScalingEndpoint string `check:"format=host-url"`
	// Role is registered with the approver: its OIDCProviderARN is enough, or, in a cluster without an OIDC provider, its
	// ControlPlaneRoleName. Unless its fields say otherwise, it has the permissions of CSRApproverPolicy, the approver's service account,
	// approver in Namespace, and InfraID. Must not be set together with RoleARN. Defaults to none.
	Role *iam.ServiceAccountRoleArgs `check:"part,not=RoleARN"`
	// RoleARN is an existing role with these permissions, which the approver assumes with its service account's token. Without
	// [Role] and RoleARN, the approver runs in the host network of a control-plane node and uses that node's role, which needs
	// the permissions. Defaults to none.
	RoleARN pulumi.StringPtrInput `check:"format=role-arn"`
	// HTTPSProxy is the URL of the proxy for AWS's APIs. Defaults to none.
	HTTPSProxy pulumi.StringInput `check:"secret"`
	// Namespace is the namespace that is created for the approver. Defaults to worker-pool-approver. Changes replace all objects.
	Namespace string `default:"worker-pool-approver"`
}

var (
	// groupName is the name of an Auto Scaling group (Amazon EC2 Auto Scaling API Reference, CreateAutoScalingGroup).
	groupName = check.NewFormat("Auto Scaling group name", "demo-x7k2p-worker", func(text string) bool {
		return !strings.ContainsAny(text, ":\r\n")
	}).AtMost(255)

	// hostURL has nothing that Signature Version 4 normalizes, and a host whose certificate TLS can verify.
	_ = check.Named("host-url", check.NewFormat("https URL of a host name", "https://ec2.us-east-2.amazonaws.com", func(text string) bool {
		host, found := strings.CutPrefix(strings.TrimSuffix(text, "/"), "https://")
		name, port, ported := strings.Cut(host, ":")
		_, err := strconv.ParseUint(port, 10, 16)
		return found && check.Domain.Match(name) && strings.Trim(name, ".0123456789") != "" && (!ported || err == nil)
	}))

	_ = check.Named("node-domain", check.Domain.WithExample("corp.example.com"))
)

const approverPath = "nodes.CSRApproverArgs"

// Validate returns all problems of the arguments, joined; nil if there are none. NewCSRApprover also requires a region.
func (a *CSRApproverArgs) Validate() error {
	const path = approverPath
	args, p := check.Begin(a)
	// Pools can share a profile or a role, so that these lists may have one twice.
	p.Required(path+".GroupNames", args.GroupNames)
	checkNames(&p, path+".GroupNames", args.GroupNames, groupName)
	checkNames(&p, path+".InstanceProfiles", args.InstanceProfiles, check.InstanceProfileName)
	if args.ProofRoleARNs != nil {
		p.Required(path+".ProofRoleARNs", args.ProofRoleARNs)
	}
	checkNames(&p, path+".ProofRoleARNs", args.ProofRoleARNs, check.RoleARN)
	checkProxy(&p, path+".HTTPSProxy", args.HTTPSProxy)
	checkNamespace(&p, path+".Namespace", args.Namespace)
	checkRole(&p, path, args.InfraID, args.Namespace, approver, args.Role)
	return p.ErrOf(a)
}

// checkNames reports the invalid names of a list, and zero outputs. A list that is not known yet passes.
func checkNames(p *check.Problems, path check.Path, list pulumi.StringArrayInput, format check.Format) {
	known, _ := list.(pulumi.StringArray)
	for i, name := range known {
		p.RequiredFormat(check.Index(path, i), name, format)
	}
}

// endpoint returns the URL of a service's API: the one that is set, or that of the region.
func (a *CSRApproverArgs) endpoint(set, service string) string {
	return cmp.Or(set, "https://"+service+"."+a.Region+"."+partition.OfRegion(a.Region).DNSSuffix)
}
