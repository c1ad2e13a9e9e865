package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/adopt"
)

// TestInstallAdopted takes over, with the examples for it, a cluster that openshift-install describes without this library: machines,
// machine sets and machine configs are the installer's, and stay as they are.
func TestInstallAdopted(t *testing.T) {
	t.Parallel()
	_, err := buildPrograms() // Before other tests have to wait.
	require.NoError(t, err)
	clusterLock.lock(t)
	left := newLeftCluster(t)
	before := left.objects()
	require.Len(t, before, 8, "three machines, three machine sets and two machine configs: %v", before)

	subnets := make([]string, 0, len(left.subnets))
	for zone, id := range left.subnets {
		subnets = append(subnets, zone+"="+id)
	}
	infra := newExample(t, "infra-nodes", map[string]string{
		"aws:region": installationRegion, "infraId": left.infraID, "kubeconfig": "auth/kubeconfig",
		"subnets": strings.Join(subnets, ","), "securityGroupIds": left.groups[left.infraID+"-node"],
		"instanceProfile": left.infraID + "-worker-profile", "ami": emulatedAMI, "registryBucket": "registry",
	})
	pools := newExample(t, "machine-config", map[string]string{
		"kubeconfig": "auth/kubeconfig", "pool": "left-pool", "pausedPool": "left-batch", "channel": "stable-4.18", "version": "",
	})
	left.takesOver(infra, "openshift-infra-nodes")
	assert.Eventually(t, func() bool { return left.running() == 9 }, time.Minute, time.Second, "with a machine in each zone")
	assert.Equal(t, before, left.objects(), "the infra nodes change nothing of the installer's")
	left.takesOver(pools, "openshift-machine-config")
	assert.Equal(t, before, left.objects(), "the pools change nothing of the installer's")

	pools.run("destroy")
	infra.run("destroy")
	assert.Equal(t, before, left.objects(), "what is destroyed is the program's alone")
	assert.Eventually(t, func() bool { return left.running() == 6 }, time.Minute, time.Second, "without the infra machines")
	left.remove()
	assert.Empty(t, regionLeftovers(t, installationRegion, left.infraID))
}

// takesOver adopts an example's program, which needs a permission for the objects in the cluster, and asserts that it then has nothing
// left to do.
func (l *leftCluster) takesOver(e *example, project string) {
	l.t.Helper()
	created := len(kubeNames(l.t))
	_, _, err := e.adopt(project, adopt.Options{})
	require.ErrorIs(l.t, err, adopt.ErrRejected, "objects in the cluster are not imported")
	assert.Len(l.t, kubeNames(l.t), created, "a rejected adoption creates nothing")

	report, called, err := e.adopt(project, adopt.Options{Allow: []string{"kubernetes:*"}})
	require.NoError(l.t, err)
	assert.Empty(l.t, writes(called), "the adoption changed the account")
	assert.NotEmpty(l.t, report.Allowed)
	e.run("preview").unchanged(l.t, "preview after the adoption")
	e.run("up").unchanged(l.t, "update after the adoption")
	e.run("refresh").unchanged(l.t, "refresh after the adoption")
	e.run("up").unchanged(l.t, "update after the refresh")
}

// leftCluster is a cluster of openshift-install: its directory, its network in the account, and in the API server the manifests for
// machines that the bootstrap machine applies.
type leftCluster struct {
	t            *testing.T
	dir, infraID string
	manifests    string
	vpc          string
	removeZone   func()
	// subnets are the IDs by zone, and groups those by name.
	subnets, groups map[string]string
}

// leftKinds are the kinds of the manifests that are applied: those which programs of this library have too.
var leftKinds = []string{"Machine", "MachineSet", "MachineConfig"}

// leftSecret is what the control-plane machines need besides; the lab's cluster has the workers'.
const leftSecret = "master-user-data"

