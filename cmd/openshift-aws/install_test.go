package main

import (
	"bytes"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/newproject"
)

// TestInstallCheck: what fails stops install and is named for --skip-check, and what cannot be read does not stop it.
func TestInstallCheck(t *testing.T) {
	folder := t.TempDir()
	o, err := newproject.FromAnswers(map[string]string{
		"cluster": "self-managed", "name": "shop", "zones": "us-east-2a", "release": "4.19.3", "access": "public", "network": "new",
		"language": "yaml",
	})
	require.NoError(t, err)
	_, err = o.Write(folder)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(folder, "pull-secret.txt"), []byte(`{"auths":{"quay.io":{"auth":"dXNlcjpwYXNz"}}}`), 0o600))
	programs := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(programs, "pulumi"), []byte("#!/bin/sh\n[ $1 = version ] && echo v3.250.0\n"), 0o700))
	aws := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	t.Cleanup(aws.Close)
	for name, value := range map[string]string{
		"PATH": programs + string(os.PathListSeparator) + os.Getenv("PATH"), "AWS_ENDPOINT_URL": aws.URL, "AWS_ACCESS_KEY_ID": "a",
		"AWS_SECRET_ACCESS_KEY": "b", "AWS_MAX_ATTEMPTS": "1", "PULUMI_HOME": t.TempDir(), "PULUMI_BACKEND_URL": "file://" + programs,
		"PULUMI_CONFIG_PASSPHRASE": "x",
	} {
		t.Setenv(name, value)
	}
	t.Chdir(folder)

	run := func(arguments ...string) (string, error) {
		var out bytes.Buffer
		check, flags := installCheck{out: &out}, flag.NewFlagSet("install", flag.ContinueOnError)
		check.addFlags(flags)
		flags.Bool("json", false, "")
		flags.Bool("without-rehearsal", false, "")
		require.NoError(t, flags.Parse(append(arguments, "--without-rehearsal")))
		err := check.run(t.Context(), "cluster.yaml")
		return out.String(), err
	}
	out, err := run()
	require.ErrorContains(t, err, "install --skip-check 'identity' --skip-check 'openshift-install'")
	assert.Contains(t, out, "failed   identity                 AWS does not accept the credentials")
	assert.Contains(t, out, "-> aws sso login")
	assert.Contains(t, out, "ok       check                    1 lines", "the description")
	assert.Contains(t, out, "unknown  quotas and names         not checked, because the program did not run in a sandbox\n")
	_, err = run("--skip-check", "identity")
	require.ErrorContains(t, err, "--skip-check 'openshift-install'")
	out, err = run("--skip-check", "identity", "--skip-check", "openshift-install", "--json")
	require.NoError(t, err)
	assert.Contains(t, out, `{"name":"description","state":"ok",`)
}
