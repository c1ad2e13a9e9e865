package acceptance

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/iam"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

const (
	// upkeepVariable is the folder of an upkeep: a process of this program with it is the command line of the cluster's program.
	upkeepVariable = "ACCEPTANCE_UPKEEP"
	// ocVariable is the address of the test that answers oc.
	ocVariable = "ACCEPTANCE_OC"
)

// upkeep is an installed cluster whose commands are killed and continued: with Pulumi, the real AWS provider and the lab's API server. Its
// install directory is that of the fake openshift-install.
type upkeep struct {
	Folder, Name string
	// Keys reports whether the stack has the issuer of the operators' tokens, and no machines.
	Keys bool
	// oc is the address of the test that answers oc.
	oc string
}

func (u *upkeep) file(elements ...string) string {
	return filepath.Join(append([]string{u.Folder}, elements...)...)
}

// newUpkeep returns a cluster whose stack has its resources.
func newUpkeep(t *testing.T, name string, keys bool) *upkeep {
	t.Helper()
	u := &upkeep{Folder: t.TempDir(), Name: name, Keys: keys}
	require.NoError(t, os.MkdirAll(u.file("bin"), 0o700))
	_, err := openshiftinstall.Link(u.file("bin"))
	require.NoError(t, err)
	self, err := os.Executable()
	require.NoError(t, err)
	require.NoError(t, os.Symlink(self, u.file("bin", "oc")))
	_, err = install.Prepare(t.Context(), u.config(), t.Output())
	require.NoError(t, err)
	now, record := time.Now().UTC(), map[string]any{}
	text, err := os.ReadFile(u.file("dir", ".openshift-aws.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &record))
	record["applied"], record["bootstrapped"], record["installed"], record["account"] = now, now, now, "123456789012"
	require.NoError(t, os.WriteFile(u.file("dir", ".openshift-aws.json"), []byte(jsonText(t, record)), 0o600))
	require.NoError(t, os.WriteFile(u.file("upkeep.json"), []byte(jsonText(t, u)), 0o600))
	return u
}

func (u *upkeep) config() *install.Config {
	return &install.Config{
		Dir: u.file("dir"), Name: u.Name, BaseDomain: "upkeep.example.com", Region: "us-east-2",
		Zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"}, Release: "4.19", AMI: emulatedAMI,
		OpenShiftInstall: u.file("bin", "openshift-install"), PullSecret: `{"auths":{"quay.io":{"auth":"dXNlcjpwYXNzd29yZA=="}}}`,
	}
}

// open is the Open function of the cluster's command line.
func (u *upkeep) open(ctx context.Context, _ install.Options) (*install.Installation, func(), error) {
	workspace, stop, err := sandbox.Workspace(ctx, sandbox.Options{Project: "upkeep", Dir: u.file("stack"), RealAWS: true})
	if err != nil {
		return nil, nil, err
	}
	return &install.Installation{
		Config: u.config(), Kubeconfig: u.file("kubeconfig"), OC: u.file("bin", "oc"), Machines: u,
		Stack: install.StackArgs{Name: u.Name, Project: "upkeep", Program: u.program, Workspace: workspace}.Stack(),
		StackConfig: func(*cluster.InstallDir, string) (map[string]string, error) {
			return maps.Clone(emulatorConfig), nil
		},
	}, stop, nil
}

func (u *upkeep) program(ctx *pulumi.Context) error {
	dir, err := cluster.LoadInstallDir(u.file("dir"), cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	if u.Keys {
		key, err := os.ReadFile(u.file("dir", filepath.FromSlash(publicKeyFile)))
		if err != nil {
			return err
		}
		_, err = iam.NewShortTermCredentials(ctx, u.Name, &iam.ShortTermCredentialsArgs{
			Name: u.Name, OpenShiftVersion: "4.19", PublicKey: pulumi.String(string(key)), Region: "us-east-2",
		})
		return err
	}
	p := &controlPlaneStack{
		stage: cluster.Stage(config.Require(ctx, "stage")), scope: network.Internal, install: dir, cidr: "10.0.0.0/16",
		zones: []string{"us-east-2a", "us-east-2b", "us-east-2c"},
		change: func(a *cluster.ControlPlaneArgs) {
			a.PublicZoneID = nil // the API is private
			a.MachineWait = apiclient.WaitEvery(time.Second, 5*time.Minute)
		},
	}
	if kubeconfig, err := os.ReadFile(u.file("kubeconfig")); err == nil {
		dir.Kubeconfig = pulumi.ToSecret(pulumi.String(string(kubeconfig))).(pulumi.StringOutput)
	}
	return p.program(ctx)
}

// operate runs operations of the stack in this process.
func (u *upkeep) operate(t *testing.T, operate func(i *install.Installation) error) {
	t.Helper()
	i, stop, err := u.open(t.Context(), install.Options{})
	require.NoError(t, err)
	defer stop()
	require.NoError(t, operate(i))
}

// up updates the stack in a stage.
func (u *upkeep) up(t *testing.T, stage cluster.Stage) {
	t.Helper()
	u.operate(t, func(i *install.Installation) error {
		values := maps.Clone(emulatorConfig)
		values["stage"], values["infraId"], values["aws:allowedAccountIds"] = string(stage), u.infraID(), `["123456789012"]`
		if err := i.Stack.SetConfig(t.Context(), values); err != nil {
			return err
		}
		return i.Stack.Up(t.Context(), t.Output())
	})
}

func (u *upkeep) infraID() string { return u.Name + "-x7k2p" }

// destroy deletes the resources of the stack.
func (u *upkeep) destroy(t *testing.T) {
	t.Helper()
	u.operate(t, func(i *install.Installation) error { return i.Stack.Destroy(t.Context(), t.Output()) })
}

// runUpkeep is the command line of an upkeep, or its oc.
func runUpkeep() {
	if filepath.Base(os.Args[0]) == "oc" {
		response, err := http.Post(os.Getenv(ocVariable), "text/plain", strings.NewReader(strings.Join(os.Args[3:], "\n")))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		text, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if response.StatusCode != http.StatusOK {
			fmt.Fprintln(os.Stderr, string(text))
			os.Exit(1)
		}
		fmt.Print(string(text))
		os.Exit(0)
	}
	var u upkeep
	text, err := os.ReadFile(filepath.Join(os.Getenv(upkeepVariable), "upkeep.json"))
	if err == nil {
		err = json.Unmarshal(text, &u)
	}
	if err != nil {
		panic(err)
	}
	(&install.Commands{Open: u.open}).Main()
}

// serveOC answers the commands of oc until the end of the test.
func (u *upkeep) serveOC(t *testing.T, answer func(args []string) (string, error)) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		output, err := answer(strings.Split(string(text), "\n"))
		if err != nil {
			http.Error(w, output+err.Error(), http.StatusInternalServerError)
			return
		}
		_, _ = w.Write([]byte(output))
	}))
	t.Cleanup(server.Close)
	u.oc = server.URL
}

