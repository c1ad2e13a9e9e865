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
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
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

func TestRestore(t *testing.T) {
	tests := map[string]struct {
		reason  string
		scripts []string
		backup  bool
		dead    []string
		want    []string
		lost    []string
	}{
		"own data": {
			reason:  "one member has its data: no backup is needed, and another etcd must not run",
			scripts: scripts, want: []string{"i-b " + disableScript, "i-a " + quorumScript}, lost: []string{oldKey},
		},
		"backup": {
			reason:  "the newest backup is copied first",
			scripts: scripts, backup: true, lost: []string{oldKey},
			want: []string{"i-b " + disableScript, "i-a " + restoreScript + " i-a/home/core/restore-ID/backup"},
		},
		"one machine": {
			reason:  "the two others are gone",
			scripts: scripts, backup: true, dead: []string{"i-b"}, lost: []string{"us-east-2b", oldKey},
			want: []string{"i-a " + restoreScript + " i-a/home/core/restore-ID/backup"},
		},
		"before 4.18": {
			reason:  "the release has one script",
			scripts: scripts[1:2], backup: true, lost: []string{oldKey},
			want: []string{
				"i-a " + restoreScript + " i-a/home/core/restore-ID/backup", "restart kubelet.service", "restart kubelet.service",
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, f := withoutQuorum(t, tt.scripts...)
			for _, instance := range tt.dead {
				f.dead[instance] = true
			}
			r := Restoration{Machine: "us-east-2a"}
			if tt.backup {
				r.Backup = backupFile(t, etcdImage)
			}
			lost, err := i.Restore(t.Context(), r)
			require.NoError(t, err, tt.reason)
			assert.Equal(t, tt.lost, lost)
			assert.Equal(t, tt.want, withoutID(f.ran), tt.reason)
			assert.False(t, f.open)
			for _, key := range tt.lost {
				instance := f.masters.stack.ids[machineURN("master-"+key)]
				assert.Contains(t, f.masters.done, "stop us-east-2 "+instance)
				assert.NotContains(t, f.masters.api.objects, nodesPath+"/"+nodeOf[instance])
			}
			override := "PATCH " + etcdPath
			assert.Equal(t, override, f.masters.api.requests[0])
			assert.Equal(t, override, f.masters.api.requests[len(f.masters.api.requests)-1])
			if len(tt.scripts) == 1 {
				assert.Contains(t, f.masters.api.requests, "PATCH /apis/operator.openshift.io/v1/kubeapiservers/cluster")
				assert.NoFileExists(t, filepath.Join(f.folder, "i-b", manifests, "etcd-pod.yaml"))
				assert.NoDirExists(t, filepath.Join(f.folder, "i-b", "var/lib/etcd/member"))
			}
			record, err := readRecord(i.Config.Dir)
			require.NoError(t, err)
			assert.Nil(t, record.Restoring)
		})
	}
}

// withoutID replaces the ID of a restoration.
func withoutID(lines []string) []string {
	var all []string
	for _, line := range lines {
		if before, after, found := strings.Cut(line, "/restore-"); found {
			_, rest, _ := strings.Cut(after, "/")
			line = before + "/restore-ID/" + rest
		}
		all = append(all, line)
	}
	return all
}

