// Package preflight checks, before anything is created, that an AWS account and what is around it have what the cluster of a project needs.
// It only reads.
package preflight

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/smithy-go"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/install"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/request"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/cli/counts"
)

// State is the state of a line.
type State string

// States of lines, from the best to the worst.
const (
	OK State = "ok"
	// Unknown is what could not be read.
	Unknown State = "unknown"
	Failed  State = "failed"
)

// Line is one line of the report.
type Line struct {
	// Name is what is checked.
	Name  string `json:"name"`
	State State  `json:"state"`
	// Text is what was found.
	Text string `json:"text"`
	// Command corrects it: a command line, or what to do. It is empty if the state is OK.
	Command string `json:"command,omitempty"`
}

// Target is what is checked.
type Target struct {
	// Region is the region of the cluster. Required.
	Region string
	// Program is what the program has, and Existing what its stack has already. Defaults to nothing: then quotas and names are not checked.
	Program, Existing *counts.Counts
	// File describes a self-managed cluster, and FileProblem is why it does not. Defaults to none: ROSA, or a program without a cluster.
	File        *install.File
	FileProblem error
	// Installed is whether the cluster of File is installed: then nothing is created that takes long, and openshift-install is not needed.
	Installed bool
	// Backend is the URL of the backend of Pulumi's state, "" if there is none. SecretsProvider encrypts its secrets.
	Backend, SecretsProvider string
	// Settings is the configuration of the stack, with secrets.
	Settings map[string]string
	// Policies are the policies that the principal should have, by their names.
	Policies map[string][]byte
	// Getenv, LookupNS and Now replace those of the system. Required.
	Getenv   func(string) string
	LookupNS func(ctx context.Context, name string) ([]*net.NS, error)
	Now      func() time.Time
}

// checker checks a target.
type checker struct {
	*Target

	aws aws.Config
	// account and principal are those of the credentials.
	account, principal string
	report             func(Line)
	worst              State
}

// Run checks the target, reports each line, and returns the worst state.
func Run(ctx context.Context, target *Target, report func(Line)) State {
	c := &checker{Target: target, report: report, worst: OK}
	if c.Program == nil {
		c.Program = &counts.Counts{}
		if c.File != nil {
			c.Program.Kind = counts.SelfManaged
		}
	}
	if c.Existing == nil {
		c.Existing = &counts.Counts{}
	}
	if c.identity(ctx) {
		c.session(ctx)
		c.regionAndZones(ctx)
		c.instanceTypes(ctx)
		c.quotas(ctx)
		c.names(ctx)
		c.serviceLinkedRoles(ctx)
		c.permissions(ctx)
		c.hostedZone(ctx)
		c.state(ctx)
	}
	c.installer(ctx)
	c.ocm(ctx)
	return c.worst
}

// add reports a line.
func (c *checker) add(name string, state State, text, command string) {
	order := []State{OK, Unknown, Failed}
	if slices.Index(order, state) > slices.Index(order, c.worst) {
		c.worst = state
	}
	c.report(Line{Name: name, State: state, Text: text, Command: command})
}

func (c *checker) okf(name, format string, values ...any) {
	c.add(name, OK, fmt.Sprintf(format, values...), "")
}

// unread reports what could not be read. The action is the permission that reading needs.
func (c *checker) unread(name string, err error, action string) {
	text := "cannot be read: " + firstLine(err)
	if isCode(err, "AccessDenied", "AccessDeniedException", "UnauthorizedOperation") {
		c.add(name, Unknown, text, "allow "+action+" to "+c.principal)
		return
	}
	c.add(name, Unknown, text, "run this command again")
}

// firstLine returns the first line of an error's text, of an answer without its content.
func firstLine(err error) string {
	if rejected := new(request.Error); errors.As(err, &rejected) {
		return fmt.Sprintf("%s answers %s with %s %s", rejected.Service, rejected.Action, rejected.Status, rejected.Code)
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}

// isCode reports whether a service rejected a request with one of some codes.
func isCode(err error, codes ...string) bool {
	if rejected := new(request.Error); errors.As(err, &rejected) {
		return slices.Contains(codes, rejected.Code)
	}
	var failed smithy.APIError
	return errors.As(err, &failed) && slices.Contains(codes, failed.ErrorCode())
}

// isStatus reports whether a service answered with an HTTP status.
func isStatus(err error, status int) bool {
	rejected := new(request.Error)
	return errors.As(err, &rejected) && strings.HasPrefix(rejected.Status, strconv.Itoa(status)+" ")
}
