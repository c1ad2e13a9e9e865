package nodes

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// FuzzPoolIgnition points any Ignition to a pool: the result is JSON that refers to this pool.
func FuzzPoolIgnition(f *testing.F) {
	const source = `{"source": "https://api-int.demo.example.com:22623/config/worker"}`
	f.Add(`{"ignition": {"version": "3.2.0", "config": {"merge": [`+source+`]}}}`, "gpu", "team", "a")
	f.Add(`{"ignition": {"version": 3, "config": {"merge": [1, `+source+`]}}, "storage": {"files": 1}}`,
		"worker", "a b", "\"")
	f.Add(`{"ignition": {"version": "3.2.0", "config": {"merge": [{"source": "/config/%2f"}]}}}`, "a/b", "", "")
	f.Add(`null`, "worker", "", "")
	f.Add(`{} {}`, "worker", "", "")
	f.Fuzz(func(t *testing.T, text, pool, key, value string) {
		labels := map[string]string{}
		if key != "" {
			labels[key] = value
		}
		prepared, err := (&WorkerPoolArgs{Pool: pool, Labels: labels}).poolIgnition(text)
		if err != nil {
			return
		}
		var config map[string]any
		if !assert.NoError(t, json.Unmarshal([]byte(prepared), &config)) {
			return
		}
		if _, address := pointerSource(config); address != nil && check.DNSLabel.Match(pool) {
			assert.Equal(t, "/config/"+pool, address.Path)
		}
	})
}