// TestRestoreContinues kills the command at each of its steps, and continues it: no script runs twice.
func TestRestoreContinues(t *testing.T) {
	archive := backupFile(t, etcdImage)
	steps := []string{"access", "reach", "backup", "disable", "restore", "api", "operator", "members", "override", "close"}
	for _, step := range mockstest.Cases(steps...) {
		for _, state := range []State{Started, Done} {
			t.Run(step+" "+string(state), func(t *testing.T) {
				i, f := withoutQuorum(t, scripts...)
				r := Restoration{Machine: "us-east-2a", Backup: archive}
				_, err := i.Restore(interruptedAt(t, i, step, state), r)
				if err == nil {
					return // The last step was done.
				}
				require.ErrorContains(t, err, "run the same command again to continue")
				i.Report = nil
				if record, err := readRecord(i.Config.Dir); assert.NoError(t, err) && record.Restoring.Changed {
					_, other := i.Restore(t.Context(), Restoration{Machine: "us-east-2b"})
					require.ErrorContains(t, other, "run `restore us-east-2a --backup "+archive+"` first")
				}
				status, statusErr := i.Status(t.Context())
				require.NoError(t, statusErr)
				assert.Equal(t, "`restore us-east-2a --backup "+archive+"` continues", status.Next)
				_, err = i.Restore(t.Context(), r)
				require.NoError(t, err)
				restored := "i-a " + restoreScript + " i-a/home/core/restore-ID/backup"
				assert.Equal(t, []string{"i-b " + disableScript, restored}, withoutID(f.ran))
				assert.Equal(t, []string{"ip-10-0-0-4", "ip-10-0-0-5"}, f.masters.members)
				assert.False(t, f.open)
			})
		}
	}
}

// TestRestoreRepeatsAScriptThatFailed: the output of the script is in the error, and the next run repeats it.
func TestRestoreRepeatsAScriptThatFailed(t *testing.T) {
	i, f := withoutQuorum(t, scripts...)
	f.dead["i-b"] = true
	require.NoError(t, os.WriteFile(filepath.Join(f.folder, "fail"), nil, 0o600))
	r := Restoration{Machine: "us-east-2a"}
	_, err := i.Restore(t.Context(), r)
	require.ErrorContains(t, err, "step restore: ")
	require.ErrorContains(t, err, "broken")
	require.NoError(t, os.Remove(filepath.Join(f.folder, "fail")))
	_, err = i.Restore(t.Context(), r)
	require.NoError(t, err)
	assert.Equal(t, []string{"i-a " + quorumScript, "i-a " + quorumScript}, f.ran)
}

func TestRestoreRejected(t *testing.T) {
	tests := map[string]struct {
		reason  string
		change  func(*Installation, *fakeMachines)
		scripts []string
		machine string
		image   string
		want    string
	}{
		"the API answers": {
			reason: "etcd has its majority", scripts: scripts,
			change: func(_ *Installation, f *fakeMachines) { f.masters.api.down = false },
			want:   "the API answers, so that etcd has its majority",
		},
		"another cluster answers": {
			reason: "a kubeconfig can change", scripts: scripts,
			change: func(_ *Installation, f *fakeMachines) {
				f.masters.api.down = false
				f.masters.api.setInfraID("alpha-aaaaa")
			},
			want: "is of the cluster alpha-aaaaa, not of demo-x7k2p",
		},
		"no such machine": {
			reason: "keys are zones", scripts: scripts, machine: "us-east-2x",
			want: `no machine "us-east-2x": its machines are us-east-2a, us-east-2b, us-east-2c`,
		},
		"the machine is dead": {
			reason: "nothing is stopped when ssh does not work at all", scripts: scripts, machine: oldKey, want: "step reach: no route to host",
		},
		"own data before 4.18": {
			reason: "the release has no quorum-restore.sh", scripts: scripts[1:2], want: "has no /usr/local/bin/quorum-restore.sh",
		},
		"backup of another release": {
			reason: "etcd's operator writes the pods of its own release", scripts: scripts, image: "image: quay.io/etcd@sha256:bbbb",
			want: "etcd of the backup has another image: it is of another release",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			i, f := withoutQuorum(t, tt.scripts...)
			if tt.change != nil {
				tt.change(i, f)
			}
			r := Restoration{Machine: "us-east-2a"}
			if tt.machine != "" {
				r.Machine = tt.machine
			}
			if tt.image != "" {
				r.Backup = backupFile(t, tt.image)
			}
			_, err := i.Restore(t.Context(), r)
			require.ErrorContains(t, err, tt.want, tt.reason)
			assert.Empty(t, strings.Join(f.ran, ""))
			assert.Empty(t, f.masters.api.requests)
			if tt.image == "" {
				assert.Empty(t, f.masters.done)
			}
		})
	}
}

