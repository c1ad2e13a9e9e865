package nodes

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// userDataLimit is the limit of user data in bytes before encoding (Amazon EC2 User Guide, "Instance user data").
const userDataLimit = 16 * 1024

// userData returns the encoded user data. It is a secret: with it, the machine config server returns the cluster's secrets.
func userData(args *WorkerPoolArgs) pulumi.StringOutput {
	text, prepare := args.CloudInit, func(text string) (string, error) { return text, nil }
	if text == nil {
		text = args.Ignition
		prepare = func(text string) (string, error) { return poolIgnition(text, args.Pool, args.Labels) }
	}
	encoded := text.ToStringOutput().ApplyT(func(text string) (string, error) {
		prepared, err := prepare(text)
		if err != nil {
			return "", err
		}
		if len(prepared) > userDataLimit {
			return "", fmt.Errorf("nodes.WorkerPoolArgs: user data must have at most %d bytes (has %d)", userDataLimit, len(prepared))
		}
		return base64.StdEncoding.EncodeToString([]byte(prepared)), nil
	})
	return pulumi.ToSecret(encoded).(pulumi.StringOutput)
}

// kubeletEnv is the environment file of the kubelet's unit, which adds CUSTOM_KUBELET_LABELS to the node's labels
// (openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml).
const kubeletEnv = "/etc/kubernetes/kubelet-env"

// poolIgnition points the workers' pointer ignition to another pool and adds labels. If neither is needed, the text stays
// unchanged but is validated: an instance that boots from anything else never joins, without an error message.
func poolIgnition(text, pool string, labels map[string]string) (string, error) {
	var config map[string]any
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&config); err != nil {
		return "", fmt.Errorf("nodes.WorkerPoolArgs.Ignition: must be the content of worker.ign, not its path: %w", err)
	}
	if section, _ := config["ignition"].(map[string]any); section["version"] == nil {
		return "", errors.New("nodes.WorkerPoolArgs.Ignition: must have ignition.version; use cluster.InstallDir.WorkerIgnition")
	}
	if pool == workerPool && len(labels) == 0 {
		return text, nil
	}
	if err := pointToPool(config, pool); err != nil {
		return "", err
	}
	if len(labels) > 0 {
		addFile(config, kubeletEnv, "CUSTOM_KUBELET_LABELS="+labelList(labels)+"\n")
	}
	out, err := json.Marshal(config)
	return string(out), err
}

// pointToPool replaces the last path element of https://api-int.<domain>:22623/config/worker
// (openshift/installer pkg/asset/ignition/machine/node.go).
func pointToPool(config map[string]any, pool string) error {
	ignition, _ := config["ignition"].(map[string]any)
	inner, _ := ignition["config"].(map[string]any)
	merged, _ := inner["merge"].([]any)
	for _, entry := range merged {
		fields, _ := entry.(map[string]any)
		source, _ := fields["source"].(string)
		address, err := url.Parse(source)
		if err != nil || path.Dir(address.Path) != "/config" {
			continue
		}
		address.Path = "/config/" + pool
		fields["source"] = address.String()
		return nil
	}
	return errors.New("nodes.WorkerPoolArgs.Ignition: ignition.config.merge must have a source such as " +
		"https://api-int.<domain>:22623/config/worker")
}

func addFile(config map[string]any, name, content string) {
	storage, _ := config["storage"].(map[string]any)
	if storage == nil {
		storage = map[string]any{}
		config["storage"] = storage
	}
	files, _ := storage["files"].([]any)
	storage["files"] = append(files, map[string]any{
		"path":      name,
		"mode":      0o644,
		"overwrite": true,
		"contents":  map[string]any{"source": "data:," + url.PathEscape(content)},
	})
}

func labelList(labels map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		list = append(list, key+"="+labels[key])
	}
	return strings.Join(list, ",")
}
