// Command fuzz runs the fuzz tests of the module, each for some time: go run ./test/fuzz [-time 30s] [REGEXP].
//
// `go test -fuzz` instruments every dependency, and so compiles pulumi-aws again, which takes 10 minutes and 4 GB. This
// command instruments the module and the parsers that it uses, and takes a minute to compile.
//
// An input that fails is written to testdata/fuzz of the package: `go test` runs it from then on.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// instrumented are the packages whose coverage leads to further inputs.
var instrumented = []string{
	"github.com/openshift-aws/pulumi-openshift-aws/...", "gopkg.in/yaml.v3", "sigs.k8s.io/yaml/...",
	"github.com/vincent-petithory/dataurl", "github.com/coreos/ignition/...", "github.com/blang/semver",
}

var target = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(f \*testing\.F\)`)

func main() {
	duration := flag.Duration("time", 30*time.Second, "how long each test runs")
	flag.Parse()
	if err := run(*duration, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run runs the tests whose names match the pattern, and returns the errors of all of them.
func run(duration time.Duration, pattern string) error {
	wanted, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	packages, err := testPackages()
	if err != nil {
		return err
	}
	temporary, err := os.MkdirTemp("", "fuzz-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(temporary) }()
	var failures []error
	for _, p := range packages {
		names, err := p.targets(wanted)
		if err != nil {
			return err
		}
		if len(names) > 0 {
			failures = append(failures, p.fuzz(names, duration, temporary))
		}
	}
	return errors.Join(failures...)
}

// testPackage is a package with its test files.
type testPackage struct {
	path, dir string
	files     []string
}

// testPackages lists the module's packages.
func testPackages() ([]testPackage, error) {
	const format = `{{.ImportPath}}|{{.Dir}}|{{join .TestGoFiles " "}} {{join .XTestGoFiles " "}}`
	command := exec.Command("go", "list", "-f", format, "./...")
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var packages []testPackage
	for line := range strings.Lines(string(out)) {
		fields := strings.Split(strings.TrimSpace(line), "|")
		packages = append(packages, testPackage{path: fields[0], dir: fields[1], files: strings.Fields(fields[2])})
	}
	return packages, nil
}

// targets returns the names of the package's fuzz tests that match.
func (p testPackage) targets(wanted *regexp.Regexp) ([]string, error) {
	var names []string
	for _, file := range p.files {
		text, err := os.ReadFile(filepath.Join(p.dir, file))
		if err != nil {
			return nil, err
		}
		for _, match := range target.FindAllSubmatch(text, -1) {
			if name := string(match[1]); wanted.MatchString(name) {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// fuzz compiles the package's tests and runs some of them, one after the other.
func (p testPackage) fuzz(names []string, duration time.Duration, temporary string) error {
	binary := filepath.Join(temporary, filepath.Base(p.path)+".test")
	args := []string{"test", "-c", "-o", binary}
	for _, pattern := range instrumented {
		args = append(args, "-gcflags="+pattern+"=-d=libfuzzer")
	}
	if out, err := exec.Command("go", append(args, p.path)...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", p.path, err, out)
	}
	var failures []error
	for _, name := range names {
		var out bytes.Buffer
		command := exec.Command(binary, "-test.run=^$", "-test.fuzz=^"+name+"$", "-test.fuzztime="+duration.String(),
			"-test.fuzzcachedir="+filepath.Join(temporary, "cache"))
		command.Dir, command.Stdout, command.Stderr = p.dir, &out, &out
		if err := command.Run(); err != nil {
			failures = append(failures, fmt.Errorf("%s.%s: %w\n%s", p.path, name, err, out.String()))
			fmt.Printf("FAIL %s.%s\n", p.path, name)
			continue
		}
		fmt.Printf("ok   %s.%s: %s\n", p.path, name, summary(out.String()))
	}
	return errors.Join(failures...)
}

// summary returns the last line of a test's progress.
func summary(out string) string {
	last := ""
	for line := range strings.Lines(out) {
		if _, progress, found := strings.Cut(line, "elapsed: "); found {
			last = strings.TrimSpace(progress)
		}
	}
	return last
}
