package install

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fakeMachines are three control-plane machines of a cluster whose etcd has lost its majority. Commands run here, in a folder for each
// machine.
type fakeMachines struct {
	t       *testing.T
	masters *masters
	folder  string
	mutex   sync.Mutex
	open    bool
	// dead are instances that do not answer, and ran is what OpenShift's scripts did.
	dead map[string]bool
	ran  []string
}

const etcdImage = "image: quay.io/etcd@sha256:aaaa"

// withoutQuorum is a cluster whose API does not answer, in which i-c is dead.
func withoutQuorum(t *testing.T, scripts ...string) (*Installation, *fakeMachines) {
	t.Helper()
	i, m := withMasters(t)
	f := &fakeMachines{t: t, masters: m, folder: t.TempDir(), dead: map[string]bool{"i-c": true}}
	m.api.down = true
	for _, kind := range []string{"kubeapiservers", "kubecontrollermanagers", "kubeschedulers"} {
		m.api.add("/apis/operator.openshift.io/v1/"+kind+"/cluster", nil)
	}
	m.members, m.down = nil, map[string]bool{}
	for instance := range nodeOf {
		for _, name := range scripts {
			f.write(instance, scriptsFolder+"/"+name, "#!/bin/bash\necho "+instance+" $(basename $0) $* >> "+f.folder+"/ran\n"+
				"[ ! -e "+f.folder+"/fail ] || { echo broken; exit 1; }\n")
		}
		f.write(instance, manifests+"/etcd-pod.yaml", etcdImage)
		f.write(instance, "/var/lib/etcd/member/data", "data")
	}
	bin := t.TempDir()
	for name, text := range map[string]string{"sudo": `exec "$@"`, "crictl": "", "systemctl": `echo "$@" >> ` + f.folder + "/ran"} {
		require.NoError(t, os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+text+"\n"), 0o700))
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	i.Machines = f
	return i, f
}

func (f *fakeMachines) write(instance, path, text string) {
	path = filepath.Join(f.folder, instance, path)
	require.NoError(f.t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(f.t, os.WriteFile(path, []byte(text), 0o700))
}

func (f *fakeMachines) Open(context.Context, string, string, string) error {
	f.open = true
	return nil
}

func (f *fakeMachines) Close(context.Context, string, string, string) error {
	f.open = false
	return nil
}

// Run runs a command with the folders of the machine, and starts etcd and the API after OpenShift's scripts.
func (f *fakeMachines) Run(ctx context.Context, _, instance, command string, in io.Reader) (string, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	assert.True(f.t, f.open, "the way is open")
	if f.dead[instance] {
		return "", errors.New("no route to host")
	}
	root := filepath.Join(f.folder, instance)
	inFolder := strings.NewReplacer("/usr/local/bin", root+"/usr/local/bin", "/home/core", root+"/home/core",
		"/etc/kubernetes", root+"/etc/kubernetes", "/var/lib/etcd", root+"/var/lib/etcd")
	if !strings.Contains(command, "tar") {
		text, err := io.ReadAll(in)
		require.NoError(f.t, err)
		in = strings.NewReader(inFolder.Replace(string(text)))
	}
	shell := exec.CommandContext(ctx, "bash", "-c", inFolder.Replace(command))
	shell.Stdin = in
	output, err := shell.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, output)
	}
	ran, _ := os.ReadFile(filepath.Join(f.folder, "ran"))
	f.ran = strings.Split(strings.TrimSpace(strings.ReplaceAll(string(ran), f.folder+"/", "")), "\n")
	if err == nil && (strings.Contains(string(ran), "i-a "+quorumScript) || strings.Contains(string(ran), "i-a "+restoreScript)) {
		f.start()
	}
	return string(output), err
}

// start starts etcd on the machines that run.
func (f *fakeMachines) start() {
	api := f.masters.api
	api.mutex.Lock()
	defer api.mutex.Unlock()
	api.down = false
	f.masters.members = []string{"ip-10-0-0-4"}
	if !f.dead["i-b"] {
		f.masters.members = append(f.masters.members, "ip-10-0-0-5")
	}
}

// backup returns the archive of a CronJob's backup.
func backup(t *testing.T, image string) []byte {
	t.Helper()
	archive := func(files map[string]string) []byte {
		var out bytes.Buffer
		w := tar.NewWriter(&out)
		for _, name := range slices.Sorted(maps.Keys(files)) {
			require.NoError(t, w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(files[name]))}))
			_, err := w.Write([]byte(files[name]))
			require.NoError(t, err)
		}
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	var resources bytes.Buffer
	compressed := gzip.NewWriter(&resources)
	_, err := compressed.Write(archive(map[string]string{"static-pod-resources/etcd-pod-7/etcd-pod.yaml": image}))
	require.NoError(t, err)
	require.NoError(t, compressed.Close())
	return archive(map[string]string{"snapshot_2026.db": "snapshot", "static_kuberesources_2026.tar.gz": resources.String()})
}

func backupFile(t *testing.T, image string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "etcd.tar")
	require.NoError(t, os.WriteFile(path, backup(t, image), 0o600))
	return path
}

var scripts = []string{disableScript, restoreScript, quorumScript}
