package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	batchv1 "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

// TestEtcdBackupRuns runs the scripts of the job's containers. Fakes of chroot, aws and cluster-backup.sh have the machine's folders.
func TestEtcdBackupRuns(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason, backup string
		want           []string
	}{
		"files": {
			reason: "restore expects these files, and none of an earlier backup that was interrupted",
			backup: "mkdir \"$1\"\ntouch \"$1/snapshot_1.db\" \"$1/static_kuberesources_1.tar.gz\"\n",
			want:   []string{"./", "./snapshot_1.db", "./static_kuberesources_1.tar.gz"},
		},
		"fails": {reason: "a backup that failed is not copied", backup: "mkdir \"$1\"\ntouch \"$1/snapshot_1.db\"\nexit 1\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := func(path, text string) {
				path = filepath.Join(dir, path)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
				require.NoError(t, os.WriteFile(path, []byte("#!/bin/bash\n"+text), 0o700))
			}
			script("bin/chroot", "exec \"$1$2\" \"$1$3\"\n")
			script("bin/aws", "[ \"$1 $2\" = 's3 cp' ] && cp \"$3\" "+dir+"/uploaded && echo \"$4\" > "+dir+"/address\n")
			script("host/usr/local/bin/cluster-backup.sh", tt.backup)
			script("host/var/tmp/etcd-backup/snapshot_0.db", "")
			require.NoError(t, os.Mkdir(filepath.Join(dir, "backup"), 0o700))
			err := runPod(t, dir)
			if tt.want == nil {
				require.Error(t, err, tt.reason)
				assert.NoFileExists(t, filepath.Join(dir, "uploaded"), tt.reason)
				return
			}
			require.NoError(t, err, tt.reason)
			assert.NoDirExists(t, filepath.Join(dir, "host/var/tmp/etcd-backup"), "the machine keeps no copy")
			list, err := exec.CommandContext(t.Context(), "tar", "-tf", filepath.Join(dir, "uploaded")).Output()
			require.NoError(t, err)
			assert.ElementsMatch(t, tt.want, strings.Fields(string(list)), tt.reason)
			address := strings.TrimSpace(read(t, filepath.Join(dir, "address")))
			assert.Regexp(t, `^s3://demo-etcd/etcd/\d{4}-\d\d-\d\dT\d{6}Z\.tar$`, address)
		})
	}
}

// runPod runs the scripts of the pod's containers one after the other, with a folder in place of the root.
func runPod(t *testing.T, dir string) error {
	t.Helper()
	documents := strings.Split(read(t, "../../docs/etcd-backup.yaml"), "\n---\n")
	var job batchv1.CronJob
	require.NoError(t, yaml.UnmarshalStrict([]byte(documents[len(documents)-1]), &job))
	pod := job.Spec.JobTemplate.Spec.Template.Spec
	paths := strings.NewReplacer(" /host", " "+dir+"/host", " /backup/", " "+dir+"/backup/")
	for _, container := range append(pod.InitContainers, pod.Containers...) {
		command := exec.CommandContext(t.Context(), container.Command[0], container.Command[1], paths.Replace(container.Command[2]))
		command.Env = append(os.Environ(), "PATH="+dir+"/bin:"+os.Getenv("PATH"), "BUCKET=demo-etcd")
		if output, err := command.CombinedOutput(); err != nil {
			t.Logf("%s: %s", container.Name, output)
			return err
		}
	}
	return nil
}
