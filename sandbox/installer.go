package sandbox

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/localuser"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// Installer is a fake of openshift-install, and of the API of the cluster that it installs.
type Installer struct {
	// Path is the path of the program: that of this process, which openshift-aws runs as openshift-install.
	Path string
	// Kubeconfig is the path of a kubeconfig of the API. It reports a new cluster: nodes that are ready, operators that are available,
	// and nothing that the cluster created in the account. The control-plane machines of the account are its nodes and members of etcd. It
	// does not answer if the account has no control plane, one that never had a bootstrap machine, or one without its load balancers, nor
	// with a fault of the type ClusterAPI.
	Kubeconfig string
	// Dir is the folder of the sandbox.
	Dir string
	// Stop stops the API.
	Stop func()
}

// FakeInstaller returns a fake of openshift-install in the folder of a sandbox, for an installation by cluster/install. Of opts, it uses
// Project, Dir and Faults.
func FakeInstaller(opts Options) (*Installer, error) {
	s, err := open(opts)
	if err != nil {
		return nil, err
	}
	given, err := newFaults(s.opts.Faults)
	if err != nil {
		return nil, err
	}
	api := &clusterAPI{sandbox: s, given: given}
	dir := s.opts.Dir
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	program, err := openshiftinstall.Link(dir)
	if err != nil {
		return nil, err
	}
	listener, err := localuser.Listen()
	if err != nil {
		return nil, err
	}
	server := httptest.NewUnstartedServer(api)
	_ = server.Listener.Close()
	server.Listener = listener
	server.Start()
	kubeconfig := filepath.Join(dir, openshiftinstall.APIFile)
	text := fmt.Sprintf("current-context: demo\ncontexts: [{name: demo, context: {cluster: demo, user: admin}}]\n"+
		"clusters: [{name: demo, cluster: {server: %q}}]\nusers: [{name: admin, user: {token: sandbox}}]\n", server.URL)
	if err := os.WriteFile(kubeconfig, []byte(text), 0o600); err != nil {
		server.Close()
		return nil, err
	}
	return &Installer{Path: program, Kubeconfig: kubeconfig, Dir: dir, Stop: server.Close}, nil
}

// startedFile is the file in the folder of a sandbox with the machines of a control plane that had a bootstrap machine.
const startedFile = "control-plane.json"

// controlPlane is the control plane of a sandbox's account.
type controlPlane struct {
	infraID  string
	machines []fake.Record
	// internal and external report whether its load balancers exist.
	internal, external bool
	// bootstrapping reports whether the bootstrap machine exists.
	bootstrapping bool
}

// startedControlPlane returns the sandbox's control plane if its machines have, or had, a bootstrap machine: without one, their Ignition is
// served by nobody. It records them, because the bootstrap machine is deleted afterwards. A machine that is added to them joins them.
func startedControlPlane(dir string) (found controlPlane, err error) {
	account, err := fake.OpenStore[fake.Record](filepath.Join(dir, awsFile), nil)
	if err != nil {
		return controlPlane{}, err
	}
	started, err := fake.OpenStore[bool](filepath.Join(dir, startedFile), nil)
	if err != nil {
		return controlPlane{}, err
	}
	machines, starts := map[string]fake.Record{}, false
	account.View(func(records map[string]fake.Record) {
		for _, record := range records {
			tags, _ := record.Outputs["tags"].(map[string]any)
			switch tag, _ := tags["Name"].(string); {
			case record.Token == "aws:lb/loadBalancer:LoadBalancer":
				found.internal = found.internal || strings.HasSuffix(tag, "-int")
				found.external = found.external || strings.HasSuffix(tag, "-ext")
			case record.Token != "aws:ec2/instance:Instance":
			case strings.HasSuffix(tag, "-bootstrap"):
				starts, found.bootstrapping = true, true
			case strings.Contains(tag, "-master-"):
				machines[record.ID] = record
			}
		}
	})
	err = started.Update(func(known map[string]bool) error {
		maps.DeleteFunc(known, func(id string, _ bool) bool { _, exists := machines[id]; return !exists })
		starts = starts || len(known) > 0
		for id, machine := range machines {
			if starts {
				known[id], found.infraID = true, clusterOf(machine)
				found.machines = append(found.machines, machine)
			}
		}
		return nil
	})
	return found, err
}

// clusterOf returns the infrastructure ID in the tags of a machine.
func clusterOf(machine fake.Record) string {
	tags, _ := machine.Outputs["tags"].(map[string]any)
	for key := range tags {
		if infraID, found := strings.CutPrefix(key, "kubernetes.io/cluster/"); found {
			return infraID
		}
	}
	return ""
}
