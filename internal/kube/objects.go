package kube

import (
	"encoding/base64"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Opaque is the type of a Secret with any keys.
const Opaque = "Opaque"

// Secret returns a Secret with the texts, which are secrets in Pulumi's state too.
func Secret(namespace, name, secretType string, texts map[string]pulumi.StringInput) Object {
	data := map[string]any{}
	for key, text := range texts {
		data[key] = pulumi.ToSecret(text.ToStringOutput().ApplyT(func(text string) string {
			return base64.StdEncoding.EncodeToString([]byte(text))
		}))
	}
	return Object{
		APIVersion: "v1", Kind: "Secret", Namespace: namespace, Name: name,
		Fields: map[string]any{"type": secretType, "data": data},
	}
}

// ConfigMap returns a ConfigMap with the texts.
func ConfigMap(namespace, name string, texts map[string]pulumi.StringInput) Object {
	data := map[string]any{}
	for key, text := range texts {
		data[key] = text
	}
	return Object{APIVersion: "v1", Kind: "ConfigMap", Namespace: namespace, Name: name, Fields: map[string]any{"data": data}}
}
