package machineconfig

import (
	"maps"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/checktest"
)

// TestUnsafeSysctls: one sysctl without a namespace keeps the kubelet from starting.
func TestUnsafeSysctls(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"kernel.sem", "kernel.shm_rmid_forced", "kernel.shm*", "kernel.msg*", "fs.mqueue.msg_max", "fs.mqueue.*", "net.*",
		"net.core.somaxconn",
		"net.ipv4.conf.eth0/100.rp_filter", "net/ipv4/ip_forward",
	} {
		args := KubeletConfigArgs{Name: "x", Pool: "worker", More: map[string]any{"allowedUnsafeSysctls": []string{name}}}
		require.NoError(t, args.Validate(), name)
	}
	for _, name := range []string{
		"vm.max_map_count", "vm.*", "kernel.*", "*", "net*", "kernel.sem_x", "kernel.shm_next_id", "kernel.shmm*", "fs.mqueue",
		"kernel/domainname", "bogus sysctl", "net.a b", "net..a", "net.core.*.x", "NET.core", "",
	} {
		args := KubeletConfigArgs{Name: "x", Pool: "worker", More: map[string]any{"allowedUnsafeSysctls": []any{"net.*", name}}}
		problems := checktest.Problems(args.Validate())
		require.Len(t, problems, 1, name)
		assert.Regexp(t, `More\[allowedUnsafeSysctls\]\[1\]: must be a sysctl with a namespace, or the kubelet does not start`,
			problems[0])
	}
	args := KubeletConfigArgs{Name: "x", Pool: "worker", More: map[string]any{
		"allowedUnsafeSysctls": []any{pulumi.String("x").ToStringOutput()},
	}}
	require.NoError(t, args.Validate(), "not known yet")
}

// TestMemoryManager: the kubelet starts with the policy Static only if reservedMemory is what it reserves by other fields.
func TestMemoryManager(t *testing.T) {
	t.Parallel()
	const more = "machineconfig.KubeletConfigArgs.More"
	static := map[string]any{"memoryManagerPolicy": "Static"}
	with := func(numa ...map[string]string) map[string]any {
		var reserved []any
		for i, limits := range numa {
			reserved = append(reserved, map[string]any{"numaNode": i, "limits": limits})
		}
		all := maps.Clone(static)
		all["reservedMemory"] = reserved
		return all
	}
	memory := func(amount string) map[string]string { return map[string]string{"memory": amount} }
	for reason, test := range map[string]struct {
		args KubeletConfigArgs
		want []string
	}{
		"the sum on one node": {args: KubeletConfigArgs{SystemReserved: memory("1Gi"), More: with(memory("1124Mi"))}},
		"the sum of two nodes": {
			args: KubeletConfigArgs{SystemReserved: memory("512Mi"), KubeReserved: memory("512Mi"), More: with(memory("600Mi"), memory("524Mi"))},
		},
		"another threshold": {
			args: KubeletConfigArgs{
				SystemReserved: memory("1Gi"), EvictionHard: map[string]string{"memory.available": "1Gi"}, More: with(memory("2Gi")),
			},
		},
		"other thresholds replace the default": {
			args: KubeletConfigArgs{
				SystemReserved: memory("1Gi"), EvictionHard: map[string]string{"nodefs.available": "10%"}, More: with(memory("1Gi")),
			},
		},
		"a threshold of 0%": {
			args: KubeletConfigArgs{
				SystemReserved: memory("1Gi"), EvictionHard: map[string]string{"memory.available": "0%"}, More: with(memory("1Gi")),
			},
		},
		"another sum": {
			args: KubeletConfigArgs{SystemReserved: memory("1Gi"), KubeReserved: memory("512Mi"), More: with(memory("1Gi"))},
			want: []string{more + "[reservedMemory]: must have 1636Mi of memory in total, the sum of SystemReserved 1Gi, KubeReserved 512Mi " +
				"and the eviction threshold 100Mi, or the kubelet does not start (has 1Gi)"},
		},
		"no reserved memory": {
			args: KubeletConfigArgs{SystemReserved: memory("1Gi"), More: static},
			want: []string{more + "[reservedMemory]: must have 1124Mi of memory in total, the sum of SystemReserved 1Gi, KubeReserved 0 " +
				"and the eviction threshold 100Mi, or the kubelet does not start (has 0)"},
		},
		"what the release reserves depends on the node": {
			args: KubeletConfigArgs{More: with(memory("1Gi"))},
			want: []string{"machineconfig.KubeletConfigArgs.SystemReserved: must have memory with the Memory Manager's policy Static, whose " +
				"reservedMemory includes it"},
		},
		"a percentage depends on the node": {
			args: KubeletConfigArgs{
				SystemReserved: memory("1Gi"), EvictionHard: map[string]string{"memory.available": "5%"}, More: with(memory("1Gi")),
			},
			want: []string{"machineconfig.KubeletConfigArgs.EvictionHard[memory.available]: must be a quantity with the Memory Manager's policy " +
				"Static, whose reservedMemory includes it"},
		},
		"huge pages": {
			args: KubeletConfigArgs{SystemReserved: memory("1Gi"), More: with(map[string]string{"memory": "1124Mi", "hugepages-1Gi": "1Gi"})},
			want: []string{more + "[reservedMemory][0][limits][hugepages-1Gi]: must not be set: the kubelet reserves memory only, and does not " +
				"start with another amount"},
		},
		"another policy": {args: KubeletConfigArgs{More: map[string]any{"memoryManagerPolicy": "None"}}},
		"a policy of no kubelet": {
			args: KubeletConfigArgs{More: map[string]any{"memoryManagerPolicy": "static"}},
			want: []string{more + "[memoryManagerPolicy]: one-of"},
		},
	} {
		test.args.Name, test.args.Pool = "x", "worker"
		assert.Equal(t, test.want, checktest.Problems(test.args.Validate()), reason)
	}
	args := KubeletConfigArgs{Name: "x", Pool: "worker", SystemReserved: memory("1Gi"), More: maps.Clone(static)}
	args.More["reservedMemory"] = []any{map[string]any{"numaNode": 0, "limits": map[string]any{"memory": pulumi.String("x").ToStringOutput()}}}
	require.NoError(t, args.Validate(), "not known yet")
}

// TestAnonymousKubelet: without authorization, who reaches the kubelet's port runs commands in each pod of the node.
func TestAnonymousKubelet(t *testing.T) {
	t.Parallel()
	args := KubeletConfigArgs{Name: "x", Pool: "worker", More: map[string]any{"authorization": map[string]any{"mode": "AlwaysAllow"}}}
	require.NoError(t, args.Validate(), "OpenShift's kubelets reject requests without a certificate or a token")
	args.More["authentication"] = map[string]any{"anonymous": map[string]any{"enabled": true}}
	assert.Equal(t, []string{"machineconfig.KubeletConfigArgs.More[authorization][mode]: must not be AlwaysAllow with anonymous " +
		"authentication: whoever reaches port 10250 would run commands in every pod"}, checktest.Problems(args.Validate()))
}
