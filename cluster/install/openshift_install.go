package install

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/blang/semver"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/aws/rhcos"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// program is an openshift-install of the release that is asked for.
type program struct {
	path    string
	version string
	secrets []string
}

// openshiftInstall finds openshift-install and compares its release with the Config's.
func (c *Config) openshiftInstall(ctx context.Context) (*program, error) {
	name := c.OpenShiftInstall
	name = cmp.Or(name, "openshift-install")
	const download = "download release %s from https://mirror.openshift.com/pub/openshift-v4/clients/ocp/"
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, fmt.Errorf("openshift-install is not on PATH (%w); "+download, errors.Unwrap(err), c.Release)
	}
	output, err := exec.CommandContext(ctx, path, "version").Output()
	if err != nil {
		return nil, fmt.Errorf("`%s version` failed: %w", path, err)
	}
	found := versionIn(string(output))
	if !isRelease(found, c.Release) {
		return nil, fmt.Errorf("%s is of release %s, and the cluster's release is %s; "+download, path, found, c.Release, c.Release)
	}
	return &program{path: path, version: found, secrets: c.secretTexts()}, nil
}

// versionIn returns the release in the output of `openshift-install version`, whose first line is "<program> <release>".
func versionIn(output string) string {
	first, _, _ := strings.Cut(output, "\n")
	return strings.TrimPrefix(first[strings.LastIndex(first, " ")+1:], "v")
}

// isRelease reports whether the found release is the wanted one, or a patch release of the wanted minor release.
func isRelease(found, wanted string) bool {
	version, ok := check.Release(found)
	if !ok || found == wanted {
		return found == wanted
	}
	return check.MinorVersion.Match(wanted) && minor(version) == wanted
}

// parseRelease parses a release with or without a patch number.
func parseRelease(text string) (semver.Version, bool) {
	if check.MinorVersion.Match(text) {
		text += ".0"
	}
	return check.Release(text)
}

func minor(version semver.Version) string {
	return fmt.Sprintf("%d.%d", version.Major, version.Minor)
}

// secretTexts are the texts that openshift-install's output must not show.
func (c *Config) secretTexts() []string {
	texts := []string{string(c.PullSecret)}
	var found struct {
		Auths map[string]struct {
			Auth string `json:"auth"`
		} `json:"auths"`
	}
	_ = json.Unmarshal([]byte(c.PullSecret), &found)
	for _, entry := range found.Auths {
		texts = append(texts, entry.Auth)
	}
	if c.Proxy != nil {
		texts = append(texts, string(c.Proxy.HTTP), string(c.Proxy.HTTPS))
	}
	return texts
}

// interruptGrace is how long openshift-install may take to stop after an interrupt.
const interruptGrace = 30 * time.Second

// run runs a command of openshift-install in an install directory and writes its messages to out. The error contains those of
// severity error and fatal.
func (p *program) run(ctx context.Context, dir string, out io.Writer, args ...string) error {
	command := exec.CommandContext(ctx, p.path, append(args, "--dir", dir)...)
	log := &installerLog{out: out, secrets: p.secrets, dir: dir}
	command.Stdout, command.Stderr = log, log
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = interruptGrace
	err := command.Run()
	log.flush()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	case len(log.problems) > 0:
		return fmt.Errorf("`openshift-install %s` failed:\n%s", strings.Join(args, " "), strings.Join(log.problems, "\n"))
	}
	return fmt.Errorf("`openshift-install %s` failed: %w", strings.Join(args, " "), err)
}

// output runs a command of openshift-install that prints data.
func (p *program) output(ctx context.Context, args ...string) ([]byte, error) {
	output, err := exec.CommandContext(ctx, p.path, args...).Output()
	if err != nil {
		return nil, fmt.Errorf("`openshift-install %s` failed: %w", strings.Join(args, " "), err)
	}
	return output, nil
}

// ami returns the RHCOS AMI of the release for an architecture in a region (openshift/installer data/data/coreos/rhcos.json).
func (p *program) ami(ctx context.Context, architecture, region string) (string, error) {
	output, err := p.output(ctx, "coreos", "print-stream-json")
	if err != nil {
		return "", err
	}
	image, err := rhcos.AMI(output, architecture, region)
	if err != nil {
		return "", fmt.Errorf("openshift-install %s: %w", p.version, err)
	}
	return image, nil
}

// amiOf returns the AMI of a Config: the one that it names, or that of the release.
func (p *program) amiOf(ctx context.Context, c *Config) (string, error) {
	if c.AMI != "" {
		return c.AMI, nil
	}
	return p.ami(ctx, c.withDefaults().Architecture, c.Region)
}

// Installer returns the release of the openshift-install by which Prepare would create the install directory, and the AMI of the machines.
// The error says which one to download.
func (c *Config) Installer(ctx context.Context) (release, ami string, err error) {
	tool, err := c.openshiftInstall(ctx)
	if err != nil {
		return "", "", err
	}
	ami, err = tool.amiOf(ctx, c)
	return tool.version, ami, err
}

// installerLog writes openshift-install's messages without their prefixes and secrets, and collects the errors.
type installerLog struct {
	lines
	out      io.Writer
	secrets  []string
	dir      string
	problems []string
}

// Write implements io.Writer.
func (l *installerLog) Write(text []byte) (int, error) {
	for _, line := range l.add(text) {
		l.line(line)
	}
	return len(text), nil
}

func (l *installerLog) flush() {
	if l.partial != "" {
		l.line(l.partial)
	}
	l.partial = ""
}

func (l *installerLog) line(line string) {
	for _, secret := range l.secrets {
		if secret != "" {
			line = strings.ReplaceAll(line, secret, "[secret]")
		}
	}
	if final, ok := strings.CutSuffix(l.dir, partialSuffix); ok {
		line = strings.ReplaceAll(line, l.dir, final)
	}
	level, message := parseLine(line)
	if level == "error" || level == "fatal" {
		l.problems = append(l.problems, message)
	}
	fmt.Fprintln(l.out, message)
}

// parseLine separates a line "level=info msg=text" of openshift-install.
func parseLine(line string) (level, message string) {
	rest, ok := strings.CutPrefix(line, "level=")
	if !ok {
		return "", line
	}
	level, message, ok = strings.Cut(rest, " msg=")
	if !ok {
		return "", line
	}
	return level, message
}
