package effects

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// component is a component inside the cluster, with the arguments before and after changes.
type component struct {
	// name is the component: package and type.
	name string
	// before are the arguments that a field is added to; nil if the component is added with the field.
	before any
	// after have the value that each field gets.
	after any
	// with are fields that are set together with another one, by its name.
	with map[string][]string
	// identity are fields that name the object.
	identity []string
	register func(ctx *pulumi.Context, args any) error
}

// registering returns a function that registers a component with arguments of type A.
func registering[A, C any](
	create func(*pulumi.Context, string, *A, ...pulumi.ResourceOption) (*C, error),
) func(*pulumi.Context, any) error {
	return func(ctx *pulumi.Context, args any) error {
		values := args.(A)
		_, err := create(ctx, "changed", &values)
		return err
	}
}

// components are those that the machine config operator may read.
func components() []component {
	return []component{
		{
			name: "machineconfig.KubeletConfig", register: registering(machineconfig.NewKubeletConfig),
			before:   machineconfig.KubeletConfigArgs{Name: "infra", Pool: "infra", PodPidsLimit: new(5000)},
			identity: []string{"Name", "Pool", "OpenShiftVersion"},
			with: map[string][]string{"TLSSecurityProfile": {"CustomTLSProfile"}, "EvictionSoft": {"EvictionSoftGracePeriod"},
				"CustomTLSProfile": {"TLSSecurityProfile"}, "EvictionSoftGracePeriod": {"EvictionSoft"}},
			after: machineconfig.KubeletConfigArgs{
				MaxPods: new(500), PodsPerCore: new(10), PodPidsLimit: new(8192), AutoSizingReserved: new(true),
				SystemReserved: map[string]string{"cpu": "1"}, KubeReserved: map[string]string{"memory": "512Mi"},
				EvictionHard: map[string]string{"memory.available": "200Mi"}, EvictionSoft: map[string]string{"memory.available": "500Mi"},
				EvictionSoftGracePeriod:     map[string]string{"memory.available": "1m30s"},
				ImageGCHighThresholdPercent: new(90), ImageGCLowThresholdPercent: new(60), CPUManagerPolicy: "static",
				TopologyManagerPolicy: "single-numa-node", LogLevel: new(4), TLSSecurityProfile: "Custom",
				Taints: []machineconfig.Taint{{Key: "a", Effect: "NoSchedule"}}, CustomTLSProfile: clustertest.CustomTLS(),
				More: map[string]any{"containerLogMaxSize": "60Mi"},
			},
		},
		{
			name: "machineconfig.ContainerRuntimeConfig", register: registering(machineconfig.NewContainerRuntimeConfig),
			before:   machineconfig.ContainerRuntimeConfigArgs{Name: "infra", Pool: "infra"},
			identity: []string{"Name", "Pool"},
			after: machineconfig.ContainerRuntimeConfigArgs{
				PidsLimit: new(4096), LogLevel: "debug", LogSizeMax: "50Mi", OverlaySize: "8Gi", DefaultRuntime: "runc",
			},
		},
		{
			name: "machineconfig.MachineConfig", register: registering(machineconfig.NewMachineConfig),
			before:   machineconfig.MachineConfigArgs{Name: "99-infra-a", Pool: "infra"},
			identity: []string{"Name", "Pool", "OpenShiftVersion"},
			after: machineconfig.MachineConfigArgs{
				Files:           []machineconfig.MachineConfigFile{{Path: "/etc/chrony.conf", Contents: pulumi.String("server a\n")}},
				Units:           []machineconfig.SystemdUnit{{Name: "hello.service", Contents: "[Service]\nExecStart=/usr/bin/true\n"}},
				KernelArguments: []string{"audit=0"}, Extensions: []string{"usbguard"}, KernelType: "realtime",
				SSHKeys: []string{"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA nobody@example.com"},
			},
		},
		{
			name: "configuration.APIServer", register: registering(configuration.NewAPIServer),
			with: map[string][]string{"TLSSecurityProfile": {"CustomTLSProfile"}, "CustomTLSProfile": {"TLSSecurityProfile"}},
			after: configuration.APIServerArgs{
				NamedCertificates: map[string]configuration.TLSCertificate{"api.example.com": {SecretName: pulumi.String("api")}},
				Encryption:        "aesgcm", AuditProfile: "WriteRequestBodies",
				AuditRules: []configuration.AuditRule{{Group: "system:authenticated:oauth", Profile: "None"}},
				ClientCA:   pulumi.String(clustertest.Certificate), TLSSecurityProfile: "Custom", CustomTLSProfile: clustertest.CustomTLS(),
			},
		},
		{
			name: "configuration.Proxy", register: registering(configuration.NewProxy),
			before: configuration.ProxyArgs{HTTPProxy: pulumi.String("http://proxy.example.com:3128")},
			after: configuration.ProxyArgs{
				HTTPProxy: pulumi.String("http://other.example.com:3128"), HTTPSProxy: pulumi.String("http://proxy.example.com:3128"),
				NoProxy: []string{".corp.example.com"}, ReadinessEndpoints: []string{"http://example.com"},
				TrustedCA: pulumi.String(clustertest.Certificate),
			},
		},
		{
			name: "configuration.ImageConfig", register: registering(configuration.NewImageConfig),
			after: configuration.ImageConfigArgs{
				RegistryCAs:        map[string]pulumi.StringInput{"registry.example.com": pulumi.String(clustertest.Certificate)},
				AllowedRegistries:  []string{"quay.io", "registry.redhat.io", "image-registry.openshift-image-registry.svc:5000"},
				BlockedRegistries:  []string{"bad.example.com"},
				InsecureRegistries: []string{"plain.example.com"}, SearchRegistries: []string{"registry.example.com"},
				AllowedForImport: []string{"registry.example.com"},
			},
		},
		{
			name: "configuration.ImageMirrors", register: registering(configuration.NewImageMirrors),
			before: configuration.ImageMirrorsArgs{Name: "mirrors"}, identity: []string{"Name"},
			after: configuration.ImageMirrorsArgs{
				Digests: []configuration.ImageMirror{{Source: "quay.io/a", Mirrors: []string{"mirror.example.com/a"}}},
				Tags:    []configuration.ImageMirror{{Source: "quay.io/b", Mirrors: []string{"mirror.example.com/b"}}},
			},
		},
		{
			name: "configuration.PullSecret", register: registering(configuration.NewPullSecret),
			after: configuration.PullSecretArgs{DockerConfigJSON: pulumi.String(`{"auths":{"quay.io":{"auth":"YTpi"}}}`)},
		},
		{
			name: "configuration.Scheduler", register: registering(configuration.NewScheduler),
			after: configuration.SchedulerArgs{
				MastersSchedulable: new(false), DefaultNodeSelector: map[string]string{"a": "b"}, Profile: "HighNodeUtilization",
			},
		},
		{
			name: "configuration.DNS", register: registering(configuration.NewDNS),
			after: configuration.DNSArgs{
				NodeSelector: map[string]string{"a": "b"}, Tolerations: []configuration.Toleration{{Key: "infra", Operator: "Exists"}},
				Servers: map[string]configuration.DNSServer{"corp": {Zones: []string{"corp.example.com"}, Upstreams: []string{"10.0.0.2"}}},
			},
		},
		{
			name: "configuration.OperatorHub", register: registering(configuration.NewOperatorHub),
			after: configuration.OperatorHubArgs{DisabledSources: []string{"community-operators"}},
		},
		{
			name: "ingress.ComponentRoutes", register: registering(ingress.NewComponentRoutes),
			after: ingress.ComponentRoutesArgs{
				Console: &ingress.ComponentRoute{Hostname: "console.example.com"}, AppsDomain: "apps.example.com",
			},
		},
		{
			name: "storage.ClusterCSIDriver", register: registering(storage.NewClusterCSIDriver),
			after: storage.ClusterCSIDriverArgs{
				KMSKeyARN: pulumi.String("arn:aws:kms:us-east-2:123456789012:key/12345678-1234-1234-1234-123456789012"),
			},
		},
	}
}