// TestRestoreFromAnotherBackup: a name that S3 does not have is corrected, until etcd is changed.
func TestRestoreFromAnotherBackup(t *testing.T) {
	i, f := withoutQuorum(t, scripts...)
	archive := backupFile(t, etcdImage)
	_, err := i.Restore(t.Context(), Restoration{Machine: "us-east-2a", Backup: "no-such-file.tar"})
	require.ErrorContains(t, err, "step backup: open no-such-file.tar")
	i.Report = func(e Event) {
		if e.Step == "restore" && e.State == Started {
			f.dead["i-a"] = true
		}
	}
	_, err = i.Restore(t.Context(), Restoration{Machine: "us-east-2a", Backup: archive})
	require.ErrorContains(t, err, "step restore: ")
	delete(f.dead, "i-a")
	_, err = i.Restore(t.Context(), Restoration{Machine: "us-east-2a"})
	require.ErrorContains(t, err, "run `restore us-east-2a --backup "+archive+"` first", "etcd of the other machine was stopped")
	i.Report = nil
	_, err = i.Restore(t.Context(), Restoration{Machine: "us-east-2a", Backup: archive})
	require.NoError(t, err)
}

// TestBackupInS3: the backup is read from its bucket and is not written to a file here.
func TestBackupInS3(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.Regexp(t, `/us-east-2/s3/aws4_request, `, r.Header.Get("Authorization"))
		if r.URL.EscapedPath() != "/demo-etcd/etcd/2026-11-26T021700Z.tar" {
			http.Error(w, "<Code>NoSuchKey</Code>", http.StatusNotFound)
			return
		}
		_, _ = w.Write([]byte("archive"))
	}))
	defer server.Close()
	useAWS(t, server.URL)
	i, _ := withoutQuorum(t, scripts...)
	m, err := i.planRestoration(t.Context(), Restoration{Machine: "us-east-2a", Backup: "s3://demo-etcd/etcd/2026-11-26T021700Z.tar"})
	require.NoError(t, err)
	body, err := m.openBackup(t.Context())
	require.NoError(t, err)
	text, err := io.ReadAll(body)
	require.NoError(t, err)
	assert.Equal(t, "archive", string(text))
	m.Backup = "s3://demo-etcd/missing.tar"
	_, err = m.openBackup(t.Context())
	require.ErrorContains(t, err, "S3 did not return s3://demo-etcd/missing.tar: 404 Not Found")
}

func TestRestoreCommand(t *testing.T) {
	i, f := withoutQuorum(t, scripts...)
	code, _, errs := run(t, i, "no\n", "restore", "us-east-2a")
	assert.Equal(t, 1, code)
	assert.Contains(t, errs, "This restores etcd of the cluster demo-x7k2p on the control-plane machine us-east-2a (instance i-a) "+
		"from the data of its own member:\n\n  1. Open a way to the machines (estimate: seconds with a jump host")
	assert.Contains(t, errs, "not confirmed: type demo, or add --yes")
	assert.Empty(t, f.ran)
	code, out, errs := run(t, i, "demo\n", "restore", "us-east-2a", "--jump", "ec2-user@bastion")
	require.Equal(t, 0, code, errs)
	assert.Equal(t, "ec2-user@bastion", i.Jump)
	assert.True(t, strings.HasSuffix(out, "\netcd is restored on the machine us-east-2a.\n"+
		"Replace each of the machines us-east-2c now: `machine replace KEY`.\n"), out)
	f.masters.api.down = false
	archive := backupFile(t, etcdImage)
	_, _, errs = run(t, i, "no\n", "restore", "us-east-2a", "--backup", archive)
	assert.Contains(t, errs, "The API answers now: all changes since the backup are undone.\n")
	code, _, errs = run(t, i, "", "restore", "--yes")
	assert.Equal(t, 2, code)
	assert.Contains(t, errs, "restore is used as `restore KEY`")
}
