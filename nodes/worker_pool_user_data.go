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

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// userDataLimit is the limit of user data in bytes before encoding (Amazon EC2 user guide, "Run commands when you launch an EC2 instance
// with user data input").
const userDataLimit = 16 * 1024

// userData returns the encoded user data. It is a secret: with it, the machine config server returns the cluster's secrets.
func userData(move check.Move, args *WorkerPoolArgs) pulumi.StringOutput {
	text, prepare := args.CloudInit, func(text string) (string, error) { return text, nil }
	if text == nil {
		text = args.Ignition
		prepare = func(text string) (string, error) {
			prepared, err := args.poolIgnition(text)
			if err != nil {
				return "", check.Problemf("nodes.WorkerPoolArgs.Ignition", "%w", err)
			}
			return prepared, nil
		}
	}
	encoded := check.Apply(move, text.ToStringOutput(), func(text string) (string, error) {
		prepared, err := prepare(text)
		if err != nil {
			return "", err
		}
		if len(prepared) > userDataLimit {
			return "", check.Problemf("nodes.WorkerPoolArgs",
				"user data must have at most %d bytes (has %d)", userDataLimit, len(prepared))
		}
		return base64.StdEncoding.EncodeToString([]byte(prepared)), nil
	})
	return pulumi.ToSecret(encoded).(pulumi.StringOutput)
}

// kubeletEnv is the environment file of the kubelet's unit, which adds CUSTOM_KUBELET_LABELS to the node's labels
// (openshift/machine-config-operator templates/worker/01-worker-kubelet/_base/units/kubelet.service.yaml).
const kubeletEnv = "/etc/kubernetes/kubelet-env"

// poolIgnition points the workers' pointer ignition to the pool, and adds labels and the proof of identity. If nothing is needed, the
// text stays unchanged but is validated: an instance that boots from anything else never joins, without an error message, and one
// that boots from master.ign becomes a control-plane node.
func (a *WorkerPoolArgs) poolIgnition(text string) (string, error) {
	var config map[string]any
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	if err := decoder.Decode(&config); err != nil {
		return "", fmt.Errorf("must be the content of worker.ign, not its path: %w", err)
	}
	if section, _ := config["ignition"].(map[string]any); section["version"] == nil {
		return "", errors.New("must have ignition.version; use cluster.InstallDir.WorkerIgnition")
	}
	entry, address := pointerSource(config)
	current := workerPool
	if address != nil {
		current = path.Base(address.Path)
	}
	switch {
	case current == "master":
		return "", errors.New("must be the content of worker.ign: with master.ign the instances would join as control-plane nodes")
	case current == a.Pool && len(a.Labels) == 0 && !a.ProveIdentity:
		return text, nil
	case address == nil:
		return "", errors.New("ignition.config.merge must have a source such as https://api-int.<domain>:22623/config/worker")
	}
	address.Path = "/config/" + a.Pool
	entry["source"] = address.String()
	if len(a.Labels) > 0 {
		variable := "CUSTOM_KUBELET_LABELS=" + labelList(a.Labels) + "\n"
		addFile(config, kubeletEnv, 0o644, "data:,"+url.PathEscape(variable))
	}
	if a.ProveIdentity {
		addIdentity(config, a.InfraID)
	}
	out, err := json.Marshal(config)
	return string(out), err
}

// pointerSource returns the entry of ignition.config.merge whose source is https://api-int.<domain>:22623/config/<pool>, and this
// address (openshift/installer pkg/asset/ignition/machine/node.go); nil if there is none.
func pointerSource(config map[string]any) (map[string]any, *url.URL) {
	ignition, _ := config["ignition"].(map[string]any)
	inner, _ := ignition["config"].(map[string]any)
	merged, _ := inner["merge"].([]any)
	for _, entry := range merged {
		fields, _ := entry.(map[string]any)
		source, _ := fields["source"].(string)
		if address, err := url.Parse(source); err == nil && path.Dir(address.Path) == "/config" {
			return fields, address
		}
	}
	return nil, nil
}

// addFile adds a file whose source is a data URL.
func addFile(config map[string]any, name string, mode int, source string) {
	storage, _ := config["storage"].(map[string]any)
	if storage == nil {
		storage = map[string]any{}
		config["storage"] = storage
	}
	files, _ := storage["files"].([]any)
	storage["files"] = append(files, map[string]any{
		"path":      name,
		"mode":      mode,
		"overwrite": true,
		"contents":  map[string]any{"source": source},
	})
}

func labelList(labels map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		list = append(list, key+"="+labels[key])
	}
	return strings.Join(list, ",")
}