// change is the change of one field.
type change struct {
	component component
	field     string
	before    pulumi.RunFunc
	after     pulumi.RunFunc
}

func (c change) id() string { return c.component.name + "Args." + c.field }

// changes returns a change for each field that after sets.
func (c component) changes() []change {
	var all []change
	after := reflect.ValueOf(c.after)
	for i := range after.NumField() {
		field := after.Type().Field(i).Name
		if after.Field(i).IsZero() {
			continue
		}
		args := reflect.New(after.Type()).Elem()
		one := change{component: c, field: field, before: func(*pulumi.Context) error { return nil }}
		if c.before != nil {
			args.Set(reflect.ValueOf(c.before))
			if reflect.ValueOf(c.before).NumField() > len(c.identity) && !c.onlyIdentity() {
				one.before = func(ctx *pulumi.Context) error { return c.register(ctx, c.before) }
			}
		}
		for _, name := range append([]string{field}, c.with[field]...) {
			args.FieldByName(name).Set(after.FieldByName(name))
		}
		one.after = func(ctx *pulumi.Context) error { return c.register(ctx, args.Interface()) }
		all = append(all, one)
	}
	return all
}

// onlyIdentity reports whether before only names the object, so that there is none before the change.
func (c component) onlyIdentity() bool {
	before := reflect.ValueOf(c.before)
	set := 0
	for i := range before.NumField() {
		if !before.Field(i).IsZero() {
			set++
		}
	}
	for _, name := range c.identity {
		if !before.FieldByName(name).IsZero() {
			set--
		}
	}
	return set == 0
}
