package machineconfig

import (
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/openshift/release"
)

// block are the kinds of the values in a map by key; * is any key. A kind is one of kubeletFields, a duration, a block, or a list of one
// of these.
type block map[string]any

// listOf is a list whose elements have a kind.
type listOf struct{ kind any }

// duration is a text that the kubelet's decoder rejects, and before it the machine config operator, if it is not a duration.
const duration = "a duration"

// natural is an integer of at least 0. It and other integers in blocks have 32 bits.
const natural = "a natural number"

// kubeletBlocks are the kinds in maps and lists (kubernetes/kubernetes v1.34.2 staging/src/k8s.io/kubelet/config/v1beta1/types.go). The
// machine config operator ignores unknown keys, and rejects values of another kind in the object's status only.
var kubeletBlocks = map[string]any{
	"authentication": block{
		"x509": block{"clientCAFile": "a text"}, "webhook": block{"enabled": "a boolean", "cacheTTL": duration},
		"anonymous": block{"enabled": "a boolean"},
	},
	"authorization": block{
		"mode": "a text", "webhook": block{"cacheAuthorizedTTL": duration, "cacheUnauthorizedTTL": duration},
	},
	"crashLoopBackOff": block{"maxContainerRestartPeriod": duration},
	"logging": block{
		"format": "a text", "flushFrequency": duration, "verbosity": natural,
		"vmodule": listOf{block{"filePattern": "a text", "verbosity": natural}},
		"options": block{
			"text": block{"splitStream": "a boolean", "infoBufferSize": "a text"},
			"json": block{"splitStream": "a boolean", "infoBufferSize": "a text"},
		},
	},
	"memorySwap": block{"swapBehavior": "a text"}, "tracing": block{"endpoint": "a text", "samplingRatePerMillion": natural},
	"userNamespaces": block{"idsPerPod": "a number"}, "staticPodURLHeader": block{"*": listOf{"a text"}},
	"cpuManagerPolicyOptions": block{"*": "a text"}, "topologyManagerPolicyOptions": block{"*": "a text"},
	"evictionMinimumReclaim": block{"*": "a text"}, "qosReserved": block{"*": "a text"},
	"allowedUnsafeSysctls": listOf{"a text"}, "enforceNodeAllocatable": listOf{"a text"},
	"preloadedImagesVerificationAllowlist": listOf{"a text"},
	"reservedMemory":                       listOf{block{"numaNode": natural, "limits": block{"*": "a text"}}},
	"shutdownGracePeriodByPodPriority":     listOf{block{"priority": "an integer", "shutdownGracePeriodSeconds": natural}},
}

// checkBlock checks the kinds in a value, and reports whether they are right. Values that are not known yet are.
func checkBlock(p *check.Problems, at check.Path, value, kind any) bool {
	v := reflect.ValueOf(value)
	switch want := kind.(type) {
	case block:
		if found := kindOf(value); found != "a map" {
			return checkKind(p, at, "a map", found)
		}
		right := true
		for _, key := range sortedKeys(v) {
			inner, known := want[key]
			if !known {
				inner, known = want["*"]
			}
			if !known {
				p.Addf(check.Key(at, key), "has no effect: the kubelet's configuration has no such field")
				right = false
				continue
			}
			right = checkBlock(p, check.Key(at, key), v.MapIndex(reflect.ValueOf(key).Convert(v.Type().Key())).Interface(), inner) && right
		}
		return right
	case listOf:
		if found := kindOf(value); found != "a list" {
			return checkKind(p, at, "a list", found)
		}
		right := true
		for i := range v.Len() {
			right = checkBlock(p, check.Index(at, i), v.Index(i).Interface(), want.kind) && right
		}
		return right
	case string:
		return checkLeaf(p, at, want, value)
	}
	return true
}