// run runs a command. If a step is named, it is killed with all that it started when that step has begun and until returns. It returns the
// error that the user sees.
func (u *upkeep) run(t *testing.T, step string, until func(), arguments ...string) (message string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	begun, killed := time.Now(), false
	command := exec.Command(self, append(arguments, "--yes", "--json", "--verbose")...)
	command.Env = append(os.Environ(), upkeepVariable+"="+u.Folder, ocVariable+"="+u.oc)
	var problems lockedBuffer
	command.Stderr = &problems
	output, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			install.Event

			Error string `json:"error"`
		}
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		message = cmp.Or(line.Error, message)
		if line.State == install.Started {
			t.Logf("%4.0f s: %s", time.Since(begun).Seconds(), line.Step)
		}
		if line.Step == step && line.State == install.Started && !killed {
			killed = true
			go func() {
				until()
				for _, pid := range append(descendants(command.Process.Pid), command.Process.Pid) {
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}()
		}
	}
	err = command.Wait()
	t.Logf("%v, killed in %q: %v %s after %v", arguments, step, err, message, time.Since(begun).Round(time.Second))
	if err != nil {
		t.Log(lastLines([]byte(problems.String()), 30))
	}
	if step != "" {
		require.True(t, killed, "the command came to the step %s: %s", step, message)
		require.ErrorContains(t, err, "killed")
	}
	return message
}

// soon is a moment of a step.
func soon() { pause(context.Background(), time.Duration(rand.Intn(300))*time.Millisecond) }

// TestMachineReplacementIsKilled replaces a control-plane machine of a cluster with real members of etcd. The command is killed with Pulumi
// and its providers, at last while the new machine boots, and continued.
func TestMachineReplacementIsKilled(t *testing.T) {
	t.Parallel()
	u := newUpkeep(t, "upkeep", false)
	u.up(t, cluster.StageBootstrap) // Before other tests have to wait.

	clusterLock.lock(t)
	reportInfraID(t, u.infraID())
	allowCSRs(t)
	machines := newRunningMachines(t, u.infraID())
	machines.startEtcd()
	require.NoError(t, os.WriteFile(u.file("kubeconfig"), []byte(machines.kubeconfig), 0o600))
	ignition, err := os.ReadFile(u.file("dir", "master.ign"))
	require.NoError(t, err)
	kubectl(t, jsonText(t, map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "master-user-data", "namespace": "openshift-machine-api"},
		"stringData": map[string]any{"userData": string(ignition)},
	}), "create", "-f", "-")
	u.up(t, cluster.StageCluster)
	u.serveOC(t, machines.oc)

	const key = "us-east-2c"
	var lost emulatedInstance
	for _, step := range points("etcd", "drain", "stop", "member", "update") {
		until := soon
		if step == "update" {
			until = func() { lost = machines.boots() }
		}
		u.run(t, step, until, "machine", "replace", key)
		machines.etcd.write()
	}
	require.NotEmpty(t, lost.ID, "the update was killed while %s booted", key)
	var continued sync.WaitGroup
	continued.Go(func() { assert.Empty(t, u.run(t, "", nil, "machine", "replace", key)) })
	require.Eventually(t, func() bool { return !slices.Contains(machines.ids(), lost.ID) }, 2*time.Minute, time.Second,
		"the instance that Pulumi does not know is terminated")
	booted := machines.boots()
	machines.joins(booted)
	continued.Wait()

	assert.Len(t, machines.instances(), 3)
	assert.Len(t, machines.etcd.healthy(), 3)
	assert.Contains(t, machines.etcd.healthy(), booted.Name)
	assert.Empty(t, machines.failures, "the API answers all the time")
	u.restoresEtcd(t, machines)
	u.operate(t, func(i *install.Installation) error {
		interrupted, err := i.Stack.Interrupted(t.Context())
		assert.Empty(t, interrupted)
		return err
	})
	u.destroy(t)
}

