package rosa

import (
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/network"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
)

// everyArgument are arguments that together use every field, by the name of their golden file.
func everyArgument() map[string]componentArgs {
	id, ca := pulumi.String("c1"), pulumi.String(clustertest.Certificate)
	return map[string]componentArgs{
		"hcp":               everyHCPArgument(),
		"hcp-shared-vpc":    everySharedVpcArgument(),
		"classic":           everyClassicArgument(),
		"classic-shared":    everySharedClassicArgument(),
		"hcp-external-auth": testHCP(func(a *HCPArgs) { a.ExternalAuth = true }),
		"log-forwarder-s3": &LogForwarderArgs{
			ClusterID:    id,
			S3:           &LogBucketArgs{Bucket: pulumi.String("logs"), Prefix: "demo"},
			Applications: []string{"kube-apiserver"},
		},
		"log-forwarder-cloudwatch": &LogForwarderArgs{
			ClusterID:  id,
			CloudWatch: &LogGroupArgs{Name: pulumi.String("demo"), RoleARN: testRole("logs")},
			Groups:     []LogSet{{ID: "api", Version: "1"}},
		},
		"break-glass":  &BreakGlassCredentialArgs{ClusterID: id, Username: "ann", ExpirationDuration: 8 * time.Hour},
		"image-mirror": &ImageMirrorArgs{ClusterID: id, Source: "quay.io/team", Mirrors: []string{"ecr.example.com/team"}},
		"dns-domain":   &DNSDomainArgs{},
		"ocm-role-link": &OCMRoleLinkArgs{
			RoleARN: pulumi.String("arn:aws:iam::123456789012:role/ManagedOpenShift-OCM-Role-1"),
		},
		"pool-hcp":        everyPoolArgument(),
		"pool-classic":    everyClassicPoolArgument(),
		"ingress-hcp":     &IngressArgs{ClusterID: id, HCP: &HCPIngressArgs{Scope: network.External}},
		"ingress-classic": everyIngressArgument(),
		"autoscaler-hcp": &AutoscalerArgs{
			ClusterID:            id,
			MaxNodeProvisionTime: 20 * time.Minute,
			MaxPodGracePeriod:    90 * time.Second,
			PodPriorityThreshold: new(-5),
			MaxNodesTotal:        100,
		},
		"autoscaler": everyAutoscalerArgument(),
		"kubelet":    &KubeletConfigArgs{ClusterID: id, Name: "pids", PodPidsLimit: 8192},
		"tuning": &TuningConfigArgs{
			ClusterID: id,
			Name:      "hugepages",
			Spec: map[string]any{
				"profile":   []any{map[string]any{"name": "p", "data": "[main]"}},
				"recommend": []any{map[string]any{"priority": 20, "profile": "p"}},
			},
		},
		"idp-htpasswd": testIDP(func(a *IdentityProviderArgs) {
			a.ClusterID, a.ClusterAdmins, a.DedicatedAdmins = id, []string{"ann"}, []string{"ann"}
		}),
		"idp-github": everyKind(func(a *IdentityProviderArgs) {
			a.GitHub = &GitHubArgs{
				ClientID:      id,
				ClientSecret:  id,
				Organizations: []string{"o"},
				Hostname:      "ghe.example.com",
				CA:            ca,
			}
		}),
		"idp-github-teams": everyKind(func(a *IdentityProviderArgs) {
			a.GitHub = &GitHubArgs{ClientID: id, ClientSecret: id, Teams: []string{"o/t"}}
		}),
		"idp-gitlab": everyKind(func(a *IdentityProviderArgs) {
			a.GitLab = &GitLabArgs{ClientID: id, ClientSecret: id, URL: "https://gitlab.example.com", CA: ca}
		}),
		"idp-google": everyKind(func(a *IdentityProviderArgs) {
			a.MappingMethod = MappingAdd
			a.Google = &GoogleArgs{ClientID: id, ClientSecret: id, HostedDomain: "example.com"}
		}),
		"idp-ldap": everyKind(func(a *IdentityProviderArgs) {
			a.LDAP = &LDAPArgs{
				URL:          "ldap://ldap.example.com",
				BindDN:       "cn=reader",
				BindPassword: id,
				Insecure:     true,
				Attributes: &LDAPAttributesArgs{
					ID:                []string{"dn"},
					Email:             []string{"mail"},
					Name:              []string{"cn"},
					PreferredUsername: []string{"uid"},
				},
			}
		}),
		"idp-ldaps": everyKind(func(a *IdentityProviderArgs) {
			a.LDAP = &LDAPArgs{URL: "ldaps://ldap.example.com", CA: ca}
		}),
		"idp-openid": everyKind(func(a *IdentityProviderArgs) {
			a.OpenID = &OpenIDArgs{
				ClientID:     id,
				ClientSecret: id,
				Issuer:       "https://sso.example.com",
				CA:           ca,
				Claims: &OpenIDClaimsArgs{
					Email:             []string{"email"},
					Groups:            []string{"groups"},
					Name:              []string{"name"},
					PreferredUsername: []string{"sub"},
				},
				ExtraScopes:              []string{"profile"},
				ExtraAuthorizeParameters: map[string]string{"prompt": "login"},
			}
		}),
	}
}