// checkLeaf checks a value that is not a map and not a list.
func checkLeaf(p *check.Problems, at check.Path, kind string, value any) bool {
	found := kindOf(value)
	switch {
	case found == "":
		return true
	case kind == duration:
		text, _ := check.Text(value)
		return checkKind(p, at, "a text", found) && p.RequiredFormat(at, text, kubeletDuration)
	case kind == natural:
		return checkKind(p, at, "an integer", found) && p.Between(at, integer(reflect.ValueOf(value)), 0, anyNumber)
	case kind == "an integer":
		return checkKind(p, at, kind, found) && p.Between(at, integer(reflect.ValueOf(value)), -anyNumber, anyNumber)
	}
	return checkKind(p, at, kind, found)
}

// checkKind reports a value of another kind. The kind of a value that is not known yet is empty.
func checkKind(p *check.Problems, at check.Path, want, found string) bool {
	if found == "" || found == want || want == "a number" && found == "an integer" {
		return true
	}
	p.Addf(at, "must be %s (got %s)", want, found)
	return false
}

func sortedKeys(v reflect.Value) []string {
	var keys []string
	for _, key := range v.MapKeys() {
		keys = append(keys, key.String())
	}
	slices.Sort(keys)
	return keys
}

// textsByKey returns the texts of a map; those that are not known yet are left out.
func textsByKey(value any) map[string]string {
	texts, v := map[string]string{}, reflect.ValueOf(value)
	if v.Kind() != reflect.Map {
		return texts
	}
	for _, key := range v.MapKeys() {
		if text, known := check.Text(v.MapIndex(key).Interface()); known {
			texts[key.String()] = text
		}
	}
	return texts
}

var (
	reclaim = check.NewFormat("quantity or percentage above 0", "500Mi", func(text string) bool {
		if percent, ok := strings.CutSuffix(text, "%"); ok {
			value, err := strconv.ParseFloat(percent, 32)
			return err == nil && value > 0
		}
		return check.Quantity.Match(text) && quantityValue(text) >= 0
	})
	percentage = check.NewFormat("percentage", "50%", func(text string) bool {
		percent, ok := strings.CutSuffix(text, "%")
		value, err := strconv.Atoi(percent)
		return ok && err == nil && value >= 0 && value <= 100
	})
	boolean = check.NewFormat("boolean", "true", func(text string) bool {
		_, err := strconv.ParseBool(text)
		return err == nil
	})
	// Policies for more than 8 NUMA nodes.
	numaNodes = check.NewFormat("integer of at least 8", "8", func(text string) bool {
		value, err := strconv.Atoi(text)
		return err == nil && value >= 8
	})
	cpuSet = check.NewFormat("list of CPUs", "0-1,4", func(text string) bool {
		for part := range strings.SplitSeq(text, ",") {
			first, last, isRange := strings.Cut(part, "-")
			low, err := strconv.Atoi(first)
			if err != nil || low < 0 {
				return false
			}
			if high, err := strconv.Atoi(last); isRange && (err != nil || high < low) {
				return false
			}
		}
		return true
	})
	wholeBytes = check.NewFormat("quantity of whole bytes", "50Mi", func(text string) bool {
		return check.Quantity.Match(text) && quantityValue(text) == float64(int64(quantityValue(text)))
	})
)

// policyOptions are the options of the policies by name (kubernetes/kubernetes v1.34.2 pkg/kubelet/cm/cpumanager/policy_options.go and
// pkg/kubelet/cm/topologymanager/policy_options.go). Those whose gates are off are left out.
var policyOptions = map[string]map[string]check.Format{
	"cpuManagerPolicyOptions": {
		"full-pcpus-only": boolean, "distribute-cpus-across-numa": boolean, "strict-cpu-reservation": boolean,
		"prefer-align-cpus-by-uncorecache": boolean,
	},
	"topologyManagerPolicyOptions": {"prefer-closest-numa-nodes": boolean, "max-allowable-numa-nodes": numaNodes},
	"qosReserved":                  {"memory": percentage},
}

