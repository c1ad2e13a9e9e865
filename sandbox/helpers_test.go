package sandbox

import (
	"cmp"
	"errors"
	"os"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/rhcs"
)

// anything is a resource of any type: these tests need no SDK of a provider.
type anything struct {
	pulumi.CustomResourceState
	Arn    pulumi.StringOutput `pulumi:"arn"`
	Name   pulumi.StringOutput `pulumi:"name"`
	Bucket pulumi.StringOutput `pulumi:"bucket"`
}

func register(ctx *pulumi.Context, token, name string, args pulumi.Map, opts ...pulumi.ResourceOption) (*anything, error) {
	registered := &anything{}
	return registered, ctx.RegisterResource(token, name, args, registered, opts...)
}

const trustPolicy = `{"Version":"2012-10-17","Statement":[]}`

// smallProgram has one resource of each kind that the sandbox treats differently.
func smallProgram(ctx *pulumi.Context) error {
	settings := config.New(ctx, "")
	role, err := register(ctx, "aws:iam/role:Role", "app", pulumi.Map{
		"assumeRolePolicy": pulumi.String(trustPolicy),
		"description":      pulumi.String(settings.Get("description")),
		"path":             pulumi.String("/" + settings.Get("path")),
	})
	if err != nil {
		return err
	}
	profile := pulumi.Map{"role": role.Name}
	if _, err := register(ctx, "aws:iam/instanceProfile:InstanceProfile", "app", profile); err != nil {
		return err
	}
	bucket, err := register(ctx, "aws:s3/bucketV2:BucketV2", "store", pulumi.Map{
		"tags": pulumi.Map{"owner": pulumi.String("test")},
	})
	if err != nil {
		return err
	}
	if _, err := register(ctx, "aws:s3/bucketObjectv2:BucketObjectv2", "note", pulumi.Map{
		"bucket": bucket.Bucket, "key": pulumi.String("note"),
		"content": pulumi.ToSecret(pulumi.String(cmp.Or(settings.Get("note"), "hush-content"))),
	}); err != nil {
		return err
	}
	if err := smallObjects(ctx, cmp.Or(settings.Get("machineSet"), "infra"), settings.Get("replicas"), role.Arn); err != nil {
		return err
	}
	if version := settings.Get("version"); version != "" {
		if err := rosaCluster(rhcs.Plugin, version)(ctx); err != nil {
			return err
		}
	}
	ctx.Export("roleArn", role.Arn)
	ctx.Export("password", pulumi.ToSecret(pulumi.String("hush-output")))
	return nil
}

func smallObjects(ctx *pulumi.Context, machineSet, replicas string, roleArn pulumi.StringOutput) error {
	if _, err := register(ctx, "kubernetes:machine.openshift.io/v1beta1:MachineSet", machineSet, pulumi.Map{
		"apiVersion": pulumi.String("machine.openshift.io/v1beta1"),
		"kind":       pulumi.String("MachineSet"),
		"metadata": pulumi.Map{
			"name": pulumi.String("infra"), "namespace": pulumi.String("openshift-machine-api"),
			"annotations": pulumi.Map{"pulumi.com/deletionPropagationPolicy": pulumi.String("foreground")},
		},
		"spec": pulumi.Map{"replicas": pulumi.Int(1), "template": pulumi.Map{"arn": pulumi.ToSecret(roleArn)}},
	}); err != nil {
		return err
	}
	switch replicas {
	case "":
		return nil
	case "many":
		return errors.New("replicas: must be a number")
	}
	_, err := register(ctx, "kubernetes:operator.openshift.io/v1:IngressControllerPatch", "router", pulumi.Map{
		"apiVersion": pulumi.String("operator.openshift.io/v1"),
		"kind":       pulumi.String("IngressController"),
		"metadata": pulumi.Map{
			"name": pulumi.String("default"), "namespace": pulumi.String("openshift-ingress-operator"),
			"annotations": pulumi.Map{"pulumi.com/patchForce": pulumi.String("true")},
		},
		"spec": pulumi.Map{"replicas": pulumi.String(replicas)},
	})
	return err
}

// needsEngine is mockstest.NeedsEngine, which imports this package.
func needsEngine(t *testing.T) {
	t.Helper()
	if os.Getenv("ENGINE") == "" {
		t.Skip("brings programs up: runs with ENGINE=1")
	}
}