func everyKind(change func(*IdentityProviderArgs)) *IdentityProviderArgs {
	return testKind(func(a *IdentityProviderArgs) {
		a.ClusterID = pulumi.String("c1")
		change(a)
	})
}

func everyNetworkArgument() *NetworkArgs {
	return &NetworkArgs{
		MachineCIDR: "10.0.0.0/16",
		ServiceCIDR: "172.31.0.0/16",
		PodCIDR:     "10.132.0.0/14",
		HostPrefix:  24,
	}
}

func everyProxyArgument() *ProxyArgs {
	return &ProxyArgs{
		HTTPProxy:  pulumi.String("http://10.0.0.10:3128"),
		HTTPSProxy: pulumi.String("http://10.0.0.10:3128"),
		NoProxy:    []string{"10.0.0.0/16"},
	}
}

func everyHCPArgument() *HCPArgs {
	return testHCP(func(a *HCPArgs) {
		a.DomainPrefix = "d"
		a.VpcID = pulumi.String("vpc-0123456789abcdef0")
		a.BillingAccountID = pulumi.String("210987654321")
		a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/ann")
		a.Properties = map[string]string{"team": "core"}
		a.Version = &VersionArgs{
			Version: "4.18.5", Channel: "stable-4.18", AcknowledgeUpgradeTo: "4.18",
			Wait:    &UpgradeWaitArgs{Timeout: time.Hour},
			Window:  &MaintenanceWindow{Days: []time.Weekday{0, 1, 2, 3, 4, 5, 6}, Start: "00:00", Duration: 24 * time.Hour, TimeZone: "UTC"},
			Blocked: []string{"4.18.6", "4.19"},
		}
		a.STS.ExternalID = "external"
		a.Network, a.Proxy, a.ZeroEgress = everyNetworkArgument(), everyProxyArgument(), true
		a.AllowedPrincipals = pulumi.ToStringArray([]string{"arn:aws:iam::210987654321:root"})
		a.Workers = &WorkersArgs{
			InstanceType:     "m5.2xlarge",
			Autoscaling:      &AutoscalingArgs{Min: 3, Max: 6},
			DiskSizeGiB:      300,
			SecurityGroupIDs: testGroups(1),
		}
		a.AllowIMDSv1 = true
		a.AutoNode = &AutoNodeArgs{RoleARN: testRole("karpenter")}
		a.EtcdKeyARN, a.VolumeKeyARN, a.FIPS = testKey("us-east-2"), testKey("us-east-2"), true
		a.Registry = &RegistryArgs{
			AllowedRegistries:   []string{"quay.io"},
			InsecureRegistries:  []string{"registry.example.com:5000"},
			AllowedForImport:    []ImportRegistry{{DomainName: "*.example.com", Insecure: true}},
			PlatformAllowlistID: "list",
		}
		a.AuditLogRoleARN = testRole("audit")
		a.Admin = &AdminArgs{Username: "ann", Password: pulumi.String("Correct-Horse-1")}
		a.Wait = &WaitArgs{
			WaitForWorkers: true,
			CreateTimeout:  90 * time.Minute,
			WorkersTimeout: 30 * time.Minute,
			DestroyTimeout: 45 * time.Minute,
		}
		a.AllowReplacement = true
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	})
}

