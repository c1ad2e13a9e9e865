# The parts of the lab. Each is built once for everything that it is built from: parts/NAME-HASH, with a link bin/NAME.

# The Terraform AWS provider 5.82: the newest release that the Go module proxy serves as a module.
tfaws_module=github.com/upbound/terraform-provider-aws@v0.0.0-20250109090836-986571bdb591
rhcs_module=github.com/terraform-redhat/terraform-provider-rhcs@v1.7.7
bridge_module=github.com/pulumi/pulumi-terraform-bridge/v3@v3.120.0
handler_module=github.com/aws/aws-node-termination-handler@v1.25.6
# The Kubernetes cluster-autoscaler 1.33, of June 2025: its releases have no versions of the module. The module of its API types has v1
# in later versions only; build_autoscaler makes it from v1beta1.
autoscaler_module=k8s.io/autoscaler/cluster-autoscaler@v0.0.0-20250613073258-1959f5f61f6c
autoscaler_apis_module=k8s.io/autoscaler/cluster-autoscaler/apis@v0.0.0-20240627115740-d52e4b9665d7
# The installer of OpenShift 4.19, in the newest version that the Go module proxy has.
installer_module=github.com/openshift/installer@v1.4.19-ec5
installer_release=4.19.0
openshift_api_module=github.com/openshift/api@v0.0.0-20251015095338-264e80a2b6e7
debian=trixie
moto_packages="python3-moto python3-flask-cors python3-docker python3-yaml python3-joserfc python3-pyparsing python3-waitress"

# CRDs that openshift/api does not have.
extra_crds=$here/../kubetest/crds

all_parts="pulumi pulumi-resource-aws kube-apiserver kube-controller-manager kube-scheduler machines pulumi-resource-openshift-aws-rhcs ocm etcd moto crds"
# Parts that only some tests use, which build them: `lab build PART`.
optional_parts="terraform-provider-rhcs pulumi-resource-terraform-provider csr-cleaner kubelet-certificate kubelet-validate cluster-autoscaler node-termination-handler openshift-installer"

# build PART...: build the named parts, all by default, two at a time: what one downloads or links leaves a core to the other. Labs
# beside each other build a part once, and do not wait for other parts.
build() {
  mkdir -p "$parts" "$bin" "$run"
  # shellcheck disable=SC2086 # a list of names
  printf '%s\n' ${@:-$all_parts} | xargs -P 2 -I {} "$here/lab" build-part {}
}

# build_part_once PART: build a part, unless another lab does. Both parts that apt installs have its lock.
build_part_once() {
  local lock=$1
  case $lock in etcd | moto) lock=apt ;; esac
  (flock 9 && build_part "$1") 9>"$parts/.$lock.lock"
}

build_part() {
  local name=$1
  case $name in
    pulumi) part pulumi "$here/../../tools" -- build_pulumi ;;
    pulumi-resource-aws) part pulumi-resource-aws "$here/aws" "$tfaws_module" -- build_aws_provider ;;
    kube-*) part "$name" "$here/kube" -- build_kube "$name" ;;
    csr-cleaner) part csr-cleaner "$here/kube" "$(declare -f build_csr_cleaner)" -- build_csr_cleaner ;;
    kubelet-certificate) part kubelet-certificate "$here/kube" "$(declare -f build_kubelet_certificate)" -- build_kubelet_certificate ;;
    kubelet-validate) part kubelet-validate "$here/kube" "$(declare -f build_kubelet_validate)" -- build_kubelet_validate ;;
    machines) part machines "$here/machines" -- build_machines ;;
    pulumi-resource-openshift-aws-rhcs)
      part "$name" "$here/../../cmd/$name" "$here/../../internal/rhcs" "$here/../../internal/cli/localuser" -- build_rhcs
      ;;
    terraform-provider-rhcs) part terraform-provider-rhcs "$rhcs_module" -- build_module "$rhcs_module" . ;;
    pulumi-resource-terraform-provider) part pulumi-resource-terraform-provider "$bridge_module" -- build_module "$bridge_module" ./dynamic ;;
    ocm) part ocm "$here/ocm" "$here/../../internal/fake/ocm" -- build_ocm ;;
    node-termination-handler) part node-termination-handler "$handler_module" -- build_module "$handler_module" ./cmd ;;
    cluster-autoscaler) part cluster-autoscaler "$autoscaler_module" "$autoscaler_apis_module" -- build_autoscaler ;;
    openshift-installer) part openshift-installer "$installer_module" "$installer_release" "$(declare -f build_installer)" -- build_installer ;;
    etcd) install_etcd ;;
    moto) install_moto ;;
    crds) part crds "$extra_crds" "$openshift_api_module" "$(declare -f copy_crds)" -- copy_crds ;;
    *) say "unknown part $name; parts are: $all_parts $optional_parts" && exit 2 ;;
  esac
}

