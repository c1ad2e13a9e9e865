package install

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/mockstest"
)

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