func everySharedVpcArgument() *HCPArgs {
	return testHCP(func(a *HCPArgs) {
		a.SharedVpc = &SharedVpcArgs{
			IngressZoneID:      pulumi.String("Z1"),
			InternalZoneID:     pulumi.String("Z2"),
			Route53RoleARN:     testRole("route53"),
			VpcEndpointRoleARN: testRole("endpoint"),
		}
		a.BaseDNSDomain = pulumi.String("a1b2.p3.openshiftapps.com")
		a.Version = &VersionArgs{ChannelGroup: ChannelEUS}
		a.Workers = &WorkersArgs{Replicas: new(6)}
		a.Admin = &AdminArgs{}
		a.Wait = &WaitArgs{WaitForCreate: new(false), WaitForDestroy: new(false)}
	})
}

func everyClassicArgument() *ClassicArgs {
	return testClassic(func(a *ClassicArgs) {
		a.DomainPrefix = "d"
		a.CreatorARN = pulumi.String("arn:aws:iam::123456789012:user/ann")
		a.Properties = map[string]string{"team": "core"}
		a.Version = &VersionArgs{Version: "4.18.5", ChannelGroup: ChannelStable, AcknowledgeUpgradeTo: "4.18"}
		a.STS.ExternalID = "external"
		a.MultiAZ, a.Scope, a.PrivateSubnets = true, network.Internal, testSubnets("private", testZones...)
		a.Network, a.Proxy = everyNetworkArgument(), everyProxyArgument()
		a.Workers = &WorkersArgs{
			InstanceType:     "m5.2xlarge",
			Autoscaling:      &AutoscalingArgs{Min: 3, Max: 6},
			DiskSizeGiB:      300,
			SecurityGroupIDs: testGroups(1),
			Labels:           map[string]string{"team": "core"},
		}
		a.ControlPlaneSecurityGroupIDs, a.InfraSecurityGroupIDs = testGroups(1), testGroups(2)
		a.EtcdEncryption, a.VolumeKeyARN, a.FIPS = true, testKey("us-east-2"), true
		a.WorkloadMonitoring, a.SCPChecks = new(false), new(false)
		a.Admin = &AdminArgs{Username: "ann", Password: pulumi.String("Correct-Horse-1")}
		a.Wait = &WaitArgs{CreateTimeout: 90 * time.Minute, DestroyTimeout: 45 * time.Minute}
		a.AllowReplacement = true
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
	})
}

func everySharedClassicArgument() *ClassicArgs {
	return testClassic(func(a *ClassicArgs) {
		a.PrivateSubnets, a.PublicSubnets = testSubnets("private", testZones[0]), testSubnets("public", testZones[0])
		a.PrivateHostedZone = &HostedZoneArgs{ID: pulumi.String("Z1"), RoleARN: testRole("shared")}
		a.BaseDNSDomain = pulumi.String("a1b2.p1.openshiftapps.com")
		a.Version = &VersionArgs{Channel: "stable-4.18"}
		a.Workers = &WorkersArgs{Replicas: new(2)}
		a.Admin = &AdminArgs{}
		a.Wait = &WaitArgs{WaitForDestroy: new(false)}
	})
}

