package acceptance

import (
	"context"
	"crypto/tls"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/lb"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
	"github.com/openshift-aws/pulumi-openshift-aws/network"
)

const (
	behindInfraID = "behind-a1b2c"
	behindDomain  = "behind.example.com"
)

// otherLB makes the internal load balancer a public one, which the provider creates again under its name.
var otherLB = pulumi.Transformations([]pulumi.ResourceTransformation{
	func(args *pulumi.ResourceTransformationArgs) *pulumi.ResourceTransformationResult {
		if balancer, ok := args.Props.(*lb.LoadBalancerArgs); ok {
			balancer.Internal = pulumi.Bool(false)
		}
		return nil
	},
})

// TestControlPlaneBehindItsLoadBalancer deletes the load balancer by which the program and the kubelets reach the API: behind the stack's
// back, and by edits.
func TestControlPlaneBehindItsLoadBalancer(t *testing.T) {
	t.Parallel()
	zone, removeZone := publicZone(t, behindDomain)
	p := newControlPlaneStack(t, zone, behindInfraID, behindDomain)
	p.cidr, p.scope = "10.91.0.0/16", network.Internal
	p.up(noChange) // Before other tests have to wait.

	clusterLock.lock(t)
	reportInfraID(t, behindInfraID)
	machines := newRunningMachines(t, behindInfraID)
	p.install.Kubeconfig = pulumi.ToSecret(pulumi.String(machines.kubeconfig)).(pulumi.StringOutput)
	p.change = func(a *cluster.ControlPlaneArgs) { a.MachineWait = apiclient.WaitEvery(time.Second, 5*time.Minute) }
	p.up(func(p *controlPlaneStack) { p.stage = cluster.StageCluster })

	p.loadBalancerIsDeletedOutside(machines)
	p.loadBalancerIsNotReplaced(machines)
	p.loadBalancerIsReplacedOnPurpose(machines)
	_, err := p.box.Destroy(t.Context())
	require.NoError(t, err)
	removeZone()
}

// emulatedLoadBalancer is a load balancer. The emulator gives another one of its name the same ARN.
type emulatedLoadBalancer struct {
	ARN     string `xml:"LoadBalancerArn"`
	Created string `xml:"CreatedTime"`
}

// balance listens as the load balancer of the API: a connection reaches the API server while an instance runs.
func (m *runningMachines) balance() {
	config, err := clientcmd.LoadFromFile(os.Getenv("KUBECONFIG"))
	require.NoError(m.t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(m.t, err)
	m.t.Cleanup(func() { _ = listener.Close() })
	for _, entry := range config.Clusters {
		server, err := url.Parse(entry.Server)
		require.NoError(m.t, err)
		m.url, m.apiServer = "https://"+listener.Addr().String(), server.Host
		entry.Server = m.url
	}
	path := filepath.Join(m.t.TempDir(), "kubeconfig")
	require.NoError(m.t, clientcmd.WriteToFile(*config, path))
	text, err := os.ReadFile(path)
	require.NoError(m.t, err)
	m.kubeconfig = string(text)
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go m.connect(client)
		}
	}()
}

func (m *runningMachines) connect(client net.Conn) {
	defer client.Close()
	if m.serving() == 0 {
		return
	}
	server, err := net.Dial("tcp", m.apiServer)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, client) }()
	_, _ = io.Copy(client, server)
}

// serving returns how many machines answer behind the load balancer.
func (m *runningMachines) serving() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	count := 0
	if !m.balanced || m.closed {
		return 0
	}
	for _, machine := range m.machines {
		if machine.running {
			count++
		}
	}
	return count
}

