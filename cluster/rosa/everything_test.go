package cluster

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// rosaEverything are arguments that use every option between them, by the name of their golden file.
func rosaEverything() map[string]validated {
	id := pulumi.String("c1")
	return map[string]validated{
		"hcp":             rosaEverythingHCP(),
		"hcp-shared-vpc":  rosaEverythingSharedVpc(),
		"classic":         rosaEverythingClassic(),
		"classic-shared":  rosaEverythingClassicShared(),
		"pool-hcp":        rosaEverythingPool(),
		"pool-classic":    rosaEverythingClassicPool(),
		"ingress-hcp":     &RosaIngressArgs{ClusterID: id, HCP: &RosaHCPIngressArgs{RosaListeningExternal}},
		"ingress-classic": rosaEverythingIngress(),
		"autoscaler-hcp": &RosaAutoscalerArgs{
			ClusterID:            id,
			MaxNodeProvisionTime: 20 * time.Minute,
			MaxPodGracePeriod:    90 * time.Second,
			PodPriorityThreshold: new(-5),
			MaxNodesTotal:        100,
		},
		"autoscaler": rosaEverythingAutoscaler(),
		"kubelet":    &RosaKubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 8192},
		"tuning": &RosaTuningConfigArgs{
			ClusterID: id,
			Name:      "hugepages",
			Spec: map[string]any{
				"profile":   []any{map[string]any{"name": "p", "data": "[main]"}},
				"recommend": []any{map[string]any{"priority": 20, "profile": "p"}},
			},
		},
		"idp-htpasswd": rosaTestIDP(func(a *RosaIdentityProviderArgs) {
			a.ClusterAdmins, a.DedicatedAdmins = []string{"ann"}, []string{"ann"}
		}),
		"idp-github": rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.GitHub = &RosaGitHubArgs{id, id, []string{"o"}, nil, "ghe.example.com", nil}
		}),
		"idp-github-teams": rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.GitHub = &RosaGitHubArgs{ClientID: id, ClientSecret: id, Teams: []string{"o/t"}}
		}),
		"idp-gitlab": rosaTestKind(
			func(a *RosaIdentityProviderArgs) { a.GitLab = &RosaGitLabArgs{id, id, "https://gitlab.com", nil} },
		),
		"idp-google": rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.MappingMethod, a.Google = RosaMappingAdd, &RosaGoogleArgs{id, id, "example.com"}
		}),
		"idp-ldap": rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.LDAP = &RosaLDAPArgs{
				"ldap://ldap.example.com",
				"cn=reader",
				id,
				true,
				nil,
				RosaLDAPAttributes{[]string{"dn"}, []string{"mail"}, []string{"cn"}, []string{"uid"}},
			}
		}),
		"idp-openid": rosaTestKind(func(a *RosaIdentityProviderArgs) {
			a.OpenID = &RosaOpenIDArgs{
				id,
				id,
				"https://sso.example.com",
				RosaOpenIDClaims{[]string{"email"}, []string{"groups"}, []string{"name"}, []string{"sub"}},
				[]string{"profile"},
				map[string]string{"prompt": "login"},
				nil,
			}
		}),
	}
}

