package install

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pageCommand is a command of a page.
type pageCommand struct {
	text string
	// ran is what the command of this package did for it, as the fakes of the cluster, its stack and oc record it; "" if it does not.
	ran string
	// reason is why it does not.
	reason string
}

const (
	reads  = "it reads"
	person = "a person decides"
)

// indented are the lines of a page that are commands, and paragraphs of lists.
var indented = regexp.MustCompile(`(?m)^ {4,}\S.*$`)

// commandsOf returns the commands between a heading of a page and the next one of its level, without their comments.
func commandsOf(t *testing.T, page, heading string) (all []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", page))
	require.NoError(t, err)
	_, section, found := strings.Cut(string(text), "\n"+heading+"\n")
	require.True(t, found, "%s has no %s", page, heading)
	level, _, _ := strings.Cut(heading, " ")
	for _, end := range []string{"\n" + level + " ", "\n## "} {
		section, _, _ = strings.Cut(section, end)
	}
	for _, line := range indented.FindAllString(strings.ReplaceAll(section, "\\\n", " "), -1) {
		line, _, _ = strings.Cut(line, "  #")
		if line = strings.Join(strings.Fields(line), " "); command.MatchString(line) {
			all = append(all, line)
		}
	}
	return all
}

// command is the beginning of what a shell runs, and not of a paragraph in a list.
var command = regexp.MustCompile(`^(oc|aws|pulumi|openshift-install|sudo|cp|cat|journalctl|go run|for) `)

// checkPage compares the commands of a section with a table, and the table with what ran. Each command of a page that changes something has
// to be among them.
func checkPage(t *testing.T, page, heading string, want []pageCommand, ran []string) {
	t.Helper()
	var texts []string
	for _, row := range want {
		texts = append(texts, row.text)
		if row.ran == "" {
			assert.NotEmpty(t, row.reason, row.text)
			continue
		}
		assert.Contains(t, ran, row.ran, "%s: %s", page, row.text)
	}
	assert.Equal(t, texts, commandsOf(t, page, heading), page)
}

// record returns what was done with the cluster: by oc, AWS and the stack, and in its API with the patches.
func (m *masters) recorded() []string {
	all := slices.Concat(m.done, m.api.requests)
	for path, patches := range m.api.patched {
		for _, patch := range patches {
			all = append(all, "PATCH "+path+" "+patch)
		}
	}
	return all
}

const (
	overridden  = `{"spec":{"unsupportedConfigOverrides":{"` + quorumOverride + `":true}}}`
	override    = `oc patch etcd cluster --type=merge -p '` + overridden + `'`
	notOverride = `oc patch etcd cluster --type=merge -p '{"spec":{"unsupportedConfigOverrides":null}}'`
	// The command removes its own override, and keeps those of others.
	removed = "PATCH " + etcdPath + ` {"spec":{"unsupportedConfigOverrides":{"` + quorumOverride + `":null}}}`
)

// TestPageOfAReplacement: the steps by hand in replace-machine.md are those of `machine replace`.
func TestPageOfAReplacement(t *testing.T) {
	i, m := withMasters(t)
	require.NoError(t, i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}))
	secret := "DELETE " + secretsPath + "/etcd-"
	ran := m.recorded()
	for _, name := range []string{"serving-", "serving-metrics-"} {
		assert.Contains(t, ran, secret+name+oldNode)
	}
	checkPage(t, "replace-machine.md", "## Replace a control-plane machine", []pageCommand{
		{text: "go run . machine replace us-west-2c", reason: "it is the command"},
		{text: "go run . machine replace us-west-2c --zone us-west-2d", reason: "it is the command"},
		{text: "oc adm drain $node --ignore-daemonsets --delete-emptydir-data", ran: drained},
		{
			text: "aws ec2 stop-instances --instance-ids $(oc get node $node -o jsonpath='{.spec.providerID}' | sed 's|.*/||')",
			ran:  stopped,
		},
		{text: "oc -n openshift-etcd rsh -c etcdctl etcd-$other etcdctl member list -w table", reason: reads},
		{text: "oc -n openshift-etcd rsh -c etcdctl etcd-$other etcdctl member remove <ID>", ran: "member remove " + memberID(oldNode)},
		{text: override, ran: "PATCH " + etcdPath + " " + overridden},
		{
			text: "oc -n openshift-etcd delete secret etcd-peer-$node etcd-serving-$node etcd-serving-metrics-$node",
			ran:  secret + "peer-" + oldNode,
		},
		{text: "oc delete node $node", ran: "DELETE " + nodesPath + "/" + oldNode},
		{
			text: "oc -n openshift-machine-api get secret master-user-data -o go-template='{{.data.userData | base64decode}}' > " +
				"install-dir/master.ign",
			reason: "the update of the fake compares the file",
		},
		{text: "pulumi up --replace '<URN of the instance>'", ran: upOf(machineURN("master-" + oldKey))},
		{text: "journalctl -u kubelet -g 'Rotating certificates'", reason: person},
		{text: "oc adm certificate approve <name>", reason: person},
		{text: notOverride, ran: removed},
		{text: "oc get clusteroperators etcd kube-apiserver", reason: reads},
	}, ran)
}

