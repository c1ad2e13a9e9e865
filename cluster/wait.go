package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// WaitArgs are the arguments of a wait for a cluster. Changing a wait does not change the cluster.
type WaitArgs struct {
	// Timeout is how long to wait before the update fails. Defaults to 20 minutes for the API, as in
	// `openshift-install wait-for bootstrap-complete`, and to 3 hours for an upgrade.
	Timeout time.Duration

	// interval is the time between two attempts.
	interval time.Duration
}

const (
	apiTimeout = 20 * time.Minute
	// An upgrade usually needs one to two hours: operators one by one, then the control-plane machines one by one.
	upgradeTimeout  = 3 * time.Hour
	attemptInterval = 10 * time.Second
	// progressInterval is the longest time without a message while nothing changes.
	progressInterval = time.Minute
)

// withDefaults returns a copy with defaults applied.
func (a *WaitArgs) withDefaults(timeout time.Duration) WaitArgs {
	filled := WaitArgs{Timeout: timeout, interval: attemptInterval}
	if a != nil && a.Timeout != 0 {
		filled.Timeout = a.Timeout
	}
	if a != nil && a.interval != 0 {
		filled.interval = a.interval
	}
	return filled
}

func (a *WaitArgs) check(p *check.Problems, path string) {
	if a != nil {
		p.PositiveDuration(path+".Timeout", a.Timeout, 0)
	}
}

// WaitForAPI returns the kubeconfig after the API answers /readyz with its credentials. Use it for a Kubernetes provider whose
// objects are created in the same update as the control plane, with ControlPlane.Kubeconfig, which resolves after the machines and
// load balancers exist:
//
//	kubeconfig, err := cluster.WaitForAPI(ctx, controlPlane.Kubeconfig, nil)
//
// The machine that runs Pulumi must reach the API: with network.Internal, from the VPC or a network connected to it. Progress is
// logged, and the update fails after the timeout. A preview does not wait and makes no calls: it returns the kubeconfig at once.
func WaitForAPI(ctx *pulumi.Context, kubeconfig pulumi.StringInput, args *WaitArgs) (pulumi.StringOutput, error) {
	var p check.Problems
	p.Required("cluster.WaitForAPI.kubeconfig", kubeconfig)
	args.check(&p, "cluster.WaitArgs")
	if err := p.Err(); err != nil {
		return pulumi.StringOutput{}, err
	}
	secret := pulumi.ToSecret(kubeconfig).(pulumi.StringOutput)
	if ctx.DryRun() {
		return secret, nil
	}
	wait := args.withDefaults(apiTimeout)
	return secret.ApplyTWithContext(ctx.Context(), func(c context.Context, text string) (string, error) {
		return text, waitForAPI(c, text, wait, logTo(ctx))
	}).(pulumi.StringOutput), nil
}

// logTo returns a function that logs progress as a message of the stack.
func logTo(ctx *pulumi.Context) func(string) {
	return func(message string) {
		// A message that cannot be logged does not end the wait.
		_ = ctx.Log.Info(message, nil)
	}
}

// waitForAPI polls /readyz until the response is 200.
func waitForAPI(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := newAPIClient(kubeconfig)
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w", err)
	}
	err = poll(ctx, wait, client.server+"/readyz", progress, func(ctx context.Context) (bool, string) {
		body, err := client.get(ctx, "/readyz")
		if err != nil {
			return false, err.Error()
		}
		return true, string(body)
	})
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w; check that the machines run, that the load balancer's targets are healthy and that "+
			"this machine resolves and reaches the name, then run `pulumi up` again or raise Timeout", err)
	}
	return nil
}

// poll makes attempts until one succeeds. It logs what an attempt has seen when it changes, and at least every progressInterval.
func poll(
	ctx context.Context, wait WaitArgs, what string, progress func(string), attempt func(context.Context) (done bool, seen string),
) error {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, wait.Timeout)
	defer cancel()
	var last string
	var logged time.Time
	for {
		done, seen := attempt(limited)
		waited := time.Since(began).Round(time.Second)
		if done {
			if !logged.IsZero() {
				progress(fmt.Sprintf("%s: done after %s", what, waited))
			}
			return nil
		}
		if limited.Err() == nil && (seen != last || time.Since(logged) >= progressInterval) {
			progress(fmt.Sprintf("%s: %s (%s of %s)", what, seen, waited, wait.Timeout))
			last, logged = seen, time.Now()
		}
		if last == "" {
			last = seen
		}
		select {
		case <-limited.Done():
			if ctx.Err() != nil {
				return fmt.Errorf("%s: the wait was interrupted; last status: %s", what, last)
			}
			return fmt.Errorf("%s: not done within %s; last status: %s", what, wait.Timeout, last)
		case <-time.After(wait.interval):
		}
	}
}

// bodyLimit is the maximum size of a response: a ClusterVersion with a long history and many available updates fits.
const bodyLimit = 8 << 20

// get returns the body of a response with status 200. The error for another status is one line with the reason.
func (c *apiClient) get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+path, nil)
	if err != nil {
		return nil, err
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		var wrapped interface{ Unwrap() error }
		if errors.As(err, &wrapped) && wrapped.Unwrap() != nil {
			return nil, wrapped.Unwrap()
		}
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, bodyLimit))
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status + failedChecks(body))
	}
	return body, nil
}

// failedChecks returns the names of the failed checks in a response of /readyz
// (kubernetes/apiserver pkg/server/healthz/healthz.go).
func failedChecks(body []byte) string {
	var failed []string
	for line := range strings.Lines(string(body)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "[-]"); found {
			name, _, _ = strings.Cut(name, " ")
			failed = append(failed, name)
		}
	}
	if len(failed) == 0 {
		return ""
	}
	return ": not ready: " + strings.Join(failed, ", ")
}
