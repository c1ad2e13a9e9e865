package machineconfig

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// sysctlPattern is the name of a sysctl, with dots or slashes, or its beginning with * (kubernetes/kubernetes v1.34.2
// pkg/apis/policy/validation/validation.go, IsValidSysctlPattern).
var sysctlPattern = regexp.MustCompile(`^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*([a-z0-9][-_a-z0-9]*)?[a-z0-9*]$`)

// namespacedSysctls are the sysctls and the beginnings of patterns that have a namespace, beside those below net and fs.mqueue
// (kubernetes/component-helpers v0.34.2 node/util/sysctl/namespace.go). Older kubelets know more, with which an upgrade would not start.
var namespacedSysctls = []string{
	"kernel.sem", "kernel.shm", "kernel.shmall", "kernel.shmmax", "kernel.shmmni", "kernel.shm_rmid_forced",
	"kernel.msg", "kernel.msgmax", "kernel.msgmnb", "kernel.msgmni",
}

// checkSysctls rejects sysctls that the kubelet does not know to have a namespace: it does not start with one (kubernetes/kubernetes v1.34.2
// pkg/kubelet/sysctl/allowlist.go, NewAllowlist).
func checkSysctls(p *check.Problems, at check.Path, list any) {
	v := reflect.ValueOf(list)
	for i := range v.Len() {
		name, known := check.Text(v.Index(i).Interface())
		if !known {
			continue
		}
		begin, _, _ := strings.Cut(name, "*")
		if separator := strings.IndexAny(begin, "./"); separator >= 0 && begin[separator] == '/' {
			begin = strings.NewReplacer(".", "/", "/", ".").Replace(begin)
		}
		hasNamespace := slices.Contains(namespacedSysctls, begin) || strings.HasPrefix(begin, "net.") || strings.HasPrefix(begin, "fs.mqueue.")
		if hasNamespace && sysctlPattern.MatchString(name) && len(name) <= 253 {
			continue
		}
		p.Addf(check.Index(at, i), "must be a sysctl with a namespace, or the kubelet does not start: net.*, fs.mqueue.*, kernel.shm*, "+
			"kernel.msg*, one of these, or kernel.sem (got %q); set sysctls of the node, such as vm.max_map_count, with a MachineConfig", name)
	}
}

// checkAnonymous rejects a kubelet that starts, and permits everyone to run commands in the pods.
func (a *KubeletConfigArgs) checkAnonymous(p *check.Problems, at check.Path) {
	authentication, _ := a.More["authentication"].(map[string]any)
	anonymous, _ := authentication["anonymous"].(map[string]any)
	if anonymous["enabled"] == true {
		p.Addf(at, "must not be AlwaysAllow with anonymous authentication: whoever reaches port 10250 would run commands in every pod")
	}
}

// checkMemoryManager compares reservedMemory with the memory that the kubelet reserves by its other fields: with the policy Static it does
// not start if they differ (kubernetes/kubernetes v1.34.2 pkg/kubelet/cm/memorymanager/memory_manager.go, validateReservedMemory).
func (a *KubeletConfigArgs) checkMemoryManager(p *check.Problems, at check.Path) {
	const memory, included = "memory", "with the Memory Manager's policy Static, whose reservedMemory includes it"
	if policy, _ := check.Text(a.More["memoryManagerPolicy"]); policy != "Static" {
		return
	}
	found, known := a.reservedMemory(p, at)
	system, kube := a.SystemReserved[memory], cmp.Or(a.KubeReserved[memory], "0")
	if system == "" {
		// The release's value depends on the node's size, or is in a template.
		p.Addf(kubeletConfigPath+".SystemReserved", "must have memory %s", included)
		return
	}
	threshold := a.memoryThreshold()
	if strings.HasSuffix(threshold, "%") {
		p.Addf(check.Key(kubeletConfigPath+".EvictionHard", memoryAvailable), "must be a quantity %s", included)
		return
	}
	total := 0.0
	for _, text := range []string{system, kube, threshold} {
		if !check.Quantity.Match(text) {
			return // The field's rule reports it.
		}
		total += quantityValue(text)
	}
	if known && found != total {
		p.Addf(at, "must have %s of memory in total, the sum of SystemReserved %s, KubeReserved %s and the eviction threshold %s, or the "+
			"kubelet does not start (has %s)", bytes(total), system, kube, threshold, bytes(found))
	}
}

const memoryAvailable = "memory.available"

// memoryThreshold returns the threshold of memory below which the kubelet evicts pods. Thresholds that are set replace the defaults, or add
// to them with mergeDefaultEvictionSettings (kubernetes/kubernetes v1.34.2 cmd/kubelet/app/server.go, pkg/kubelet/eviction/defaults_linux.go).
func (a *KubeletConfigArgs) memoryThreshold() string {
	merges, _ := a.More["mergeDefaultEvictionSettings"].(bool)
	threshold, set := a.EvictionHard[memoryAvailable]
	switch {
	case set && strings.Trim(strings.TrimSuffix(threshold, "%"), "0.") == "":
		return "0" // 0% switches it off.
	case set:
		return threshold
	case len(a.EvictionHard) > 0 && !merges:
		return "0"
	}
	return "100Mi"
}

// reservedMemory returns the sum of reservedMemory in bytes; known is false if a value is an output, or not valid.
func (a *KubeletConfigArgs) reservedMemory(p *check.Problems, at check.Path) (sum float64, known bool) {
	list := reflect.ValueOf(a.More["reservedMemory"])
	if !list.IsValid() {
		return 0, true
	}
	if list.Kind() != reflect.Slice {
		return 0, false
	}
	known = true
	for i := range list.Len() {
		limits, at := limitsOf(list.Index(i)), check.Key(check.Index(at, i), "limits")
		texts := textsByKey(limits)
		known = known && kindOf(limits) == "a map" && len(texts) == reflect.ValueOf(limits).Len()
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			switch {
			case name != "memory":
				p.Addf(check.Key(at, name), "must not be set: the kubelet reserves memory only, and does not start with another amount")
			case p.RequiredFormat(check.Key(at, name), texts[name], check.Quantity):
				sum += quantityValue(texts[name])
			default:
				known = false
			}
		}
	}
	return sum, known
}

// limitsOf returns the limits of an element of reservedMemory; nil if it has none.
func limitsOf(element reflect.Value) any {
	if element.Kind() == reflect.Interface {
		element = element.Elem()
	}
	if element.Kind() != reflect.Map || element.Type().Key().Kind() != reflect.String {
		return nil
	}
	if limits := element.MapIndex(reflect.ValueOf("limits").Convert(element.Type().Key())); limits.IsValid() {
		return limits.Interface()
	}
	return nil
}

// bytes returns an amount as a quantity.
func bytes(amount float64) string {
	for _, unit := range []string{"Gi", "Mi", "Ki"} {
		if count := amount / quantityUnits[unit]; amount > 0 && count == float64(int64(count)) {
			return fmt.Sprintf("%d%s", int64(count), unit)
		}
	}
	return fmt.Sprintf("%.0f", amount)
}
