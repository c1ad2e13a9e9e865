package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/test/ocmtest"
)

// TestStackOfPulumisPlugin: what Pulumi's plugin terraform-provider 1.1.3 (bridge 3.120) wrote into a stack continues unchanged, can be
// updated and deleted. The states are of the lab's fake, which gives the same IDs to the same requests.
func TestStackOfPulumisPlugin(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "dynamic.json"))
	require.NoError(t, err)
	var recorded []struct {
		Type, ID        string
		Inputs, Outputs inputs
	}
	require.NoError(t, json.Unmarshal(text, &recorded))
	api := startOCM(t)
	s := newStack(t, api)
	for _, old := range recorded {
		_, err := s.Up(old.Type, old.Inputs)
		require.NoError(t, err)
		require.Equal(t, old.ID, s.Resources[old.Type].ID)
	}
	for _, old := range recorded {
		s.Resources[old.Type] = &ocmtest.State{ID: old.ID, Inputs: s.Object(old.Inputs), Outputs: s.Object(old.Outputs)}
		s.unchanged(old.Type, old.Inputs)
	}
	cluster := recorded[1]
	s.Resources[hcp] = &ocmtest.State{ID: cluster.ID, Inputs: s.Object(cluster.Inputs), Outputs: s.Object(cluster.Outputs)}
	steps, err := s.Up(hcp, ocmtest.With(cluster.Inputs, ocmtest.Changes[hcp]))
	require.NoError(t, err)
	assert.Equal(t, []string{"update"}, steps)
	for _, old := range []string{recorded[2].Type, hcp, recorded[0].Type} {
		require.NoError(t, s.Destroy(old))
	}
	assert.Empty(t, api.ids("clusters"))
}
