package install

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
)

const (
	scriptsFolder  = "/usr/local/bin"
	disableScript  = "disable-etcd.sh"
	restoreScript  = "cluster-restore.sh"
	quorumScript   = "quorum-restore.sh"
	manifests      = "/etc/kubernetes/manifests"
	restoreTimeout = 45 * time.Minute
)

// folder is the folder of the restoration on a machine.
func (m *etcdRestoration) folder() string { return "/home/core/restore-" + m.ID }

// runScript runs a script on a machine as root. The script is complete before it begins, so that a connection that ends does not end it,
// and a second run waits for the first.
func (m *etcdRestoration) runScript(ctx context.Context, key, script string) (string, error) {
	text := fmt.Sprintf("main() {\nset -euo pipefail\nmkdir -p %[1]s\nexec 9> %[1]s/lock\nflock 9\n%[2]s}\nmain\n", m.folder(), script)
	return m.machines.Run(ctx, m.dir.Region, m.Instances[key], "sudo bash -s", strings.NewReader(text))
}

// once runs a command on a machine unless it has succeeded there: when etcd runs again, to stop it would be another failure. The output of
// the command is in a file. The machine's services have the same settings of the proxy.
func (m *etcdRestoration) once(ctx context.Context, key, name, command string) error {
	file := m.folder() + "/" + name
	_, err := m.runScript(ctx, key, fmt.Sprintf(`[ ! -e %[1]s.done ] || exit 0
if ! bash -c 'set -euo pipefail
if [ -e /etc/mco/proxy.env ]; then set -a; . /etc/mco/proxy.env; set +a; fi
%[2]s' > %[1]s.log 2>&1 < /dev/null 9>&-; then tail -n 20 %[1]s.log; exit 1; fi
touch %[1]s.done
`, file, command))
	return err
}

func (m *etcdRestoration) access(ctx stepContext) error {
	return m.machines.Open(ctx, m.dir.Region, m.dir.InfraID, m.Instances[m.Machine])
}

func (m *etcdRestoration) closeAccess(ctx stepContext) error {
	return m.machines.Close(ctx, m.dir.Region, m.dir.InfraID, m.Instances[m.Machine])
}

func (m *etcdRestoration) asked(stepContext) (string, error) {
	if len(m.Reached) == 0 {
		return "", nil
	}
	return "they were found before: " + strings.Join(m.Reached, ", "), nil
}