func rosaEverythingHCP() *RosaHCPArgs {
	return rosaTestHCP(func(a *RosaHCPArgs) {
		a.DomainPrefix = "d"
		a.BillingAccountID = pulumi.String("210987654321")
		a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/ann")
		a.Properties = map[string]string{"team": "core"}
		a.Version = RosaVersionArgs{Version: "4.18.5", Channel: "stable-4.18", AcknowledgeUpgradeTo: "4.18"}
		a.STS.ExternalID = "external"
		a.Network = RosaNetworkArgs{"10.0.0.0/16", "172.31.0.0/16", "10.132.0.0/14", 24}
		a.Proxy = &RosaProxyArgs{
			pulumi.String("http://10.0.0.10:3128"),
			pulumi.String("http://10.0.0.10:3128"),
			[]string{"10.0.0.0/16"},
			nil,
		}
		a.ZeroEgress = true
		a.AllowedPrincipals = pulumi.ToStringArray([]string{"arn:aws:iam::210987654321:root"})
		a.Workers = RosaWorkersArgs{
			InstanceType:     pulumi.String("m5.2xlarge"),
			Autoscaling:      &RosaAutoscalingArgs{3, 6},
			DiskSizeGiB:      300,
			SecurityGroupIDs: rosaTestGroups(1),
		}
		a.IMDS = RosaIMDSv1AndV2
		a.AutoNode = &RosaAutoNodeArgs{rosaTestRole("karpenter")}
		a.EtcdKeyARN, a.VolumeKeyARN, a.FIPS = rosaTestKey("us-east-2"), rosaTestKey("us-east-2"), true
		a.Registry = &RosaRegistryArgs{
			AllowedRegistries: []string{"quay.io"}, InsecureRegistries: []string{"registry.example.com:5000"},
			AllowedForImport: []RosaImportRegistryArgs{
				{DomainName: "*.example.com", Insecure: true},
			}, PlatformAllowlistID: "list",
		}
		a.AuditLogRoleARN = rosaTestRole("audit")
		a.LogForwarders = []RosaLogForwarderArgs{
			{S3: &RosaLogBucketArgs{pulumi.String("logs"), "demo"}, Applications: []string{"kube-apiserver"}},
			{CloudWatch: &RosaLogGroupArgs{pulumi.String("demo"), rosaTestRole("logs")}, Groups: []RosaLogSetArgs{{
				ID:      "api",
				Version: "1",
			}}},
		}
		a.Admin = &RosaAdminArgs{"ann", pulumi.String("Correct-Horse-1")}
		a.ExternalAuth = true
		a.Waits = RosaWaitsArgs{
			Create:     90 * time.Minute,
			ForWorkers: true,
			Workers:    30 * time.Minute,
			Destroy:    45 * time.Minute,
		}
		a.AllowReplacement = true
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	})
}

func rosaEverythingSharedVpc() *RosaHCPArgs {
	return rosaTestHCP(func(a *RosaHCPArgs) {
		a.SharedVpc = &RosaSharedVpcArgs{
			pulumi.String("Z1"),
			pulumi.String("Z2"),
			rosaTestRole("route53"),
			rosaTestRole("endpoint"),
		}
		a.BaseDNSDomain = pulumi.String("a1b2.p3.openshiftapps.com")
		a.Version.ChannelGroup = RosaChannelEUS
		a.Workers.Replicas = 6
		a.Admin = &RosaAdminArgs{}
		a.Waits = RosaWaitsArgs{SkipCreate: true, SkipDestroy: true}
	})
}

func rosaEverythingClassic() *RosaClassicArgs {
	return rosaTestClassic(func(a *RosaClassicArgs) {
		zones := []string{"us-east-2a", "us-east-2b", "us-east-2c"}
		a.DomainPrefix = "d"
		a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/ann")
		a.Properties = map[string]string{"team": "core"}
		a.Version = RosaVersionArgs{Version: "4.18.5", ChannelGroup: RosaChannelStable, AcknowledgeUpgradeTo: "4.18"}
		a.STS.ExternalID = "external"
		a.MultiAZ, a.Private, a.PrivateSubnets = true, true, rosaTestSubnets("private", zones...)
		a.Network = RosaNetworkArgs{"10.0.0.0/16", "172.31.0.0/16", "10.132.0.0/14", 24}
		a.Proxy = &RosaProxyArgs{
			pulumi.String("http://10.0.0.10:3128"),
			pulumi.String("http://10.0.0.10:3128"),
			[]string{"10.0.0.0/16"},
			nil,
		}
		a.Workers = RosaWorkersArgs{
			InstanceType: pulumi.String(
				"m5.2xlarge",
			), Autoscaling: &RosaAutoscalingArgs{3, 6}, DiskSizeGiB: 300, SecurityGroupIDs: rosaTestGroups(1),
			Labels: map[string]string{"team": "core"},
		}
		a.ControlPlaneSecurityGroupIDs, a.InfraSecurityGroupIDs = rosaTestGroups(1), rosaTestGroups(2)
		a.EtcdEncryption, a.VolumeKeyARN, a.FIPS = true, rosaTestKey("us-east-2"), true
		a.DisableWorkloadMonitoring, a.DisableSCPChecks = true, true
		a.Admin = &RosaAdminArgs{"ann", pulumi.String("Correct-Horse-1")}
		a.Waits = RosaWaitsArgs{Create: 90 * time.Minute, Destroy: 45 * time.Minute}
		a.AllowReplacement = true
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	})
}

