package machineconfig

import (
	"math"
	"reflect"
	"slices"
	"strings"
)

// kubeletFields are the fields of KubeletConfiguration by the kind of their values, those of OpenShift 4.16 to 4.22 together
// (openshift/machine-config-operator release-4.16 to release-4.22 vendor/k8s.io/kubelet/config/v1beta1/types.go).
var kubeletFields = map[string][]string{
	"a boolean": strings.Fields(`cgroupsPerQOS cpuCFSQuota enableContentionProfiling enableControllerAttachDetach
		enableDebugFlagsHandler enableDebuggingHandlers enableProfilingHandler enableServer enableSystemLogHandler
		enableSystemLogQuery failCgroupV1 failSwapOn kernelMemcgNotification localStorageCapacityIsolation makeIPTablesUtilChains
		mergeDefaultEvictionSettings protectKernelDefaults registerNode rotateCertificates runOnce seccompDefault
		serializeImagePulls serverTLSBootstrap singleProcessOOMKill`),
	"a list": strings.Fields(`allowedUnsafeSysctls clusterDNS enforceNodeAllocatable preloadedImagesVerificationAllowlist
		registerWithTaints reservedMemory shutdownGracePeriodByPodPriority tlsCipherSuites`),
	"a map": strings.Fields(`authentication authorization cpuManagerPolicyOptions crashLoopBackOff evictionHard
		evictionMinimumReclaim evictionSoft evictionSoftGracePeriod featureGates kubeReserved logging memorySwap qosReserved
		staticPodURLHeader systemReserved topologyManagerPolicyOptions tracing userNamespaces`),
	"a number": {"memoryThrottlingFactor"},
	"an integer": strings.Fields(`containerLogMaxFiles containerLogMaxWorkers eventBurst eventRecordQPS evictionMaxPodGracePeriod
		healthzPort imageGCHighThresholdPercent imageGCLowThresholdPercent iptablesDropBit iptablesMasqueradeBit kubeAPIBurst
		kubeAPIQPS maxOpenFiles maxParallelImagePulls maxPods nodeLeaseDurationSeconds nodeStatusMaxImages
		oomScoreAdj podPidsLimit podsPerCore port readOnlyPort registryBurst registryPullQPS`),
	"a text": strings.Fields(`address cgroupDriver cgroupRoot clusterDomain configMapAndSecretChangeDetectionStrategy
		containerLogMaxSize containerLogMonitorInterval containerRuntimeEndpoint contentType cpuCFSQuotaPeriod cpuManagerPolicy
		cpuManagerReconcilePeriod evictionPressureTransitionPeriod fileCheckFrequency hairpinMode healthzBindAddress
		httpCheckFrequency imageMaximumGCAge imageMinimumGCAge imagePullCredentialsVerificationPolicy imageServiceEndpoint
		kubeReservedCgroup kubeletCgroups memoryManagerPolicy nodeStatusReportFrequency nodeStatusUpdateFrequency podCIDR podLogsDir
		providerID reservedSystemCPUs resolvConf runtimeRequestTimeout showHiddenMetricsForVersion shutdownGracePeriod
		shutdownGracePeriodCriticalPods staticPodPath staticPodURL streamingConnectionIdleTimeout syncFrequency systemCgroups
		systemReservedCgroup tlsCertFile tlsMinVersion tlsPrivateKeyFile topologyManagerPolicy topologyManagerScope volumePluginDir
		volumeStatsAggPeriod`),
}

// kubeletFieldKind returns the kind of a field's values, and reports whether the kubelet has the field.
func kubeletFieldKind(name string) (string, bool) {
	for kind, names := range kubeletFields {
		if slices.Contains(names, name) {
			return kind, true
		}
	}
	return "", false
}

// kindOf returns the kind of a value in the words of kubeletFields; empty for a value that is not known yet.
func kindOf(value any) string {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.Bool:
		return "a boolean"
	case v.Kind() == reflect.String:
		return "a text"
	case v.CanInt(), v.CanUint(), v.CanFloat() && v.Float() == math.Trunc(v.Float()):
		return "an integer"
	case v.CanFloat():
		return "a number"
	case v.Kind() == reflect.Map:
		return "a map"
	case v.Kind() == reflect.Slice:
		return "a list"
	}
	return ""
}