# part NAME INPUT... -- COMMAND...: run COMMAND, which makes $output, unless the part has been built from the same inputs (files,
# folders and texts) before.
part() {
  local name=$1 inputs=() output start=$SECONDS
  shift
  while [ "$1" != -- ]; do
    inputs+=("$1")
    shift
  done
  shift
  output=$parts/$name-$(hash_of "${inputs[@]}")
  if [ ! -e "$output" ]; then
    say "building $name (once, takes minutes)"
    work=$(mktemp -d "$parts/.$name.XXXXXX")
    (output=$work/output && "$@")
    mv "$work/output" "$output"
    chmod -R u+w "$work" && rm -rf "$work"
    say "built $name in $((SECONDS - start)) s"
  fi
  ln -sfn "$output" "$bin/$name"
}

# hash_of INPUT...: a hash of texts, files and everything in folders.
hash_of() {
  local input
  for input in "$@"; do
    if [ -e "$input" ]; then
      (cd "$input" && find . -type f | LC_ALL=C sort | while read -r file; do
        echo "$file"
        cat "$file"
      done)
    else
      printf '%s\n' "$input"
    fi
  done | sha256sum | cut -c1-12
}

# go_build PACKAGE [LDFLAGS]: build a program of the module in the current folder, whose go.mod pins all versions, with $tags.
go_build() {
  GOFLAGS=-mod=mod GOSUMDB=off CGO_ENABLED=0 go build -tags "${tags:-}" -ldflags "-s -w ${2:-}" -o "$output" "$1"
}