// newLeftCluster runs the real openshift-install as a user without this library does: three control-plane machines and three workers.
func newLeftCluster(t *testing.T) *leftCluster {
	t.Helper()
	_, removeZone := publicZone(t, installDomain)
	i := newInstallation(t, classicProgram, "left", installDomain, emulator(t))
	l := &leftCluster{t: t, dir: i.dir(), removeZone: removeZone, subnets: map[string]string{}, groups: map[string]string{}}
	pool := func(name string) map[string]any {
		return map[string]any{"name": name, "replicas": 3, "platform": map[string]any{"aws": map[string]any{"zones": i.config["zones"]}}}
	}
	platform := i.config["more"].(map[string]any)["platform"].(map[string]any)["aws"].(map[string]any)
	platform["region"], platform["amiID"] = installationRegion, emulatedAMI
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": "v1", "metadata": map[string]any{"name": "left"}, "baseDomain": installDomain, "credentialsMode": "Manual",
		"controlPlane": pool("master"), "compute": []any{pool("worker")}, "platform": map[string]any{"aws": platform},
		"pullSecret": i.config["pullSecret"], "sshKey": i.config["sshKey"],
	})
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(l.dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(l.dir, "install-config.yaml"), text, 0o600))
	i.openshiftInstall("create", "manifests")
	objects := l.read()
	i.openshiftInstall("create", "ignition-configs") // It consumes the manifests, and writes metadata.json.
	l.infraID = i.infraID()
	l.createNetwork(objects)
	kubectl(t, l.manifests, "create", "--field-manager=cluster-bootstrap", "-f", "-")
	t.Cleanup(func() { kubectl(t, l.manifests, "delete", "--ignore-not-found", "--wait", "-f", "-") })
	require.Eventually(t, func() bool { return l.running() == 6 }, time.Minute, time.Second, "all machines run")
	return l
}

// openshiftInstall runs a command of the real openshift-install in the install directory.
func (i *installation) openshiftInstall(command ...string) {
	i.t.Helper()
	tool := ""
	for _, variable := range i.env {
		if path, ok := strings.CutPrefix(variable, "PATH="); ok {
			tool = filepath.Join(strings.Split(path, ":")[0], "openshift-install")
		}
	}
	process := exec.Command(tool, append(command, "--dir", i.dir())...)
	process.Env = i.env
	output, err := process.CombinedOutput()
	require.NoError(i.t, err, string(output))
}

// leftObject is what the test reads of a manifest.
type leftObject struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Spec     any
}

// read returns the manifests of leftKinds.
func (l *leftCluster) read() (objects []leftObject) {
	l.t.Helper()
	files, err := filepath.Glob(filepath.Join(l.dir, "openshift", "*.yaml"))
	require.NoError(l.t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(l.t, err)
		var object leftObject
		require.NoError(l.t, yaml.Unmarshal(text, &object), file)
		switch {
		case slices.Contains(leftKinds, object.Kind):
			objects = append(objects, object)
			l.manifests += "---\n" + string(text)
		case object.Metadata.Name == leftSecret: // The machines need it first.
			l.manifests = string(text) + l.manifests
		}
	}
	return objects
}

// createNetwork creates the subnets, security groups and profiles which the manifests name, as the installer does, with its tags.
func (l *leftCluster) createNetwork(objects []leftObject) {
	l.t.Helper()
	ec2 := func(action, pattern string, parameters ...string) string {
		return found(l.t, callAWSIn(l.t, installationRegion, "ec2", action, parameters...), pattern)
	}
	named := func(kind, name string) []string {
		return append(ownedBy(l.infraID, kind), "TagSpecification.1.Tag.2.Key", "Name", "TagSpecification.1.Tag.2.Value", name)
	}
	l.vpc = ec2("CreateVpc", "<vpcId>(.*)</vpcId>", append(named("vpc", l.infraID+"-vpc"), "CidrBlock", "10.0.0.0/16")...)
	for _, object := range objects {
		text, err := json.Marshal(object.Spec)
		require.NoError(l.t, err)
		for _, name := range namesOf(string(text)) {
			if zone, isSubnet := strings.CutPrefix(name, l.infraID+"-subnet-private-"); isSubnet {
				if l.subnets[zone] == "" {
					l.subnets[zone] = ec2("CreateSubnet", "<subnetId>(.*)</subnetId>", append(named("subnet", name), "VpcId", l.vpc,
						"AvailabilityZone", zone, "CidrBlock", fmt.Sprintf("10.0.%d.0/24", len(l.subnets)))...)
				}
			} else if l.groups[name] == "" {
				l.groups[name] = ec2("CreateSecurityGroup", "<groupId>(.*)</groupId>", append(named("security-group", name),
					"VpcId", l.vpc, "GroupName", name, "GroupDescription", "of openshift-install")...)
			}
		}
	}
	require.Len(l.t, l.subnets, 3)
	require.Contains(l.t, l.groups, l.infraID+"-node")
	for profile, role := range l.profiles() {
		callAWS(l.t, "iam", "CreateRole", "RoleName", role, "AssumeRolePolicyDocument", rolePolicy)
		callAWS(l.t, "iam", "CreateInstanceProfile", "InstanceProfileName", profile)
		callAWS(l.t, "iam", "AddRoleToInstanceProfile", "InstanceProfileName", profile, "RoleName", role)
	}
}