// useAPI sends one request after the other.
func (m *runningMachines) useAPI(ctx context.Context) {
	config, err := clientcmd.Load([]byte(m.kubeconfig))
	assert.NoError(m.t, err)
	client := http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true,
		},
	}
	for ctx.Err() == nil {
		// Not /readyz, which fails also while the lab's etcd is slow.
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, m.url+"/livez/ping", nil)
		assert.NoError(m.t, err)
		request.Header.Set("Authorization", "Bearer "+config.AuthInfos[config.Contexts[config.CurrentContext].AuthInfo].Token)
		began := time.Now()
		response, err := client.Do(request)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode != http.StatusOK {
				err = errors.New(response.Status)
			}
		}
		if ctx.Err() == nil {
			m.mu.Lock()
			m.attempts++
			if err != nil {
				m.failures = append(m.failures, fmt.Sprint(began.Format(time.TimeOnly), " after ", time.Since(began), ": ", err))
			}
			m.mu.Unlock()
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// loadBalancer returns the internal load balancer in the account.
func (m *runningMachines) loadBalancer() (found emulatedLoadBalancer, exists bool) {
	text, status := requestAWS(m.t, "us-east-2", "elasticloadbalancing", "DescribeLoadBalancers", "Names.member.1", m.infraID+"-int")
	var description struct {
		LoadBalancer emulatedLoadBalancer `xml:"DescribeLoadBalancersResult>LoadBalancers>member"`
	}
	if status == http.StatusOK {
		assert.NoError(m.t, xml.Unmarshal([]byte(text), &description))
	}
	return description.LoadBalancer, description.LoadBalancer.ARN != ""
}

// larger changes the instance type of all machines.
func (p *controlPlaneStack) larger() {
	kept := p.change
	p.change = func(a *cluster.ControlPlaneArgs) {
		kept(a)
		a.InstanceType = "m5.2xlarge"
	}
}

// rejects asserts that previews and updates are rejected. Updates change nothing.
func (p *controlPlaneStack) rejects(preview, update string) {
	p.t.Helper()
	_, err := p.box.Preview(p.t.Context())
	require.ErrorContains(p.t, err, preview)
	_, err = p.box.Up(p.t.Context())
	require.ErrorContains(p.t, err, update)
}

// loadBalancerIsDeletedOutside: without its load balancer the API is away, so that no machine changes until it is back.
func (p *controlPlaneStack) loadBalancerIsDeletedOutside(machines *runningMachines) {
	p.t.Helper()
	before, exists := machines.loadBalancer()
	require.True(p.t, exists)
	callAWS(p.t, "elasticloadbalancing", "DeleteLoadBalancer", "LoadBalancerArn", before.ARN)
	require.Eventually(p.t, func() bool { return machines.serving() == 0 }, time.Minute, 100*time.Millisecond)
	kept := p.change
	p.larger()
	const want = "nothing says whether etcd keeps its majority"
	p.rejects(want, want)
	machines.mu.Lock()
	assert.Zero(p.t, machines.mostStopped, "no machine was changed")
	machines.mu.Unlock()
	p.change = kept

	_, err := p.box.Refresh(p.t.Context())
	require.NoError(p.t, err)
	repaired := p.up(noChange)
	assert.Contains(p.t, repaired.with("create"), "aws:lb/loadBalancer:LoadBalancer plane-int", "its creation needs no API")
	require.Eventually(p.t, func() bool { return machines.serving() == 3 }, time.Minute, 100*time.Millisecond)
	p.larger()
	_, err = p.box.Preview(p.t.Context())
	require.NoError(p.t, err, "the API is back, and says that all members vote")
	p.change = kept
}

// loadBalancerIsNotReplaced: an edit deletes no load balancer, while the API answers and while it does not.
func (p *controlPlaneStack) loadBalancerIsNotReplaced(machines *runningMachines) {
	p.t.Helper()
	before, _ := machines.loadBalancer()
	zones := p.zones
	p.zones, p.machineZones = zones[:2], []string{zones[0], zones[1], zones[1]}
	p.rejects("us-east-2c cannot be taken away", "us-east-2c cannot be taken away")
	p.zones, p.machineZones = zones, nil

	p.options = []pulumi.ResourceOption{otherLB}
	const want = "all nodes would be cut off"
	p.rejects(want, want)
	machines.close(true)
	_, err := p.box.Up(p.t.Context())
	require.ErrorContains(p.t, err, "already exists", "AWS rejects a second load balancer of the name")
	machines.close(false)
	after, exists := machines.loadBalancer()
	assert.True(p.t, exists)
	assert.Equal(p.t, before, after)
	p.options = nil
	p.up(noChange).unchanged(p.t, "after the rejected edits")
}

// loadBalancerIsReplacedOnPurpose: the configuration permits it, and no machine changes.
func (p *controlPlaneStack) loadBalancerIsReplacedOnPurpose(machines *runningMachines) {
	p.t.Helper()
	before, _ := machines.loadBalancer()
	config := maps.Clone(emulatorConfig)
	config["openshift-aws:allowLoss"] = "ControlPlane/plane"
	p.configure(config)
	p.options = []pulumi.ResourceOption{otherLB}
	instances := machines.instances()
	replaced := p.up(noChange)
	assert.Contains(p.t, replaced.with("delete-replaced", "replace"), "aws:lb/loadBalancer:LoadBalancer plane-int")
	after, exists := machines.loadBalancer()
	assert.True(p.t, exists)
	assert.NotEqual(p.t, before.Created, after.Created)
	assert.ElementsMatch(p.t, instances, machines.instances())
	p.up(noChange).unchanged(p.t, "after the replacement of the load balancer")
}

// close closes the firewall between the program and the API, or opens it.
func (m *runningMachines) close(closed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = closed
}
