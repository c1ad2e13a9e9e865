package main

import "github.com/openshift-aws/pulumi-openshift-aws/plugin"

const repository = "https://github.com/openshift-aws/pulumi-openshift-aws"

// description describes the package without its resources.
func description() *packageSpec {
	return &packageSpec{
		Name:              plugin.Name,
		DisplayName:       "OpenShift on AWS",
		Description:       "OpenShift on AWS, self-managed or as ROSA: networks, roles, clusters, machines, ingress, storage and configuration.",
		Keywords:          []string{"pulumi", "openshift", "rosa", "aws", "kubernetes", "category/infrastructure", "kind/component"},
		Homepage:          repository,
		License:           "Apache-2.0",
		Repository:        repository,
		Publisher:         plugin.Name,
		LogoURL:           "https://raw.githubusercontent.com/openshift-aws/pulumi-openshift-aws/main/cmd/pulumi-resource-openshift-aws/logo.svg",
		PluginDownloadURL: "github://api.github.com/openshift-aws/pulumi-openshift-aws",
		Language:          languages(),
		Resources:         map[string]resourceSpec{},
		Functions:         map[string]functionSpec{},
	}
}

// languages are the names of the package, and what its SDKs need, by language.
func languages() map[string]any {
	return map[string]any{
		"csharp": map[string]any{
			"rootNamespace":        "Pulumi",
			"namespaces":           map[string]string{plugin.Name: "OpenShiftAws"},
			"packageReferences":    map[string]string{"Pulumi": "3.*"},
			"respectSchemaVersion": true,
		},
		"go": map[string]any{
			"importBasePath":                 "github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws",
			"modulePath":                     "github.com/openshift-aws/pulumi-openshift-aws/sdk/go/openshiftaws",
			"rootPackageName":                "openshiftaws",
			"generateExtraInputTypes":        true, // They are the input types of plain objects.
			"generateResourceContainerTypes": true,
			"respectSchemaVersion":           true,
		},
		"java": map[string]any{"basePackage": "com.pulumi", "buildFiles": "gradle"},
		"nodejs": map[string]any{
			"packageName":          "@openshift-aws/pulumi-openshift-aws",
			"dependencies":         map[string]string{"@pulumi/pulumi": "^3.142.0"},
			"typescriptVersion":    "^5.4.0",
			"respectSchemaVersion": true,
		},
		"python": map[string]any{
			"packageName":          "pulumi_openshift_aws",
			"requires":             map[string]string{"pulumi": ">=3.142.0,<4.0.0"},
			"pyproject":            map[string]bool{"enabled": true},
			"respectSchemaVersion": true,
		},
	}
}