// checkBlockValues checks values in maps and lists whose kinds are right.
func (a *KubeletConfigArgs) checkBlockValues(p *check.Problems, at check.Path, key string) {
	value := a.More[key]
	if formats := policyOptions[key]; formats != nil {
		texts := textsByKey(value)
		for _, option := range slices.Sorted(maps.Keys(texts)) {
			check.OneOf(p, check.Key(at, option), option, slices.Sorted(maps.Keys(formats))...)
			if format, known := formats[option]; known {
				p.RequiredFormat(check.Key(at, option), texts[option], format)
			}
		}
	}
	switch key {
	case "evictionMinimumReclaim":
		texts := textsByKey(value)
		for _, signal := range slices.Sorted(maps.Keys(texts)) {
			check.OneOf(p, check.Key(at, signal), signal, evictionSignals...)
			p.RequiredFormat(check.Key(at, signal), texts[signal], reclaim)
		}
	case "cpuManagerPolicyOptions":
		options := textsByKey(value)
		if len(options) > 0 && a.CPUManagerPolicy != "static" {
			p.Addf(at, "must not be set without CPUManagerPolicy static")
		}
		aligned, _ := strconv.ParseBool(options["prefer-align-cpus-by-uncorecache"])
		if distributed, _ := strconv.ParseBool(options["distribute-cpus-across-numa"]); aligned && distributed {
			p.Addf(at, "must not have both prefer-align-cpus-by-uncorecache and distribute-cpus-across-numa")
		}
	case "preloadedImagesVerificationAllowlist":
		release.PulledImages.Check(p, at, true, a.OpenShiftVersion)
		if policy, _ := check.Text(a.More["imagePullCredentialsVerificationPolicy"]); policy != "NeverVerifyAllowlistedImages" {
			p.Addf(at, "must not be set without imagePullCredentialsVerificationPolicy NeverVerifyAllowlistedImages")
		}
	case "shutdownGracePeriodByPodPriority":
		if a.kubeletDuration("shutdownGracePeriod", 0) > 0 {
			p.Addf(at, "must not be set together with shutdownGracePeriod")
		}
	case "userNamespaces":
		// kubernetes/kubernetes v1.34.2 pkg/kubelet/apis/config/validation/validation_linux.go.
		if ids := reflect.ValueOf(value).MapIndex(reflect.ValueOf("idsPerPod")); ids.IsValid() {
			if known, _ := ids.Interface().(int); known <= 0 || known%65536 != 0 || known > 1<<32-1 {
				p.Addf(check.Key(at, "idsPerPod"), "must be a multiple of 65536 (got %v)", ids.Interface())
			}
		}
	case "tracing":
		checkTracing(p, at, value)
	case "authorization":
		mode := textsByKey(value)["mode"]
		check.OneOf(p, check.Key(at, "mode"), mode, "Webhook", "AlwaysAllow")
		if mode == "AlwaysAllow" {
			a.checkAnonymous(p, check.Key(at, "mode"))
		}
	case "allowedUnsafeSysctls":
		checkSysctls(p, at, value)
	}
}

// tracingEndpoint is the format that the kubelet accepts (kubernetes/kubernetes v1.34.2 staging/src/k8s.io/component-base/tracing/api/v1/config.go,
// validateEndpoint).
var tracingEndpoint = check.NewFormat("gRPC target of the scheme dns, unix or unix-abstract", "localhost:4317", func(text string) bool {
	if !strings.Contains(text, "//") {
		text = "dns://" + text
	}
	target, err := url.Parse(text)
	return err == nil && slices.Contains([]string{"dns", "unix", "unix-abstract"}, target.Scheme)
})

func checkTracing(p *check.Problems, at check.Path, value any) {
	const key, million = "samplingRatePerMillion", 1_000_000
	if endpoint := textsByKey(value)["endpoint"]; endpoint != "" {
		p.Format(check.Key(at, "endpoint"), endpoint, tracingEndpoint)
	}
	v := reflect.ValueOf(value)
	if v.Kind() != reflect.Map {
		return
	}
	rate := v.MapIndex(reflect.ValueOf(key).Convert(v.Type().Key()))
	if rate.IsValid() && kindOf(rate.Interface()) == "an integer" {
		p.Between(check.Key(at, key), integer(reflect.ValueOf(rate.Interface())), 0, million)
	}
}
