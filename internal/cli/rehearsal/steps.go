package rehearsal

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/sandbox"
)

// testCommand returns the command that runs the unit tests of a program in a language; nil if it has none.
func testCommand(dir, runtime string) []string {
	exists := func(pattern string) bool {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		return err == nil && len(found) > 0
	}
	switch runtime {
	case "go":
		if exists("*_test.go") {
			return []string{"go", "test", "./..."}
		}
	case "nodejs":
		var manifest struct {
			Scripts map[string]string `json:"scripts"`
		}
		text, err := os.ReadFile(filepath.Join(dir, "package.json"))
		if err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Scripts["test"] != "" {
			return []string{"npm", "test"}
		}
	case "python":
		if exists("test_*.py") {
			python := filepath.Join("venv", "bin", "python")
			if !exists(python) {
				python = "python3"
			}
			return []string{python, "-m", "unittest"}
		}
	}
	return nil
}

// failure is an operation that fails in a rehearsal.
type failure struct {
	name  string
	fault sandbox.Fault
}

// failures are the operations that fail when a cluster of the project's kind is created.
func (r *Rehearsal) failures() []failure {
	create := func(kind, message string) sandbox.Fault {
		return sandbox.Fault{Type: kind, Operation: "create", Error: message}
	}
	if r.description() != "" {
		return []failure{
			{"no permission for a load balancer", create("aws:lb/loadBalancer:LoadBalancer", sandbox.Denied)},
			{"no quota for instances", create("aws:ec2/instance:Instance", sandbox.NoQuota)},
			{"the cluster's API does not answer", create("kubernetes:", "connect: connection refused")},
		}
	}
	return []failure{
		{"no permission for a role", create("aws:iam/role:Role", sandbox.Denied)},
		{"OCM rejects the token", create("rhcs:", sandbox.Unauthorized)},
		{"OCM has too many requests", create("rhcs:index/clusterRosa", sandbox.TooManyRequests)},
	}
}

// fail lets the creation of the cluster fail, and continues it.
func (r *Rehearsal) fail(ctx context.Context, f failure) error {
	begun := time.Now()
	text, err := json.Marshal(f.fault)
	if err != nil {
		return err
	}
	account := []string{"sandbox", "account", "--dir", r.sandbox}
	step := Step{Name: f.name + ": create again", Command: r.shown(r.create())}
	step.Err = func() error {
		if _, err := r.call(ctx, append(account, "fail", string(text))...); err != nil {
			return err
		}
		if _, err := r.call(ctx, r.create()...); err == nil {
			step.Skipped = "the program has nothing that fails so"
			return nil
		} else if ctx.Err() != nil || !strings.Contains(err.Error(), reason(f.fault.Error)) {
			return err
		}
		if _, err := r.call(ctx, append(account, "heal")...); err != nil {
			return err
		}
		if _, err := r.call(ctx, r.create()...); err != nil {
			return errors.Join(errors.New("the creation cannot be continued"), err)
		}
		_, err := r.call(ctx, r.pulumi("preview", "--expect-no-changes")...)
		return err
	}()
	step.Took = time.Since(begun)
	r.Report(step)
	return step.Err
}

// reason is the part of a fault's error that Pulumi shows on one line.
func reason(message string) string {
	text, _, _ := strings.Cut(message, ":")
	return text
}

// shown returns a command line of openshift-aws for people, who have a sandbox of their own.
func (r *Rehearsal) shown(arguments []string) string {
	var kept []string
	for i, argument := range arguments {
		if argument != "--dir" && (i == 0 || arguments[i-1] != "--dir") && argument != "--non-interactive" {
			kept = append(kept, argument)
		}
	}
	return line(append([]string{"openshift-aws"}, kept...))
}

func line(command []string) string { return strings.Join(command, " ") }