func rosaEverythingClassicShared() *RosaClassicArgs {
	return rosaTestClassic(func(a *RosaClassicArgs) {
		a.PrivateSubnets, a.PublicSubnets = rosaTestSubnets(
			"private",
			"us-east-2a",
		), rosaTestSubnets(
			"public",
			"us-east-2a",
		)
		a.PrivateHostedZone = &RosaHostedZoneArgs{pulumi.String("Z1"), rosaTestRole("shared")}
		a.BaseDNSDomain = pulumi.String("a1b2.p1.openshiftapps.com")
		a.Version.Channel = "stable-4.18"
		a.Workers.Replicas = 2
		a.Admin = &RosaAdminArgs{}
		a.Waits = RosaWaitsArgs{SkipDestroy: true}
	})
}

func rosaEverythingPool() *RosaMachinePoolArgs {
	return rosaTestPool(func(a *RosaMachinePoolArgs) {
		a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{2, 4}
		a.Labels = map[string]string{"example.com/team": "core"}
		a.Taints = []RosaTaint{{Key: "example.com/team", Value: "core", Effect: "NoSchedule"}}
		a.DiskSizeGiB, a.SecurityGroupIDs, a.Tags = 300, rosaTestGroups(
			1,
		), pulumi.StringMap{
			"team": pulumi.String("core"),
		}
		a.IgnoreDeletionError, a.AllowReplacement = true, true
		a.HCP = &RosaHCPPoolArgs{
			SubnetID: pulumi.String("subnet-1"), NoAutoRepair: true, Version: "4.18.5", AcknowledgeUpgradeTo: "4.18",
			TuningConfigs: pulumi.ToStringArray([]string{"hugepages"}), KubeletConfig: pulumi.String("pids"),
			CapacityReservation: &RosaCapacityReservationArgs{
				pulumi.String("cr-1"),
				RosaReservationOnly,
			}, Windows: true,
			NodeDrainGracePeriod: pointerTo(time.Hour),
		}
	})
}

func rosaEverythingClassicPool() *RosaMachinePoolArgs {
	return rosaTestClassicPool(func(a *RosaMachinePoolArgs) {
		a.Replicas, a.Autoscaling = nil, &RosaAutoscalingArgs{3, 6}
		a.Labels = map[string]string{"example.com/team": "core"}
		a.Taints = []RosaTaint{{Key: "example.com/team", Value: "core", Effect: "NoSchedule"}}
		a.DiskSizeGiB, a.SecurityGroupIDs, a.Tags = 300, rosaTestGroups(
			1,
		), pulumi.StringMap{
			"team": pulumi.String("core"),
		}
		a.IgnoreDeletionError = true
		a.Classic = &RosaClassicPoolArgs{MultiAZ: true, Spot: &RosaSpotArgs{"0.25"}}
	})
}

func rosaEverythingIngress() *RosaIngressArgs {
	return &RosaIngressArgs{ClusterID: pulumi.String("c1"), Classic: &RosaClassicIngressArgs{
		RouteSelectors: map[string]string{
			"shard": "a",
		}, ExcludedNamespaces: []string{"internal"}, AllowWildcards: new(true),
		StrictNamespaceOwnership: new(false), LoadBalancer: RosaLoadBalancerNetwork,
		ComponentRoutes: map[string]RosaComponentRoute{"console": {
			Hostname:     "console.example.com",
			TLSSecretRef: "console-tls",
		}},
	}}
}

func rosaEverythingAutoscaler() *RosaAutoscalerArgs {
	return &RosaAutoscalerArgs{
		ClusterID:            pulumi.String("c1"),
		MaxNodeProvisionTime: 20 * time.Minute,
		MaxPodGracePeriod:    90 * time.Second,
		PodPriorityThreshold: new(-5),
		MaxNodesTotal:        100,
		Classic: &RosaClassicAutoscalerArgs{
			BalanceSimilarNodeGroups: new(
				true,
			), BalancingIgnoredLabels: []string{"example.com/team"}, SkipNodesWithLocalStorage: new(false),
			IgnoreDaemonSetsUtilization: new(
				false,
			), LogVerbosity: new(4), Cores: &RosaRange{8, 800}, MemoryGiB: &RosaRange{32, 3200},
			GPUs: []RosaGPURange{{Type: "nvidia.com/gpu", Range: RosaRange{0, 4}}},
			ScaleDown: &RosaScaleDownArgs{
				UnneededTime: 5 * time.Minute, UtilizationThreshold: new(0.4), DelayAfterAdd: 10 * time.Minute, DelayAfterDelete: time.Second,
				DelayAfterFailure: 3 * time.Minute,
			},
		},
	}
}