# module_dir MODULE@VERSION: download a module and print its folder.
module_dir() {
  (cd "$parts" && GOSUMDB=off GOFLAGS=-mod=mod go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
}

# copy_source FOLDER: a writable copy in the work folder, which becomes the current one.
copy_source() {
  cp -r "$1" "$work/source"
  chmod -R u+w "$work/source"
  cd "$work/source"
}

# build_pulumi: as the sandbox builds it, and with its flags, so that Go compiles both once.
build_pulumi() {
  go run -C "$here/../../tools" ./cli "$output" >&2
}

build_aws_provider() {
  copy_source "$here/aws"
  python3 trim.py "$(module_dir "$tfaws_module")" tfaws >&2
  go_build .
}

# write_schema FILE: the schema from which internal/fake/aws computes.
write_schema() {
  build pulumi-resource-aws
  "$bin/pulumi-resource-aws" schema >"$1.new"
  mv "$1.new" "$1"
}

build_kube() {
  copy_source "$here/kube"
  go_build "k8s.io/kubernetes/cmd/$1"
}

# build_csr_cleaner: the cleaner of CSRs of kube-controller-manager, which there runs when it starts, before it knows a CSR, and every
# hour. This program runs it once it knows all.
build_csr_cleaner() {
  copy_source "$here/kube"
  rm ./*.go
  cat >main.go <<'GO'
package main

import (
	"context"
	"os"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/kubernetes/pkg/controller/certificates/cleaner"
)

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		panic(err)
	}
	client, ctx := kubernetes.NewForConfigOrDie(config), context.Background()
	factory := informers.NewSharedInformerFactory(client, 0)
	requests := factory.Certificates().V1().CertificateSigningRequests()
	controller := cleaner.NewCSRCleanerController(client.CertificatesV1().CertificateSigningRequests(), requests)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	controller.Run(ctx, 1)
}
GO
  go_build .
}

# build_kubelet_certificate: what a kubelet does about its client certificate when it starts (kubernetes cmd/kubelet/app/server.go,
# buildKubeletClientConfig). It prints the serial number of the certificate that the kubelet has after five seconds; "none" without.
build_kubelet_certificate() {
  copy_source "$here/kube"
  rm ./*.go
  cat >main.go <<'GO'
package main

import (
	"crypto/tls"
	"fmt"
	"os"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/kubelet/certificate"
	"k8s.io/kubernetes/pkg/kubelet/certificate/bootstrap"
)

func main() {
	kubeconfig, bootstrapKubeconfig, dir, node := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	requesting, using, err := bootstrap.LoadClientConfig(kubeconfig, bootstrapKubeconfig, dir)
	if err != nil {
		panic(err)
	}
	newClient := func(current *tls.Certificate) (kubernetes.Interface, error) {
		if current != nil {
			return kubernetes.NewForConfig(using)
		}
		return kubernetes.NewForConfig(requesting)
	}
	manager, err := certificate.NewKubeletClientCertificateManager(
		dir, types.NodeName(node), using.CertData, using.KeyData, using.CertFile, using.KeyFile, newClient)
	if err != nil {
		panic(err)
	}
	manager.Start()
	time.Sleep(5 * time.Second)
	if current := manager.Current(); current != nil {
		fmt.Println(current.Leaf.SerialNumber)
		return
	}
	fmt.Println("none")
}
GO
  go_build .
}

# build_kubelet_validate: what a kubelet checks before it starts. Each line of its input is spec.kubeletConfig of a KubeletConfig; the
# program merges it into the configuration of OpenShift as the machine config operator does (openshift/machine-config-operator
# release-4.20 pkg/controller/kubelet-config/helpers.go, generateKubeletIgnFiles; templates/worker/01-worker-kubelet), and prints the
# error, an empty line without one. With the argument "fields" it prints the fields of the configuration and their types.
build_kubelet_validate() {
  copy_source "$here/kube"
  rm ./*.go
  cat >main.go <<'GO'
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"

	cadvisorapi "github.com/google/cadvisor/info/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/yaml"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	_ "k8s.io/component-base/logs/json/register"
	"k8s.io/klog/v2"
	kubeletv1beta1 "k8s.io/kubelet/config/v1beta1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletscheme "k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/memorymanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	utilcodec "k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
	"k8s.io/kubernetes/pkg/kubelet/logs"
	"k8s.io/kubernetes/pkg/kubelet/sysctl"
)

const ofOpenShift = `{"kind": "KubeletConfiguration", "apiVersion": "kubelet.config.k8s.io/v1beta1",
	"authentication": {"x509": {"clientCAFile": "/etc/kubernetes/kubelet-ca.crt"}, "anonymous": {"enabled": false}},
	"cgroupDriver": "systemd", "cgroupRoot": "/", "clusterDNS": ["172.30.0.10"], "clusterDomain": "cluster.local",
	"containerLogMaxSize": "50Mi", "enableSystemLogQuery": true, "featureGates": {"NodeLogQuery": true}, "maxPods": 250,
	"kubeAPIQPS": 50, "kubeAPIBurst": 100, "podPidsLimit": 4096, "protectKernelDefaults": true, "rotateCertificates": true,
	"serializeImagePulls": false, "staticPodPath": "/etc/kubernetes/manifests", "systemCgroups": "/system.slice",
	"nodeStatusUpdateFrequency": "10s", "nodeStatusReportFrequency": "5m", "serverTLSBootstrap": true,
	"tlsMinVersion": "VersionTLS12", "containerRuntimeEndpoint": "unix:///var/run/crio/crio.sock"}`

func main() {
	klog.SetOutput(bytes.NewBuffer(nil))
	klog.LogToStderr(false)
	if len(os.Args) > 1 && os.Args[1] == "fields" {
		printFields()
		return
	}
	_, codecs, err := kubeletscheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		problem := ""
		if err := start(codecs, lines.Bytes()); err != nil {
			problem = strings.Join(strings.Fields(err.Error()), " ")
		}
		fmt.Println(problem)
	}
}

func printFields() {
	fields := map[string]string{}
	for t, i := reflect.TypeFor[kubeletv1beta1.KubeletConfiguration](), 1; i < t.NumField(); i++ {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		fields[name] = t.Field(i).Type.String()
	}
	if err := json.NewEncoder(os.Stdout).Encode(fields); err != nil {
		panic(err)
	}
}

func start(codecs *serializer.CodecFactory, text []byte) error {
	own, merged := &kubeletv1beta1.KubeletConfiguration{}, &kubeletv1beta1.KubeletConfiguration{}
	if err := yaml.NewYAMLOrJSONDecoder(bytes.NewReader(text), len(text)).Decode(own); err != nil {
		return fmt.Errorf("machine config operator: %w", err)
	}
	if err := json.Unmarshal([]byte(ofOpenShift), merged); err != nil {
		return err
	}
	merge(reflect.ValueOf(merged).Elem(), reflect.ValueOf(own).Elem())
	data, err := json.Marshal(merged)
	if err != nil {
		return err
	}
	config, err := utilcodec.DecodeKubeletConfiguration(context.Background(), codecs, data)
	if err != nil {
		return err
	}
	// Checked against the control groups of this machine.
	config.FailCgroupV1, config.SingleProcessOOMKill = false, nil
	return errors.Join(validation.ValidateKubeletConfiguration(config, utilfeature.DefaultFeatureGate), components(config))
}

// merge sets what is not zero.
func merge(to, from reflect.Value) {
	switch {
	case from.IsZero(), from.Kind() == reflect.Slice && from.Len() == 0:
	case from.Kind() == reflect.Struct && from.Type().PkgPath() != "k8s.io/apimachinery/pkg/api/resource":
		for i := range from.NumField() {
			merge(to.Field(i), from.Field(i))
		}
	case from.Kind() == reflect.Map && !to.IsNil():
		for _, key := range from.MapKeys() {
			to.SetMapIndex(key, from.MapIndex(key))
		}
	default:
		to.Set(from)
	}
}

// components returns the errors of what the kubelet makes from its configuration.
func components(config *kubeletconfig.KubeletConfiguration) error {
	// As cmd/kubelet/app/server.go does.
	if config.EvictionHard == nil {
		config.EvictionHard = eviction.DefaultEvictionHard
	} else if config.MergeDefaultEvictionSettings {
		defaults := maps.Clone(eviction.DefaultEvictionHard)
		maps.Copy(defaults, config.EvictionHard)
		config.EvictionHard = defaults
	}
	hard, thresholds := eviction.ParseThresholdConfig(config.EnforceNodeAllocatable, config.EvictionHard, config.EvictionSoft,
		config.EvictionSoftGracePeriod, config.EvictionMinimumReclaim)
	_, containerLogs := logs.NewContainerLogManager(nil, nil, config.ContainerLogMaxSize, int(config.ContainerLogMaxFiles),
		int(config.ContainerLogMaxWorkers), config.ContainerLogMonitorInterval)
	_, qos := cm.ParseQOSReserved(config.QOSReserved)
	_, ciphers := cliflag.TLSCipherSuites(config.TLSCipherSuites)
	_, version := cliflag.TLSVersion(config.TLSMinVersion)
	_, topology := topologymanager.NewPolicyOptions(config.TopologyManagerPolicyOptions)
	var cpus error
	switch config.CPUManagerPolicy {
	case string(cpumanager.PolicyNone):
		_, cpus = cpumanager.NewNonePolicy(config.CPUManagerPolicyOptions)
	case string(cpumanager.PolicyStatic):
		_, cpus = cpumanager.NewStaticPolicyOptions(config.CPUManagerPolicyOptions)
		if config.ReservedSystemCPUs == "" && config.SystemReserved[string(corev1.ResourceCPU)] == "0" {
			cpus = errors.Join(cpus, errors.New("the static policy requires reserved CPUs"))
		}
	default:
		cpus = fmt.Errorf("unknown policy: %q", config.CPUManagerPolicy)
	}
	_, sysctls := sysctl.NewAllowlist(config.AllowedUnsafeSysctls)
	return errors.Join(thresholds, containerLogs, qos, ciphers, version, topology, cpus, sysctls, memory(config, hard))
}

// memory returns the error of the Memory Manager on a machine with two NUMA nodes. Reserved is what
// pkg/kubelet/cm/node_container_manager_linux.go, GetNodeAllocatableReservation, returns.
func memory(config *kubeletconfig.KubeletConfiguration, thresholds []evictionapi.Threshold) error {
	const nodeMemory = 64 << 30
	capacity, reserved := resource.NewQuantity(2*nodeMemory, resource.BinarySI), resource.Quantity{}
	for _, amounts := range []map[string]string{config.SystemReserved, config.KubeReserved} {
		if text := amounts[string(corev1.ResourceMemory)]; text != "" {
			amount, err := resource.ParseQuantity(text)
			if err != nil {
				return err
			}
			reserved.Add(amount)
		}
	}
	for _, threshold := range thresholds {
		if threshold.Signal == evictionapi.SignalMemoryAvailable && threshold.GracePeriod == 0 {
			reserved.Add(*evictionapi.GetThresholdQuantity(threshold.Value, capacity))
		}
	}
	machine := &cadvisorapi.MachineInfo{Topology: []cadvisorapi.Node{{Id: 0, Memory: nodeMemory}, {Id: 1, Memory: nodeMemory}}}
	_, err := memorymanager.NewManager(context.Background(), config.MemoryManagerPolicy, machine,
		corev1.ResourceList{corev1.ResourceMemory: reserved}, config.ReservedMemory, os.TempDir(), topologymanager.NewFakeManager())
	return err
}
GO
  go_build .
}

build_machines() {
  copy_source "$here/machines"
  go_build .
}

# build_module MODULE@VERSION PACKAGE: build a program in a copy of its module, because `go install` rejects modules with replace
# directives.
build_module() {
  copy_source "$(module_dir "$1")"
  go_build "$2"
}

# build_ocm: the fake of OpenShift Cluster Manager, a program of this repository.
build_ocm() {
  cd "$here/../.."
  go build -ldflags "-s -w" -o "$output" ./test/lab/ocm
}

# build_rhcs: RHCS as users run it, a module of this repository.
build_rhcs() {
  cd "$here/../../cmd/pulumi-resource-openshift-aws-rhcs"
  go build -ldflags "-s -w" -o "$output" .
}

# build_autoscaler: the cluster-autoscaler with AWS alone. Its go.mod replaces the module of API types by the folder apis, which its own
# module does not have. The types are used with --enable-provisioning-requests only.
build_autoscaler() {
  local apis types=apis/provisioningrequest/autoscaling.x-k8s.io/v1
  apis=$(module_dir "$autoscaler_apis_module")
  copy_source "$(module_dir "$autoscaler_module")"
  cp -r "$apis" apis
  chmod -R u+w apis
  find apis -depth -type d -name v1beta1 -execdir mv {} v1 \;
  find apis -name '*.go' -exec sed -i 's#/v1beta1\(["/]\)#/v1\1#; s/V1beta1/V1/g' {} +
  sed -i 's/^package v1beta1/package v1/' "$types"/*.go
  cat >"$types/annotations.go" <<'GO'
package v1

const (
	ProvisioningRequestPodAnnotationKey = "autoscaling.x-k8s.io/consume-provisioning-request"
	ProvisioningClassPodAnnotationKey   = "autoscaling.x-k8s.io/provisioning-class-name"
)
GO
  tags=aws go_build .
}

# build_installer: a folder with a command openshift-install, which says that it is of the release, and the files that it reads. Neither
# needs the release image, which only the nodes pull.
build_installer() {
  copy_source "$(module_dir "$installer_module")"
  mkdir -p "$output/bin"
  GOFLAGS='-mod=mod -buildvcs=false -trimpath' GOSUMDB=off CGO_ENABLED=0 go build \
    -ldflags "-s -w -X github.com/openshift/installer/pkg/version.Raw=$installer_release" -o "$output/program" ./cmd/openshift-install
  cp -r data/data "$output/data"
  cat >"$output/bin/openshift-install" <<SH
#!/bin/sh
folder=\$(dirname "\$(dirname "\$(readlink -f "\$0")")")
export OPENSHIFT_INSTALL_DATA="\$folder/data"
export OPENSHIFT_INSTALL_RELEASE_IMAGE_OVERRIDE=quay.io/openshift-release-dev/ocp-release:$installer_release-x86_64
exec "\$folder/program" "\$@"
SH
  chmod +x "$output/bin/openshift-install"
}

# copy_crds: the CRDs of the groups whose objects this library makes or its tests read, in their default feature set. Routes have none on
# a cluster, where openshift-apiserver serves them.
copy_crds() {
  local api group
  api=$(module_dir "$openshift_api_module")
  mkdir -p "$output"
  for group in config/v1 operator/v1 operatoringress/v1 imageregistry/v1 machine/v1 machine/v1beta1 machineconfiguration/v1 route/v1; do
    [ -d "$api/$group/zz_generated.crd-manifests" ] || continue
    find "$api/$group/zz_generated.crd-manifests" -name '*.yaml' |
      grep -vE 'CustomNoUpgrade|DevPreviewNoUpgrade|TechPreviewNoUpgrade|-OKD|Hypershift' |
      xargs -I{} install -m 644 {} "$output/"
  done
  install -m 644 "$extra_crds"/*.yaml "$output/"
}

# as_root COMMAND...: run a command as root, by sudo if need be.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
  as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"
}

install_etcd() {
  command -v etcd >/dev/null || apt_install etcd-server >>"$home/apt.log" 2>&1
  command -v kubectl >/dev/null || apt_install kubernetes-client >>"$home/apt.log" 2>&1
}

# install_moto: Debian's moto 5.1 in a chroot, which needs root. LAB_MOTO_PYTHON names a Python that has it already.
install_moto() {
  [ -z "${LAB_MOTO_PYTHON:-}" ] || return 0
  local root=$parts/moto-$(hash_of "$debian" "$moto_packages")
  if [ ! -x "$root/usr/bin/moto_server" ]; then
    say "installing moto from Debian $debian (once, takes a minute)"
    command -v debootstrap >/dev/null || apt_install debootstrap >>"$home/apt.log" 2>&1
    as_root rm -rf "$root"
    as_root debootstrap --variant=minbase "$debian" "$root" >"$home/debootstrap.log" 2>&1
    # shellcheck disable=SC2086 # a list of packages
    as_root chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $moto_packages >>"$home/debootstrap.log" 2>&1
  fi
  ln -sfn "$root" "$bin/moto"
}
