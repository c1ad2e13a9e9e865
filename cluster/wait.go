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

// WaitArgs say how long to wait for a cluster.
type WaitArgs struct {
	// Timeout is how long to wait before giving up with an error. Default 20 minutes for the API, as
	// `openshift-install wait-for bootstrap-complete` has it, and 3 hours for an upgrade.
	Timeout time.Duration

	// interval is the time between two attempts.
	interval time.Duration
}

const (
	apiTimeout = 20 * time.Minute
	// An hour or two is usual: operators one by one, then three control-plane machines one by one.
	upgradeTimeout  = 3 * time.Hour
	attemptInterval = 10 * time.Second
	// progressInterval is the longest time without a message while nothing changes.
	progressInterval = time.Minute
)

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
	if a != nil && a.Timeout < 0 {
		p.Addf(path+"Timeout", "%s is in the past; leave it out for the default", a.Timeout)
	}
}

// WaitForAPI returns the kubeconfig once the API that it names answers /readyz with its credentials: what is made from the
// output comes after that. Progress is logged; the wait ends in an error after the time limit. A preview does not
// wait and calls nothing: there the kubeconfig comes back at once. It is for a cluster without a ControlPlane in
// this program; with one, use its method of the same name, which does not begin to wait before the machines are there.
func WaitForAPI(ctx *pulumi.Context, kubeconfig pulumi.StringInput, args *WaitArgs) (pulumi.StringOutput, error) {
	var p check.Problems
	p.Required("cluster.WaitForAPI.kubeconfig", kubeconfig)
	args.check(&p, "cluster.WaitArgs.")
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

// WaitForAPI returns Kubeconfig once the control plane's API answers /readyz with its credentials. Use it instead of
// Kubeconfig for a provider whose objects are made in the same update as the control plane. The program's machine must be able to
// reach the API: with Internal, from inside the VPC or what is connected with it. See the function WaitForAPI for the rest.
func (c *ControlPlane) WaitForAPI(ctx *pulumi.Context, args *WaitArgs) (pulumi.StringOutput, error) {
	if ctx.DryRun() {
		return WaitForAPI(ctx, c.Kubeconfig, args)
	}
	// An output that merely depends on resources does not wait for them; one that is made from their ids does.
	parts := []any{c.Kubeconfig}
	for _, resource := range c.made {
		if custom, ok := resource.(pulumi.CustomResource); ok {
			parts = append(parts, custom.ID())
		}
	}
	standing := pulumi.All(parts...).ApplyT(func(all []any) string { return all[0].(string) }).(pulumi.StringOutput)
	return WaitForAPI(ctx, standing, args)
}

// logTo shows progress on the console, as a message of the stack.
func logTo(ctx *pulumi.Context) func(string) {
	return func(message string) {
		// Progress that cannot be shown is no reason to stop waiting.
		_ = ctx.Log.Info(message, nil)
	}
}

// waitForAPI asks for /readyz until it is answered with 200.
func waitForAPI(ctx context.Context, kubeconfig string, wait WaitArgs, progress func(string)) error {
	client, err := newAPIClient(kubeconfig)
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w", err)
	}
	ready := client.server + "/readyz"
	err = poll(ctx, wait, ready, progress, func(ctx context.Context) (bool, string) {
		body, err := client.get(ctx, "/readyz")
		if err != nil {
			return false, err.Error()
		}
		return true, string(body)
	})
	if err != nil {
		return fmt.Errorf("cluster.WaitForAPI: %w; see whether the machines run, whether the load balancer's targets are healthy and "+
			"whether this machine resolves and reaches the name, then run `pulumi up` again or raise Timeout", err)
	}
	return nil
}

// poll makes attempts until one succeeds. What an attempt saw is logged when it changes, and once in a while when it does not.
func poll(ctx context.Context, wait WaitArgs, what string, progress func(string), attempt func(context.Context) (done bool, seen string)) error {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, wait.Timeout)
	defer cancel()
	var last string
	var told time.Time
	for {
		done, seen := attempt(limited)
		waited := time.Since(began).Round(time.Second)
		if done {
			if !told.IsZero() {
				progress(fmt.Sprintf("%s: done after %s", what, waited))
			}
			return nil
		}
		if limited.Err() == nil && (seen != last || time.Since(told) >= progressInterval) {
			progress(fmt.Sprintf("%s: %s (%s of %s)", what, seen, waited, wait.Timeout))
			last, told = seen, time.Now()
		}
		if last == "" {
			last = seen
		}
		select {
		case <-limited.Done():
			if ctx.Err() != nil {
				return fmt.Errorf("%s: the wait was interrupted; last seen: %s", what, last)
			}
			return fmt.Errorf("%s: not done within %s; last seen: %s", what, wait.Timeout, last)
		case <-time.After(wait.interval):
		}
	}
}

// bodyLimit is how much of an answer is read. A ClusterVersion with a long history and many possible updates fits.
const bodyLimit = 8 << 20

// get returns the body of an answer of 200. The error of another tells why, in a line.
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

// failedChecks are the lines of an answer to /readyz that name what is not ready
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