// Open and Close implement install.Machines.
func (u *upkeep) Open(context.Context, string, string, string) error { return nil }

func (u *upkeep) Close(context.Context, string, string, string) error { return nil }

// Run implements install.Machines: the folders of the machine are in one of the upkeep.
func (u *upkeep) Run(ctx context.Context, _, instance, command string, in io.Reader) (string, error) {
	root := u.file("machines", instance)
	inFolder := strings.NewReplacer("/usr/local/bin", root+"/usr/local/bin", "/home/core", root+"/home/core",
		"/etc/kubernetes", root+"/etc/kubernetes", "/etc/mco", root+"/etc/mco", "sudo ", "")
	if !strings.Contains(command, "tar") {
		text, err := io.ReadAll(in)
		if err != nil {
			return "", err
		}
		in = strings.NewReader(inFolder.Replace(string(text)))
	}
	shell := exec.CommandContext(ctx, "bash", "-c", inFolder.Replace(command))
	shell.Stdin = in
	output, err := shell.CombinedOutput()
	return string(output), err
}

// write writes a file of a machine or of the upkeep.
func (u *upkeep) write(t *testing.T, text string, elements ...string) {
	t.Helper()
	path := u.file(elements...)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
}

// backup writes a backup as that of cluster-backup.sh into S3, and returns its address.
func (u *upkeep) backup(t *testing.T, image string) string {
	t.Helper()
	u.write(t, image, "backup", "static-pod-resources", "etcd-pod-7", "etcd-pod.yaml")
	u.write(t, "snapshot", "backup", "snapshot_2026.db")
	for _, arguments := range [][]string{
		{"-czf", "static_kuberesources_2026.tar.gz", "static-pod-resources"},
		{"-cf", "etcd.tar", "snapshot_2026.db", "static_kuberesources_2026.tar.gz"},
	} {
		archive := exec.Command("tar", arguments...)
		archive.Dir = u.file("backup")
		require.NoError(t, archive.Run())
	}
	text, err := os.ReadFile(u.file("backup", "etcd.tar"))
	require.NoError(t, err)
	requestS3(t, http.MethodPut, "/upkeep-etcd", []byte(
		`<CreateBucketConfiguration><LocationConstraint>us-east-2</LocationConstraint></CreateBucketConfiguration>`))
	requestS3(t, http.MethodPut, "/upkeep-etcd/etcd/2026.tar", text)
	t.Cleanup(func() {
		requestS3(t, http.MethodDelete, "/upkeep-etcd/etcd/2026.tar", nil)
		requestS3(t, http.MethodDelete, "/upkeep-etcd", nil)
	})
	return "s3://upkeep-etcd/etcd/2026.tar"
}

// restoresEtcd restores etcd of a cluster in which two members have ended. OpenShift's scripts stop and start real members.
func (u *upkeep) restoresEtcd(t *testing.T, machines *runningMachines) {
	t.Helper()
	const image = "image: quay.io/etcd@sha256:aaaa"
	for id := range machines.machines {
		for name, action := range map[string]string{"disable-etcd.sh": "stop", "cluster-restore.sh": "restore"} {
			u.write(t, fmt.Sprintf("#!/bin/bash\n%s --namespace none script %s %s\n", u.file("bin", "oc"), action, id),
				"machines", id, "usr", "local", "bin", name)
		}
		u.write(t, image, "machines", id, "etc", "kubernetes", "manifests", "etcd-pod.yaml")
	}
	const key = "us-east-2a"
	for _, machine := range machines.machines {
		if machine.Zone != key {
			machines.etcd.stop(machine.Name)
		}
	}
	machines.close(true)
	arguments := []string{"restore", key, "--backup", u.backup(t, image)}
	for _, step := range points("access", "backup", "disable", "restore", "operator") {
		u.run(t, step, func() {}, arguments...) // They take less than a second here.
	}
	require.Empty(t, u.run(t, "", nil, arguments...))
	machines.etcd.write()
	assert.Len(t, machines.etcd.healthy(), 3)
}