// TestPageOfARestoration: the commands by hand in backup-and-restore.md are those of `restore`.
func TestPageOfARestoration(t *testing.T) {
	var ran []string
	for _, backup := range []string{"", backupFile(t, etcdImage)} {
		i, f := withoutQuorum(t, scripts...)
		_, err := i.Restore(t.Context(), Restoration{Machine: "us-east-2a", Backup: backup})
		require.NoError(t, err)
		for _, line := range slices.Concat(withoutID(f.ran), f.masters.recorded()) {
			ran = append(ran, restorationID.ReplaceAllString(line, "restore-ID"))
		}
	}
	checkPage(t, "backup-and-restore.md", "## Restore etcd", []pageCommand{
		{text: "go run . restore us-west-2a", reason: "it is the command"},
		{text: "go run . restore us-west-2a --backup s3://$BUCKET/etcd/2026-11-26T021700Z.tar", reason: "it is the command"},
		{text: "sudo -E /usr/local/bin/disable-etcd.sh", ran: "i-b " + disableScript},
		{text: "sudo -E /usr/local/bin/quorum-restore.sh", ran: "i-a " + quorumScript},
		{
			text: "sudo -E /usr/local/bin/cluster-restore.sh /home/core/backup",
			ran:  "i-a " + restoreScript + " i-a/home/core/restore-ID/backup",
		},
		{text: override, ran: "PATCH " + etcdPath + " " + overridden},
		{
			text: `oc patch etcd cluster --type=merge -p "{\"spec\":{\"forceRedeploymentReason\":\"restore-$(date -u +%FT%TZ)\"}}"`,
			ran:  "PATCH " + etcdPath + ` {"spec":{"forceRedeploymentReason":"restore-ID"}}`,
		},
		{text: "oc get csr", reason: reads},
		{text: "oc adm wait-for-stable-cluster", reason: "the command waits for the members, because not all machines are there"},
		{text: notOverride, ran: removed},
	}, ran)
}

// restorationID is the name of a restoration.
var restorationID = regexp.MustCompile(`restore-\d{8}T\d{6}Z`)

// TestPageOfARotation: the steps by hand in credentials.md are those of `rotate signing-key`.
func TestPageOfARotation(t *testing.T) {
	s := withSigningKey(t)
	require.NoError(t, s.i.Rotate(t.Context(), "signing-key"))
	const key = " -o jsonpath='{.data.service-account\\.pub}' | base64 -d > "
	const current = "oc -n openshift-kube-apiserver get secret bound-service-account-signing-key"
	next := "oc -n openshift-kube-apiserver-operator %s secret next-bound-service-account-signing-key"
	ran := append(s.recorded(), "published "+strings.Join(s.published, ", then "))
	checkPage(t, "credentials.md", "## The signing key", []pageCommand{
		{text: current + key + "old.pub", reason: reads},
		{text: strings.Replace(next, "%s", "delete", 1), ran: "DELETE " + nextSigningKeyPath},
		{text: strings.Replace(next, "%s", "get", 1) + key + "new.pub", reason: reads},
		{
			text: "cat old.pub new.pub > install-dir/tls/bound-service-account-signing-key.pub",
			ran:  "published " + publicPEM("old") + publicPEM("new") + ", then " + publicPEM("new"),
		},
		{text: "oc adm wait-for-stable-cluster", ran: stable},
		{text: "oc adm reboot-machine-config-pool mcp/worker mcp/master", ran: reboots},
		{text: "oc adm wait-for-node-reboot nodes --all", ran: "adm wait-for-node-reboot nodes --all"},
		{text: "oc adm wait-for-stable-cluster", ran: stable},
	}, ran)
}

// TestPageOfADeletion: the steps by hand in destroy.md are those of uninstall.
func TestPageOfADeletion(t *testing.T) {
	i, stack, api, commands := installed(t)
	api.withLoadBalancers().add("/apis/gateway.networking.k8s.io/v1/namespaces/app/gateways/shop", nil)
	var reported []string
	i.Report = func(e Event) { reported = append(reported, e.Message) }
	require.NoError(t, i.Uninstall(t.Context()))
	ran := slices.Concat((&masters{api: api}).recorded(), stack.calls, commands(), reported)
	const none = ` {"spec":{"replicas":0}}`
	checkPage(t, "destroy.md", "## Self-managed", []pageCommand{
		{text: "go run ./examples/classic uninstall", reason: "it is the command"},
		{text: "oc delete gateways --all -A", ran: "DELETE /apis/gateway.networking.k8s.io/v1/namespaces/app/gateways/shop"},
		{text: "oc get svc -A | grep LoadBalancer", reason: reads},
		{text: "oc delete pvc --all -n openshift-monitoring --wait=false", reason: "openshift-install deletes the volumes"},
		{text: "oc get pv", reason: reads},
		{
			text: "oc -n openshift-cluster-version scale deployment/cluster-version-operator --replicas=0",
			ran:  "PATCH " + versionOperatorPath + none,
		},
		{text: "oc -n openshift-ingress-operator delete ingresscontroller default", ran: "DELETE " + ingressControllersPath + "/default"},
		{text: "oc -n openshift-ingress-operator scale deployment/ingress-operator --replicas=0", ran: "PATCH " + ingressOperatorPath + none},
		{
			text: "oc -n openshift-machine-api annotate machines --overwrite machine.openshift.io/exclude-node-draining= " +
				"-l machine.openshift.io/cluster-api-cluster=demo-x7k2p",
			ran: "PATCH " + machinesPath + `/worker-a {"metadata":{"annotations":{"machine.openshift.io/exclude-node-draining":""}}}`,
		},
		{text: "openshift-install destroy cluster --dir demo", ran: "destroy cluster"},
		{text: "for region in us-east-2 us-east-1; do", reason: reads},
		{text: "aws resourcegroupstaggingapi get-resources --region $region --tag-filters " +
			"Key=kubernetes.io/cluster/demo-x7k2p --query 'ResourceTagMappingList[].ResourceARN'", reason: reads},
	}, ran)
	assert.Equal(t, []string{"destroy", "remove"}, stack.calls, "`pulumi destroy` and `pulumi stack rm`, in sentences")
}
