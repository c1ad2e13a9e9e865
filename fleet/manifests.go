package fleet

import (
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// Operator is how the Pulumi Kubernetes Operator runs the stacks. Fields are those of Stack objects of its release 2.9.
type Operator struct {
	// Namespace is the namespace of the Stack objects. Defaults to fleet.
	Namespace string `yaml:"namespace,omitempty"`
	// Image is the image with the compiled program and its plugins. Required by manifests.
	Image string `yaml:"image,omitempty"`
	// Dir is the folder of the program in the image, in which its Pulumi.yaml is. Defaults to /fleet.
	Dir string `yaml:"dir,omitempty"`
	// ResyncSeconds is how often a stack without a change of its object is refreshed and updated, which corrects drift, in seconds.
	// At least 60. Defaults to a day.
	ResyncSeconds int `yaml:"resyncSeconds,omitempty"`
	// RetrySeconds is the longest pause before a failed update is tried again, in seconds. From its release 2.8.0 the operator stops after
	// three failures, before it has an effect. Defaults to an hour.
	RetrySeconds int `yaml:"retrySeconds,omitempty"`
	// CPU, Memory and EphemeralStorage are requested for each pod; memory and storage are limits too. Default to 250m, 1Gi and 2Gi.
	CPU              string `yaml:"cpu,omitempty"`
	Memory           string `yaml:"memory,omitempty"`
	EphemeralStorage string `yaml:"ephemeralStorage,omitempty"`
}

func (o Operator) withDefaults() Operator {
	o.Namespace = cmp.Or(o.Namespace, "fleet")
	o.Dir = cmp.Or(o.Dir, "/fleet")
	o.ResyncSeconds = cmp.Or(o.ResyncSeconds, 24*60*60)
	o.RetrySeconds = cmp.Or(o.RetrySeconds, 60*60)
	o.CPU = cmp.Or(o.CPU, "250m")
	o.Memory = cmp.Or(o.Memory, "1Gi")
	o.EphemeralStorage = cmp.Or(o.EphemeralStorage, "2Gi")
	return o
}

// checkOperator returns what manifests need besides a valid list.
func (l *List) checkOperator() error {
	var problems check.Problems
	problems.Required("operator.image", l.Operator.Image)
	problems.AtLeast("operator.resyncSeconds", l.Operator.ResyncSeconds, 60)
	for i, c := range l.Clusters {
		problems.Required(check.Index("clusters", i)+".backend", c.Backend)
	}
	return problems.Err()
}

// WriteManifests writes a Stack object for each cluster, by wave. A cluster waits for all clusters of the previous wave: the
// operator starts it when their last updates have succeeded at the current generations of their objects, so a wave must be applied
// before the next one. Argo CD does so by the annotation.
func (l *List) WriteManifests(out io.Writer, project string) error {
	if err := l.checkOperator(); err != nil {
		return err
	}
	var text bytes.Buffer
	encoder := yaml.NewEncoder(&text)
	encoder.SetIndent(2)
	var before []Cluster
	for _, wave := range l.waves() {
		for _, c := range wave {
			if err := encoder.Encode(l.stackObject(c, before, project)); err != nil {
				return err
			}
		}
		before = wave
	}
	_, err := out.Write(text.Bytes())
	return err
}

type object = map[string]any

// stackObject returns the Stack of a cluster, whose prerequisites are those of the wave before.
func (l *List) stackObject(c Cluster, before []Cluster, project string) object {
	labels := object{
		"app.kubernetes.io/part-of": project, "wave": strconv.Itoa(c.Wave), "region": c.Region, "version": c.Version,
	}
	spec := object{
		"stack":   c.stack(),
		"backend": c.Backend,
		"config":  c.Settings(project, c.protected()),
		// What somebody else changed is found and corrected.
		"refresh": true, "continueResyncOnCommitMatch": true, "resyncFrequencySeconds": l.Operator.ResyncSeconds,
		"retryMaxBackoffDurationSeconds": l.Operator.RetrySeconds,
		// Deleting the object leaves the cluster, which `destroy` of this program deletes: it asks.
		"destroyOnFinalize": false,
		// A pod for each cluster would stay otherwise.
		"workspaceReclaimPolicy": "Delete",
		"workspaceTemplate":      object{"spec": l.workspace(c)},
	}
	if c.Blueprint != "" {
		labels["blueprint"] = c.Blueprint
	}
	if c.Pair != "" {
		labels["pair"] = c.Pair
	}
	if c.SecretsProvider != "" {
		spec["secretsProvider"] = c.SecretsProvider
	}
	var prerequisites []object
	for _, other := range before {
		prerequisites = append(prerequisites, object{"name": other.Name})
	}
	if prerequisites != nil {
		spec["prerequisites"] = prerequisites
	}
	return object{
		"apiVersion": "pulumi.com/v1", "kind": "Stack",
		"metadata": object{
			"name": c.Name, "namespace": l.Operator.Namespace, "labels": labels,
			"annotations": object{"argocd.argoproj.io/sync-wave": strconv.Itoa(c.Wave)},
		},
		"spec": spec,
	}
}

// workspace returns the pod of a cluster's stack. Its own init container copies the program into the folder in which the operator's agent
// works (pulumi/pulumi-kubernetes-operator v2.9.0 operator/internal/controller/auto/workspace_controller.go). With `local` instead, the
// agent writes to the image's folder, and a destroy of the operator never begins: its pod would have two init containers `fetch`.
func (l *List) workspace(c Cluster) object {
	o := l.Operator
	spec := object{
		"image": o.Image, "serviceAccountName": c.ServiceAccount,
		// The other profile runs the pod as user and group 1000: OpenShift rejects it, and the image's folders are those of group 0.
		"securityProfile": "baseline",
		"podTemplate": object{"spec": object{
			"securityContext": object{"runAsNonRoot": true},
			"containers":      []object{{"name": "pulumi"}}, // The definition requires it: the operator's container.
			"initContainers": []object{{
				"name": "program", "image": o.Image,
				"command":      []string{"sh", "-c", `mkdir -p /share/workspace && cp -r "$0/." /share/workspace`, o.Dir},
				"volumeMounts": []object{{"name": "share", "mountPath": "/share"}},
			}},
		}},
		"resources": object{
			"requests": object{"cpu": o.CPU, "memory": o.Memory, "ephemeral-storage": o.EphemeralStorage},
			"limits":   object{"memory": o.Memory, "ephemeral-storage": o.EphemeralStorage},
		},
		"env": []object{{"name": "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION", "value": "true"}},
	}
	if c.Secret != "" {
		spec["envFrom"] = []object{{"secretRef": object{"name": c.Secret}}}
	}
	return spec
}

// Job is a job of a CI system, for one cluster.
type Job struct {
	// Cluster, Stack, Region and Blueprint are those of the cluster; Wave is its wave.
	Cluster   string `json:"cluster"`
	Stack     string `json:"stack"`
	Region    string `json:"region"`
	Blueprint string `json:"blueprint,omitempty"`
	Wave      int    `json:"wave"`
}

// Chunk is the matrix of one run of a workflow. All of its clusters are of one wave.
type Chunk struct {
	// Wave is the wave of all clusters, and Include their jobs, as GitHub Actions reads them.
	Wave    int   `json:"wave"`
	Include []Job `json:"include"`
}

// most is the largest matrix of GitHub Actions (docs.github.com, "Running variations of jobs in a workflow").
const most = 256

// Matrix returns the clusters as jobs, in chunks of at most 256, by wave.
func (l *List) Matrix() []Chunk {
	all := []Chunk{}
	for _, wave := range l.waves() {
		for i, c := range wave {
			if i%most == 0 {
				all = append(all, Chunk{Wave: c.Wave})
			}
			last := &all[len(all)-1]
			last.Include = append(last.Include, Job{
				Cluster: c.Name, Stack: c.stack(), Region: c.Region, Blueprint: c.Blueprint, Wave: c.Wave,
			})
		}
	}
	return all
}

// names returns the names of clusters, separated by commas.
func names(clusters []Cluster) string {
	all := make([]string, len(clusters))
	for i, c := range clusters {
		all[i] = c.Name
	}
	return strings.Join(all, ", ")
}
