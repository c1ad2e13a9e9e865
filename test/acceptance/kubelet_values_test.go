package acceptance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// kubeletPart is what a kubelet checks before it starts, a part of the lab that only these tests build.
const kubeletPart = "kubelet-validate"

// TestKubeletStartsWithAcceptedValues: the machine config operator reboots nodes into values with which the kubelet does not start.
// The component rejects them: the kubelet's own code accepts each of 3,000 random KubeletConfigs that the component accepts.
func TestKubeletStartsWithAcceptedValues(t *testing.T) {
	output, err := exec.Command(os.Getenv(labVariable), "build", kubeletPart).CombinedOutput()
	require.NoError(t, err, string(output))
	fields := map[string]string{}
	require.NoError(t, json.Unmarshal(runKubeletPart(t, nil, "fields"), &fields))
	generator := kubeletGenerator{rand.New(rand.NewPCG(4, 22)), fields, slices.Sorted(maps.Keys(fields))}
	configs := map[string]any{}
	const wanted = 3000
	tried := 0
	rec := mocks.New(clustertest.InCluster)
	require.NoError(t, rec.Run(func(ctx *pulumi.Context) error {
		for accepted := 0; accepted < wanted; tried++ {
			args := generator.args(fmt.Sprintf("config-%05d", tried))
			if args.Validate() != nil {
				continue
			}
			accepted++
			if _, err := machineconfig.NewKubeletConfig(ctx, args.Name, args); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, object := range rec.OfType("kubernetes:machineconfiguration.openshift.io/v1:KubeletConfig") {
		spec := object.Inputs["spec"].(map[string]any)
		if spec["kubeletConfig"] != nil {
			configs[object.Name] = spec["kubeletConfig"]
		}
	}
	t.Logf("%d of %d accepted, %d with values of the kubelet", wanted, tried, len(configs))

	var lines bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(configs)) {
		require.NoError(t, json.NewEncoder(&lines).Encode(configs[name]))
	}
	given := strings.Split(strings.TrimSuffix(lines.String(), "\n"), "\n")
	answers := strings.Split(strings.TrimSuffix(string(runKubeletPart(t, &lines)), "\n"), "\n")
	require.Len(t, answers, len(given))
	for i, answer := range answers {
		assert.Empty(t, answer, given[i])
	}
}

// TestKubeletPartRejects: the kubelet's own code rejects what the component rejects with the kubelet as the reason.
func TestKubeletPartRejects(t *testing.T) {
	output, err := exec.Command(os.Getenv(labVariable), "build", kubeletPart).CombinedOutput()
	require.NoError(t, err, string(output))
	const static = `{"memoryManagerPolicy":"Static","systemReserved":{"memory":"1Gi"}`
	rejected := []string{
		`{"evictionHard":{"memory.available":"0"}}`, `{"evictionSoft":{"memory.available":"1Gi"}}`,
		`{"imageGCHighThresholdPercent":70,"imageGCLowThresholdPercent":80}`, `{"oomScoreAdj":-2000}`, `{"hairpinMode":"x"}`,
		`{"containerLogMaxFiles":1}`, `{"cpuCFSQuotaPeriod":"5ms"}`, `{"logging":{"format":"xml"}}`, `{"imageMinimumGCAge":"30"}`,
		`{"shutdownGracePeriod":"10s","shutdownGracePeriodCriticalPods":"20s"}`, `{"maxPods":1.5}`,
		`{"allowedUnsafeSysctls":["net.*","vm.max_map_count"]}`, `{"allowedUnsafeSysctls":["kernel.shm_next_id"]}`,
		`{"memoryManagerPolicy":"static"}`, static + `}`, static + `,"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}]}`,
	}
	accepted := []string{
		`{"maxPods":300}`, `{"allowedUnsafeSysctls":["net.*","kernel.shm*","kernel.sem","fs.mqueue.msg_max","net/ipv4/ip_forward"]}`,
		static + `,"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}},{"numaNode":1,"limits":{"memory":"100Mi"}}]}`,
		static + `,"evictionHard":{"nodefs.available":"10%"},"reservedMemory":[{"numaNode":0,"limits":{"memory":"1Gi"}}]}`,
	}
	given := slices.Concat(rejected, accepted)
	answers := strings.Split(strings.TrimSuffix(string(runKubeletPart(t, strings.NewReader(strings.Join(given, "\n")))), "\n"), "\n")
	require.Len(t, answers, len(given))
	for i, text := range given {
		assert.Equal(t, i < len(rejected), answers[i] != "", "%s: %s", text, answers[i])
	}
}

// runKubeletPart runs the part of the lab. The parts are beside each other.
func runKubeletPart(t *testing.T, input io.Reader, args ...string) []byte {
	t.Helper()
	pulumiPath, err := exec.LookPath("pulumi")
	require.NoError(t, err)
	command := exec.Command(filepath.Join(filepath.Dir(pulumiPath), kubeletPart), args...)
	command.Stdin, command.Stderr = input, os.Stderr
	output, err := command.Output()
	require.NoError(t, err)
	return output
}

// kubeletGenerator makes random arguments from the fields of the kubelet's configuration: their types by their names.
type kubeletGenerator struct {
	*rand.Rand
	fields map[string]string
	names  []string
}

// args returns arguments with one to four fields, of the arguments' own or of More.
func (g kubeletGenerator) args(name string) *machineconfig.KubeletConfigArgs {
	args := &machineconfig.KubeletConfigArgs{Name: name, Pool: name, OpenShiftVersion: "4.21", More: map[string]any{}}
	own := reflect.ValueOf(args).Elem()
	for range 1 + g.IntN(4) {
		if g.IntN(2) == 0 {
			g.set(own.Field(g.IntN(own.NumField())))
			continue
		}
		field := g.names[g.IntN(len(g.names))]
		args.More[field] = g.value(g.fields[field])
	}
	if len(args.EvictionSoft) > 0 && g.IntN(3) > 0 {
		args.EvictionSoftGracePeriod = map[string]string{}
		for signal := range args.EvictionSoft {
			args.EvictionSoftGracePeriod[signal] = g.of(kubeletTexts)
		}
	}
	if len(args.More) == 0 {
		args.More = nil
	}
	return args
}

// set gives a field of the arguments a random value, other than Name and Pool.
func (g kubeletGenerator) set(field reflect.Value) {
	switch target := field.Addr().Interface().(type) {
	case **int:
		*target = new(g.integer())
	case **bool:
		*target = new(g.IntN(2) == 0)
	case *string:
		if *target == "" {
			*target = g.of(kubeletTexts)
		}
	case *map[string]string:
		*target = g.texts()
	case *[]machineconfig.Taint:
		*target = []machineconfig.Taint{{Key: g.of(kubeletTexts), Value: g.of(kubeletTexts), Effect: g.of(kubeletTexts)}}
	}
}

func (g kubeletGenerator) of(values []string) string { return values[g.IntN(len(values))] }

func (g kubeletGenerator) integer() int {
	values := []int{-2000, -2, -1, 0, 1, 2, 5, 10, 31, 32, 50, 80, 100, 101, 250, 1000, 4096, 10250, 65535, 65536, 1 << 31, 1 << 33}
	return values[g.IntN(len(values))]
}

func (g kubeletGenerator) texts() map[string]string {
	texts := map[string]string{}
	for range 1 + g.IntN(2) {
		texts[g.of(kubeletKeys)] = g.of(kubeletTexts)
	}
	return texts
}

// value returns a value of a type in the kubelet's configuration; one time in twenty of another type.
func (g kubeletGenerator) value(kind string) any {
	if g.IntN(20) == 0 {
		kind = []string{"bool", "int32", "string", "[]string", "map[string]string", "float64"}[g.IntN(6)]
	}
	switch strings.TrimPrefix(kind, "*") {
	case "bool":
		return g.IntN(2) == 0
	case "int32", "int64":
		return g.integer()
	case "float64":
		return []float64{-0.5, 0, 0.5, 0.9, 1, 1.5, 30.5}[g.IntN(7)]
	case "[]string":
		return []any{g.of(kubeletTexts), g.of(kubeletTexts)}[:1+g.IntN(2)]
	case "map[string]string", "map[string]bool":
		texts := map[string]any{}
		for key, text := range g.texts() {
			texts[key] = text
		}
		return texts
	case "string", "v1.Duration":
		return g.of(kubeletTexts)
	}
	return g.block()
}

// block returns a value of one of the fields that are structs.
func (g kubeletGenerator) block() any {
	key := []string{
		"format", "flushFrequency", "verbosity", "samplingRatePerMillion", "endpoint", "idsPerPod", "maxContainerRestartPeriod",
		"anonymous", "webhook", "x509", "mode", "options",
	}[g.IntN(12)]
	var value any = g.of(kubeletTexts)
	switch g.IntN(4) {
	case 0:
		value = g.integer()
	case 1:
		value = map[string]any{"enabled": g.IntN(2) == 0}
	}
	if g.IntN(5) == 0 {
		return []any{map[string]any{"numaNode": g.integer(), "limits": map[string]any{"memory": g.of(kubeletTexts)},
			"priority": g.integer(), "shutdownGracePeriodSeconds": g.integer()}}
	}
	return map[string]any{key: value}
}

var kubeletKeys = []string{
	"cpu", "memory", "ephemeral-storage", "pid", "disk", "memory.available", "nodefs.available", "nodefs.inodesFree",
	"imagefs.available", "imagefs.inodesFree", "containerfs.available", "pid.available", "allocatableMemory.available",
	"full-pcpus-only", "strict-cpu-reservation", "prefer-closest-numa-nodes", "max-allowable-numa-nodes", "x",
}

var kubeletTexts = []string{
	"", "0", "1", "-1", "500m", "1Gi", "200Mi", "1e3", "0Mi", "-5Mi", "1500MB", "0%", "5%", "10.5%", "99%", "100%", "101%", "-1%",
	"10s", "1m30s", "500ms", "100ms", "5ms", "2m", "24h", "-1m", "0s", "30", "1d", "none", "static", "Static", "best-effort",
	"restricted", "single-numa-node", "container", "pod", "node", "pods", "system-reserved", "kube-reserved",
	"system-reserved-compressible", "/system.slice", "/kube.slice", "promiscuous-bridge", "hairpin-veth", "json", "text", "xml", "true",
	"false", "/var/log/pods", "relative", "/a/../b", "0-3", "0-", "4.20", "1.33", "VersionTLS13", "VersionTLS10", "TLS_AES_128_GCM_SHA256",
	"TLS_RSA", "application/json", "10.0.0.1", "0.0.0.0", "::1", "10.0.0.0/33", "kernel.shm*", "net.*", "ä", "NoSchedule", "NoExecute",
	"AlwaysVerify", "Get", "Cache", "Watch", "None", "docker.io/library/*", "unix:///var/run/crio/crio.sock", "50Mi",
}
