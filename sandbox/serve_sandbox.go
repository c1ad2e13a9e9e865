package sandbox

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/automation"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// Serve serves a sandbox to a program in another process (internal/cli/automation, OpenSandbox), which describes it as JSON. It writes its
// answer to out, and returns when in ends or has a line. The command openshift-aws calls it.
func Serve(ctx context.Context, description string, in io.Reader, out io.Writer) error {
	answer, stop, err := serveDescribed(ctx, description)
	if err != nil {
		return json.NewEncoder(out).Encode(automation.Sandbox{Problem: err.Error()})
	}
	defer stop()
	if err := json.NewEncoder(out).Encode(answer); err != nil {
		return err
	}
	_, _ = in.Read(make([]byte, 1)) // Read returns at the end of the input, with an error.
	return nil
}

// serveDescribed serves a sandbox, with a fake of openshift-install if the description has one.
func serveDescribed(ctx context.Context, description string) (answer *automation.Sandbox, stop func(), err error) {
	var described automation.SandboxOptions
	if err := json.Unmarshal([]byte(description), &described); err != nil {
		return nil, nil, err
	}
	opts := Options{
		Project: described.Project, Dir: described.Dir, Kubeconfig: described.Kubeconfig, RealAWS: described.RealAWS,
		UncheckedOthers: described.Unchecked, Out: os.Stderr,
	}
	s, err := open(opts)
	if err != nil {
		return nil, nil, err
	}
	served, err := s.serve(ctx)
	if err != nil {
		return nil, nil, err
	}
	answer = &automation.Sandbox{Dir: s.opts.Dir, CLI: served.cli.Path, Version: served.cli.Version().String(), Env: served.env}
	if !described.Installer {
		return answer, served.stop, nil
	}
	installer, err := FakeInstaller(opts)
	if err != nil {
		served.stop()
		return nil, nil, err
	}
	answer.OpenShiftInstall, answer.Kubeconfig = installer.Path, installer.Kubeconfig
	stop = func() {
		installer.Stop()
		served.stop()
	}
	if described.Release != "" {
		if err := openshiftinstall.SetRelease(installer.Dir, described.Release); err != nil {
			stop()
			return nil, nil, err
		}
	}
	return answer, stop, nil
}