// profiles are the roles of the machines, by the names of their instance profiles.
func (l *leftCluster) profiles() map[string]string {
	return map[string]string{
		l.infraID + "-master-profile": l.infraID + "-master-role", l.infraID + "-worker-profile": l.infraID + "-worker-role",
	}
}

// filterName is the value of a filter by the tag Name.
var filterName = regexp.MustCompile(`"name":"tag:Name","values":\["([^"]*)"\]`)

// namesOf returns the names by which a machine finds its subnet and its security groups.
func namesOf(spec string) (names []string) {
	for _, match := range filterName.FindAllStringSubmatch(spec, -1) {
		names = append(names, match[1])
	}
	return names
}

// kubeList returns objects of the API server.
func kubeList(t *testing.T, arguments ...string) []map[string]any {
	t.Helper()
	var list struct{ Items []map[string]any }
	require.NoError(t, json.Unmarshal([]byte(kubectl(t, "", append([]string{"get", "-o", "json"}, arguments...)...)), &list))
	return list.Items
}

// objects returns the specs of the installer's objects.
func (l *leftCluster) objects() map[string]any {
	l.t.Helper()
	var list struct{ Items []leftObject }
	require.NoError(l.t, json.Unmarshal([]byte(kubectl(l.t, l.manifests, "get", "-o", "json", "-f", "-")), &list))
	specs := map[string]any{}
	for _, object := range list.Items {
		if object.Metadata.Name != leftSecret {
			specs[object.Kind+" "+object.Metadata.Name] = object.Spec
		}
	}
	return specs
}

// running counts the machines that run.
func (l *leftCluster) running() (count int) {
	l.t.Helper()
	for _, machine := range kubeList(l.t, "-A", "machines.machine.openshift.io") {
		status, _ := machine["status"].(map[string]any)
		if status["phase"] == "Running" {
			count++
		}
	}
	return count
}

// kubeNames returns the objects of the kinds that the examples create.
func kubeNames(t *testing.T) []map[string]any {
	t.Helper()
	return kubeList(t, "-A", "machinesets.machine.openshift.io,machineconfigpools,machineconfigs,kubeletconfigs,machinehealthchecks")
}

// remove removes what the installer has created.
func (l *leftCluster) remove() {
	l.t.Helper()
	kubectl(l.t, l.manifests, "delete", "--wait", "-f", "-")
	assert.Eventually(l.t, func() bool { return len(kubeList(l.t, "-A", "machines.machine.openshift.io")) == 0 }, time.Minute, time.Second)
	for _, group := range l.groups {
		callAWSIn(l.t, installationRegion, "ec2", "DeleteSecurityGroup", "GroupId", group)
	}
	for _, subnet := range l.subnets {
		callAWSIn(l.t, installationRegion, "ec2", "DeleteSubnet", "SubnetId", subnet)
	}
	callAWSIn(l.t, installationRegion, "ec2", "DeleteVpc", "VpcId", l.vpc)
	for profile, role := range l.profiles() {
		callAWS(l.t, "iam", "RemoveRoleFromInstanceProfile", "InstanceProfileName", profile, "RoleName", role)
		callAWS(l.t, "iam", "DeleteInstanceProfile", "InstanceProfileName", profile)
		callAWS(l.t, "iam", "DeleteRole", "RoleName", role)
	}
	l.removeZone()
}
