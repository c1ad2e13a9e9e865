package install

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// oc is the program oc with the kubeconfig of a cluster.
type oc struct {
	path, kubeconfig string
	log              io.Writer
}

// findOC finds oc, which drains nodes and runs etcdctl.
func (i *Installation) findOC() (*oc, error) {
	path, err := exec.LookPath(cmp.Or(i.OC, "oc"))
	if err != nil {
		return nil, fmt.Errorf("oc is not on PATH (%w); download it from https://mirror.openshift.com/pub/openshift-v4/clients/ocp/",
			errors.Unwrap(err))
	}
	return &oc{path: path, kubeconfig: i.kubeconfig(), log: i.log()}, nil
}

// run runs a command of oc, writes its messages to the log, and returns its output, also that of a command that has failed.
func (o *oc) run(ctx context.Context, args ...string) ([]byte, error) {
	var output, messages bytes.Buffer
	command := exec.CommandContext(ctx, o.path, append([]string{"--kubeconfig", o.kubeconfig}, args...)...)
	command.Stdout, command.Stderr = &output, io.MultiWriter(o.log, &messages)
	err := command.Run()
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("`oc %s` failed: %w\n%s", strings.Join(args, " "), err, apiclient.Printable(strings.TrimSpace(messages.String())))
	}
	return output.Bytes(), cmp.Or(ctx.Err(), err)
}

// etcdMember is a member of etcd, and why it is not healthy; "" if it is.
type etcdMember struct {
	ID         uint64   `json:"ID"`
	Name       string   `json:"name"`
	ClientURLs []string `json:"clientURLs"`
	IsLearner  bool     `json:"isLearner"`
	problem    string
}

// isOld reports whether a member runs on the old machine. A machine without a Node has a member without one.
func (m *machineReplacement) isOld(member etcdMember) bool {
	if m.Node != "" {
		return member.Name == m.Node
	}
	return member.orphan()
}

// orphan reports whether a member belongs to no Node.
func (e etcdMember) orphan() bool { return e.problem == hasNoNode }

const hasNoNode = "it has no Node"

// etcdctl runs etcdctl in the etcd pod of a ready node, and decodes its output.
func (c *controlPlane) etcdctl(ctx context.Context, into any, args ...string) error {
	nodes, err := c.nodes(ctx)
	if err != nil {
		return err
	}
	err = errors.New("no node of the control plane with another etcd pod is ready")
	for _, n := range nodes {
		if n.Metadata.Name == c.without || !n.ready() {
			continue
		}
		var output []byte
		output, err = c.oc.run(ctx, slices.Concat(
			[]string{"exec", "-n", "openshift-etcd", "-c", "etcdctl", "etcd-" + n.Metadata.Name, "--", "etcdctl"}, args)...)
		if into != nil && json.Unmarshal(output, into) == nil {
			return nil // `endpoint health` fails if one member is not healthy.
		}
		if err == nil && into == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// members returns the members of etcd with their health.
func (c *controlPlane) members(ctx context.Context) ([]etcdMember, error) {
	var list struct {
		Members []etcdMember `json:"members"`
	}
	if err := c.etcdctl(ctx, &list, "member", "list", "-w", "json"); err != nil {
		return nil, err
	}
	var endpoints []struct {
		Endpoint string `json:"endpoint"`
		Health   bool   `json:"health"`
		Error    string `json:"error"`
	}
	if err := c.etcdctl(ctx, &endpoints, "endpoint", "health", "--cluster", "-w", "json"); err != nil {
		return nil, err
	}
	nodes, err := c.nodes(ctx)
	if err != nil {
		return nil, err
	}
	for i := range list.Members {
		member := &list.Members[i]
		member.problem = "it does not answer"
		for _, endpoint := range endpoints {
			if slices.Contains(member.ClientURLs, endpoint.Endpoint) {
				member.problem = apiclient.Printable(endpoint.Error)
				if !endpoint.Health {
					member.problem = cmp.Or(member.problem, "it is not healthy")
				}
			}
		}
		if !slices.ContainsFunc(nodes, func(n controlPlaneNode) bool { return n.Metadata.Name == member.Name }) {
			member.problem = hasNoNode
		}
	}
	return list.Members, nil
}
