package install

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
)

const (
	nodesPath    = "/api/v1/nodes"
	etcdPath     = "/apis/operator.openshift.io/v1/etcds/cluster"
	secretsPath  = "/api/v1/namespaces/openshift-etcd/secrets"
	userDataPath = "/api/v1/namespaces/openshift-machine-api/secrets/master-user-data"
	csrPath      = "/apis/certificates.k8s.io/v1/certificatesigningrequests"

	// quorumOverride lets the etcd operator continue with two members (openshift/cluster-etcd-operator release-4.20
	// pkg/operator/ceohelpers/bootstrap.go).
	quorumOverride = "useUnsupportedUnsafeNonHANonProductionUnstableEtcd"

	replacementInterval = 5 * time.Second
	stopTimeout         = 10 * time.Minute
	joinTimeout         = time.Hour
)

// node returns the Node of the old machine; nil if it does not exist.
func (m *machineReplacement) node(ctx context.Context) (*controlPlaneNode, error) {
	nodes, err := m.nodes(ctx)
	for _, n := range nodes {
		if n.Metadata.Name == m.Node {
			return &n, err
		}
	}
	return nil, err
}

// afterUpdate skips a step when the stack does not have the old instance any more.
func (m *machineReplacement) afterUpdate(ctx stepContext) (string, error) {
	instances, err := m.Stack.IDs(ctx)
	if err != nil || instances[m.URN] == m.Instance {
		return "", err
	}
	return "the instance " + m.Instance + " was replaced before", nil
}

// withoutNode skips the drain of a machine that does not run: nobody there would end its pods.
func (m *machineReplacement) withoutNode(ctx stepContext) (string, error) {
	if why, err := m.afterUpdate(ctx); why != "" || err != nil {
		return why, err
	}
	n, err := m.node(ctx)
	switch {
	case err != nil:
		return "", err
	case n == nil:
		return "the machine has no Node", nil
	case !n.ready():
		return "the node is not ready", nil
	}
	return "", nil
}

func (m *machineReplacement) drain(ctx stepContext) error {
	_, err := m.oc.run(ctx, "adm", "drain", m.Node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=20m")
	return err
}

// checkEtcd is an error unless etcd keeps its majority without the machine.
func (m *machineReplacement) checkEtcd(ctx stepContext) error {
	if _, _, err := m.findLaunched(ctx); err != nil {
		return err
	}
	members, err := m.members(ctx)
	if err != nil {
		return err
	}
	var healthy int
	for _, member := range members {
		switch {
		case m.isOld(member):
		case member.problem != "":
			return fmt.Errorf("nothing was changed: the member %s of etcd is not healthy (%s), and without the machine %s etcd would lose its "+
				"majority", orNone(member.Name), member.problem, m.Machine)
		default:
			healthy++
		}
	}
	if healthy < len(members)/2+1 {
		return fmt.Errorf("nothing was changed: etcd has %d members, and loses its majority without that of %s", len(members), m.Machine)
	}
	ctx.emit(Progress, fmt.Sprintf("%d other members are healthy", healthy))
	m.Members = healthy + 1
	return changeRecord(m.dir.Path, func(r *record, _ time.Time) { m.mark(r) })
}

// stop stops the instance: its member of etcd must be down when it is removed, otherwise the operator adds it again.
func (m *machineReplacement) stop(ctx stepContext) error {
	if err := m.stopper()(ctx, m.dir.Region, m.Instance); err != nil {
		return err
	}
	return m.poll(ctx, stopTimeout, func() (string, error) {
		n, err := m.node(ctx)
		if err != nil || n == nil || !n.ready() {
			return "", err
		}
		return "the node " + m.Node + " is still ready", nil
	})
}

func (m *machineReplacement) removeMember(ctx stepContext) error {
	members, err := m.members(ctx)
	if err != nil {
		return err
	}
	for _, member := range members {
		if !m.isOld(member) {
			continue
		}
		if member.problem == "" {
			return fmt.Errorf("the member %s of etcd is healthy, although its instance was stopped", member.Name)
		}
		ctx.emit(Progress, fmt.Sprintf("removing the member %s (%x)", member.Name, member.ID))
		return m.etcdctl(ctx, nil, "member", "remove", strconv.FormatUint(member.ID, 16))
	}
	return nil
}

// deleteNode lets the etcd operator continue without the member, deletes what belongs to it, and writes the Ignition config of the cluster
// into the install directory: that of the installation has a CA that the cluster may have renewed since.
func (m *machineReplacement) deleteNode(ctx stepContext) error {
	if err := m.override(ctx, true); err != nil {
		return err
	}
	if m.Node != "" {
		for _, prefix := range []string{"etcd-peer-", "etcd-serving-", "etcd-serving-metrics-"} {
			if err := m.api.Delete(ctx, secretsPath+"/"+url.PathEscape(prefix+m.Node)); err != nil {
				return inAPI(err)
			}
		}
		if err := m.api.Delete(ctx, nodesPath+"/"+url.PathEscape(m.Node)); err != nil {
			return inAPI(err)
		}
	}
	var secret struct {
		Data map[string]string `json:"data"`
	}
	if err := m.api.Read(ctx, userDataPath, &secret); err != nil {
		return inAPI(err)
	}
	text, err := base64.StdEncoding.DecodeString(secret.Data["userData"])
	if err != nil || len(text) == 0 {
		return errors.New("the secret master-user-data in openshift-machine-api has no userData")
	}
	path := filepath.Join(m.dir.Path, "master.ign")
	if err := os.WriteFile(path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

func (m *machineReplacement) removeOverride(ctx stepContext) error { return m.override(ctx, false) }

// update replaces the instance, or moves it by the zones of the machines.
func (m *machineReplacement) update(ctx stepContext) error {
	if err := m.terminateLaunched(ctx); err != nil {
		return err
	}
	why, err := m.afterUpdate(ctx)
	if err != nil {
		return err
	}
	if err := m.poll(ctx, stopTimeout, func() (string, error) { return m.etcdProblem(ctx) }); err != nil {
		return err
	}
	var replace []string
	if why == "" && m.Zone == "" {
		replace = []string{m.URN}
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go m.reportRequests(watching, ctx.progress)
	return m.Installation.update(ctx, cluster.StageCluster, replace...)
}

// etcdProblem returns why the update would be rejected now: the etcd operator looks at the members once a minute.
func (m *machineReplacement) etcdProblem(ctx context.Context) (string, error) {
	var etcd conditioned
	err := m.api.Read(ctx, etcdPath, &etcd)
	if err == nil && isTrue(etcd.Status.Conditions, "EtcdMembersDegraded") {
		return "the etcd operator reports a member that is not healthy", nil
	}
	return "", inAPI(err)
}

// join waits until the new machine is a node and a healthy member of etcd. The update has waited for that, unless it was interrupted.
func (m *machineReplacement) join(ctx stepContext) error { return m.waitForMembers(ctx, m.Members) }
