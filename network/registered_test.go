package network_test

import (
	"testing"

	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	"github.com/pulumi/pulumi-aws/sdk/v6/go/aws/ec2"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	fakeaws "github.com/openshift-aws/pulumi-openshift-aws/internal/fake/aws"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/mockstest"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
)

func namesOf(rec *mocks.Recorder, wanted []string) []string {
	nameOf := map[string]string{}
	for _, resource := range rec.Resources() {
		nameOf[resource.URN] = resource.Name
	}
	names := []string{}
	for _, urn := range wanted {
		names = append(names, nameOf[urn])
	}
	return names
}

// checkProviderIsInherited proves that every child uses the provider that the component is given.
func checkProviderIsInherited(t *testing.T, register func(*pulumi.Context, ...pulumi.ResourceOption) error) {
	t.Helper()
	rec := mockstest.Run(t, func(ctx *pulumi.Context) error {
		provider, err := aws.NewProvider(ctx, "other-account", &aws.ProviderArgs{Region: pulumi.String("us-east-2")})
		if err != nil {
			return err
		}
		return register(ctx, pulumi.Providers(provider))
	})
	provider := mockstest.Find(t, rec, "other-account").URN
	children := 0
	for _, resource := range rec.Resources() {
		if resource.Custom && resource.URN != provider {
			children++
			assert.Equal(t, provider, resource.Provider, resource.Name)
		}
	}
	assert.NotZero(t, children)
}

// checkTags proves that everything that takes tags has the user's tag and a Name.
func checkTags(t *testing.T, rec *mocks.Recorder, key, value, namePrefix string) {
	t.Helper()
	tagged := 0
	for _, resource := range rec.Resources() {
		schema, known := fakeaws.Resource(resource.Type)
		if !known || schema.Properties["tags"] == nil {
			continue
		}
		tagged++
		tags, _ := resource.Inputs["tags"].(map[string]any)
		assert.Equal(t, value, tags[key], resource.Name)
		assert.Regexp(t, "^"+namePrefix+"-", tags["Name"], resource.Name)
	}
	assert.NotZero(t, tagged)
}

// user registers a resource that takes a text, to see what it waits for.
func user(ctx *pulumi.Context, text pulumi.StringInput) error {
	_, err := ec2.NewEip(ctx, "user", &ec2.EipArgs{Tags: pulumi.StringMap{"text": text}})
	return err
}
