package main

import (
	"testing"
)

func TestRehearse(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]call{
		"no project": {reason: "it runs in the folder of a project", args: []string{"rehearse"}, code: 1, errs: "Pulumi.yaml"},
		"help":       {reason: "has an example", args: []string{"rehearse", "-h"}, out: "openshift-aws rehearse --with-failures"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.check(t)
		})
	}
}