func everyPoolArgument() *MachinePoolArgs {
	return testPool(func(a *MachinePoolArgs) {
		a.ClusterID = pulumi.String("c1")
		a.Replicas, a.Autoscaling = nil, &AutoscalingArgs{Min: 2, Max: 4}
		a.Labels = map[string]string{"example.com/team": "core"}
		a.Taints = []Taint{{Key: "example.com/team", Value: "core", Effect: "NoSchedule"}}
		a.DiskSizeGiB, a.SecurityGroupIDs = 300, testGroups(1)
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
		a.IgnoreDeletionError, a.AllowReplacement = true, true
		a.HCP = &HCPPoolArgs{
			SubnetID:             pulumi.String("subnet-0123456789abcdef1"),
			AutoRepair:           new(false),
			Version:              "4.18.5",
			AcknowledgeUpgradeTo: "4.18",
			TuningConfigs:        pulumi.ToStringArray([]string{"hugepages"}),
			KubeletConfig:        pulumi.String("pids"),
			CapacityReservation: &CapacityReservationArgs{
				ID: pulumi.String("cr-0123456789abcdef0"), Preference: ReservationOnly,
			},
			Windows:              true,
			NodeDrainGracePeriod: new(time.Hour),
		}
	})
}

func everyClassicPoolArgument() *MachinePoolArgs {
	return testClassicPool(func(a *MachinePoolArgs) {
		a.ClusterID = pulumi.String("c1")
		a.Replicas, a.Autoscaling = nil, &AutoscalingArgs{Min: 3, Max: 6}
		a.Labels = map[string]string{"example.com/team": "core"}
		a.Taints = []Taint{{Key: "example.com/team", Value: "core", Effect: "NoSchedule"}}
		a.DiskSizeGiB, a.SecurityGroupIDs = 300, testGroups(1)
		a.Tags = pulumi.StringMap{"team": pulumi.String("core")}
		a.IgnoreDeletionError = true
		a.Classic = &ClassicPoolArgs{MultiAZ: true, Spot: &SpotArgs{MaxPrice: "0.25"}}
	})
}

func everyIngressArgument() *IngressArgs {
	return &IngressArgs{ClusterID: pulumi.String("c1"), Classic: &ClassicIngressArgs{
		RouteSelectors:           map[string]string{"shard": "a"},
		ExcludedNamespaces:       []string{"internal"},
		AllowWildcards:           new(true),
		StrictNamespaceOwnership: new(false),
		LoadBalancerType:         LoadBalancerNetwork,
		ComponentRoutes: map[string]ComponentRoute{
			"console": {Hostname: "console.example.com", TLSSecretRef: "console-tls"},
		},
	}}
}

func everyAutoscalerArgument() *AutoscalerArgs {
	return &AutoscalerArgs{
		ClusterID:            pulumi.String("c1"),
		MaxNodeProvisionTime: 20 * time.Minute,
		MaxPodGracePeriod:    90 * time.Second,
		PodPriorityThreshold: new(-5),
		MaxNodesTotal:        100,
		Classic: &ClassicAutoscalerArgs{
			BalanceSimilarNodeGroups:    new(true),
			BalancingIgnoredLabels:      []string{"example.com/team"},
			SkipNodesWithLocalStorage:   new(false),
			IgnoreDaemonSetsUtilization: new(false),
			LogVerbosity:                new(4),
			Cores:                       &Range{Min: 8, Max: 800},
			MemoryGiB:                   &Range{Min: 32, Max: 3200},
			GPUs:                        []GPURange{{Type: "nvidia.com/gpu", Range: Range{Min: 0, Max: 4}}},
			ScaleDown: &ScaleDownArgs{
				UnneededTime:         5 * time.Minute,
				UtilizationThreshold: new(0.4),
				DelayAfterAdd:        10 * time.Minute,
				DelayAfterDelete:     time.Second,
				DelayAfterFailure:    3 * time.Minute,
			},
		},
	}
}