// reach asks the machine of the restoration first: if ssh does not reach it, none of the others is stopped.
func (m *etcdRestoration) reach(ctx stepContext) error {
	found, err := m.runScript(ctx, m.Machine, "ls "+scriptsFolder+"\n")
	if err != nil {
		return err
	}
	scripts := strings.Fields(found)
	m.Before418 = !slices.Contains(scripts, disableScript)
	needed := quorumScript
	if m.Backup != "" {
		needed = restoreScript
	}
	if !slices.Contains(scripts, needed) {
		return finalf("nothing was changed: the machine %s has no %s/%s. Without a backup, etcd is restored from 4.18 on, and a machine on which "+
			"etcd never ran has no script", m.Machine, scriptsFolder, needed)
	}
	reached, lost := []string{m.Machine}, []string{}
	for _, key := range m.others() {
		if _, err := m.runScript(ctx, key, "true\n"); err == nil {
			reached = append(reached, key)
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		ctx.emit(Progress, key+" does not answer: stopping its instance, so that its etcd cannot come back")
		if err := m.stopper()(ctx, m.dir.Region, m.Instances[key]); err != nil {
			return err
		}
		lost = append(lost, key)
	}
	m.Reached, m.Lost = reached, lost
	return m.save()
}

// withoutBackup skips the copy, also after etcd was restored: its pod is then another one.
func (m *etcdRestoration) withoutBackup(ctx stepContext) (string, error) {
	if m.Backup == "" {
		return "the machine has its own data", nil
	}
	files, err := m.runScript(ctx, m.Machine, "ls "+m.folder()+"\n")
	if err == nil && slices.Contains(strings.Fields(files), "restore.done") {
		return "etcd was restored before", nil
	}
	return "", err
}

// copyBackup copies the backup, without a copy on this machine, and compares etcd's image with that of the backup: only the patch release
// that wrote a backup can be restored from it.
func (m *etcdRestoration) copyBackup(ctx stepContext) error {
	backup, err := m.openBackup(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = backup.Close() }()
	folder := m.folder() + "/backup"
	command := fmt.Sprintf("sudo bash -c 'rm -rf %[1]s && mkdir -p %[1]s && tar -x -C %[1]s'", folder)
	if _, err := m.machines.Run(ctx, m.dir.Region, m.Instances[m.Machine], command, backup); err != nil {
		return err
	}
	output, err := m.runScript(ctx, m.Machine, fmt.Sprintf(`cd %[1]s
[ "$(ls snapshot_*.db | wc -l) $(ls static_kuberesources_*.tar.gz | wc -l)" = "1 1" ] || { echo "the archive is not of cluster-backup.sh"; exit 1; }
digests() { grep -o 'sha256:[0-9a-f]*' | sort -u; }
backup=$(tar -xzOf static_kuberesources_*.tar.gz --wildcards '*/etcd-pod.yaml' | digests)
pod=%[2]s/etcd-pod.yaml
[ -e $pod ] || pod=%[3]s/etcd-pod.yaml
running=$(cat $pod 2> /dev/null | digests || true)
[ -z "$running" ] || [ "$backup" = "$running" ] || { echo "etcd of the backup has another image: it is of another release"; exit 1; }
`, folder, manifests, "/home/core/assets/manifests-stopped"))
	if err != nil && ctx.Err() == nil {
		return finalf("nothing of etcd was changed: %s: %v", strings.TrimSpace(output), err)
	}
	return err
}

// openBackup opens the backup, in S3 or a file.
func (m *etcdRestoration) openBackup(ctx context.Context) (io.ReadCloser, error) {
	bucket, key, inS3 := strings.Cut(strings.TrimPrefix(m.Backup, "s3://"), "/")
	if !inS3 || !strings.HasPrefix(m.Backup, "s3://") {
		return os.Open(m.Backup)
	}
	region := m.dir.Region
	address := &url.URL{Path: path.Join("/", bucket, key)}
	response, err := (&request.Request{Service: "s3", Region: region, Path: address.EscapedPath()}).Send(ctx)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusOK {
		return response.Body, nil
	}
	defer func() { _ = response.Body.Close() }()
	const limit = 1 << 10
	text, _ := io.ReadAll(io.LimitReader(response.Body, limit))
	return nil, fmt.Errorf("S3 did not return %s: %s: %q", m.Backup, response.Status, text)
}

// disable stops etcd on the other machines: members that run could form another cluster. Releases before 4.18 have no script for it
// (openshift/openshift-docs enterprise-4.17 modules/dr-restoring-cluster-state.adoc).
func (m *etcdRestoration) disable(ctx stepContext) error {
	command := scriptsFolder + "/" + disableScript
	if m.Before418 {
		command = fmt.Sprintf(`mkdir -p %[1]s/stopped
for pod in etcd kube-apiserver kube-controller-manager kube-scheduler; do
  if [ -e %[2]s/$pod-pod.yaml ]; then mv %[2]s/$pod-pod.yaml %[1]s/stopped/; fi
done
for try in $(seq 60); do
  if [ -z "$(crictl ps --name "^(etcd|kube-apiserver)$" -q)" ]; then break; fi
  [ $try -lt 60 ] || exit 1
  sleep 5
done
if [ -e /var/lib/etcd/member ]; then mv /var/lib/etcd/member %[1]s/stopped/; fi`, m.folder(), manifests)
	}
	m.Changed = true
	if err := m.save(); err != nil {
		return err
	}
	for _, key := range m.Reached[1:] {
		ctx.emit(Progress, key)
		if err := m.once(ctx, key, "disable", command); err != nil {
			return err
		}
	}
	return nil
}

// restore runs the script of the release. Before 4.18, kubelets are restarted after it.
func (m *etcdRestoration) restore(ctx stepContext) error {
	command := scriptsFolder + "/" + quorumScript
	if m.Backup != "" {
		command = scriptsFolder + "/" + restoreScript + " " + m.folder() + "/backup"
	}
	if err := m.once(ctx, m.Machine, "restore", command); err != nil || !m.Before418 {
		return err
	}
	for _, key := range m.Reached {
		if err := m.once(ctx, key, "kubelet", "systemctl restart kubelet.service"); err != nil {
			return err
		}
	}
	return nil
}

// waitForAPI waits until the API answers, and has been the cluster's.
func (m *etcdRestoration) waitForAPI(ctx stepContext) error {
	return m.poll(ctx, restoreTimeout, func() (string, error) {
		if err := m.api.CheckCluster(ctx, m.dir.InfraID); err != nil {
			return "the API does not answer: " + err.Error(), nil //nolint:nilerr // It is waited for.
		}
		return "", nil
	})
}

// redeploy lets the operator continue with one member, deletes the Nodes of machines that are lost, and lets it write its pods again: the
// reason of a redeployment is unique, and one that the operator has seen does nothing.
func (m *etcdRestoration) redeploy(ctx stepContext) error {
	if err := m.override(ctx, true); err != nil {
		return err
	}
	nodes, err := m.nodes(ctx)
	if err != nil {
		return err
	}
	for _, key := range m.Lost {
		for _, n := range nodes {
			if !strings.HasSuffix(n.Spec.ProviderID, "/"+m.Instances[key]) {
				continue
			}
			if err := m.api.Delete(ctx, nodesPath+"/"+url.PathEscape(n.Metadata.Name)); err != nil {
				return inAPI(err)
			}
		}
	}
	operators := []string{etcdPath}
	if m.Before418 {
		for _, kind := range []string{"kubeapiservers", "kubecontrollermanagers", "kubeschedulers"} {
			operators = append(operators, "/apis/operator.openshift.io/v1/"+kind+"/cluster")
		}
	}
	for _, operator := range operators {
		patch := map[string]any{"spec": map[string]any{"forceRedeploymentReason": "restore-" + m.ID}}
		if err := m.api.Patch(ctx, operator, patch); err != nil {
			return inAPI(err)
		}
	}
	return nil
}

func (m *etcdRestoration) join(ctx stepContext) error { return m.waitForMembers(ctx, len(m.Reached)) }

func (m *etcdRestoration) removeOverride(ctx stepContext) error { return m.override(ctx, false) }
