package main

import "testing"

func TestDraw(t *testing.T) {
	t.Parallel()
	const export = `{"version": 3, "deployment": {"resources": []}}`
	for name, tt := range map[string]call{
		"svg":     {reason: "the default is a picture", args: []string{"draw"}, in: export, out: "<svg "},
		"mermaid": {reason: "a flowchart", args: []string{"draw", "--format", "mermaid"}, in: export, out: "flowchart LR\n"},
		"other": {
			reason: "there are two formats", args: []string{"draw", "--format", "png"}, in: export, code: 2,
			errs: `--format: must be svg or mermaid (got "png")`,
		},
		"help":      {reason: "has an example", args: []string{"draw", "-h"}, out: "pulumi stack export | openshift-aws draw > cluster.svg"},
		"no export": {reason: "the input is an export", args: []string{"draw"}, in: "{}", code: 1, errs: "has no deployment"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.check(t)
		})
	}
}
