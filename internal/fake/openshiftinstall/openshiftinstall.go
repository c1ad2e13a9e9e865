// Package openshiftinstall is a fake of the program openshift-install: it writes an install directory of the shapes that the real one
// writes, and its commands that wait succeed at once, with the messages of the real ones. A program or test binary calls [Main] if it
// was started under the name openshift-install; [Link] creates such a name.
package openshiftinstall

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"sigs.k8s.io/yaml"
)

// The environment of the fake.
const (
	// VersionVariable is the release that it reports. Defaults to that of SetRelease, and to DefaultVersion.
	VersionVariable = "FAKE_OPENSHIFT_INSTALL_VERSION"
	// FailVariable is "<command>: <message>": the command, such as `create manifests`, fails with the message.
	FailVariable = "FAKE_OPENSHIFT_INSTALL_FAIL"
	// AgeVariable is how long ago it created the install directory, as a duration. Defaults to 0.
	AgeVariable = "FAKE_OPENSHIFT_INSTALL_AGE"
	// LogVariable is a file to which it appends its commands, one a line.
	LogVariable = "FAKE_OPENSHIFT_INSTALL_LOG"
)

// DefaultVersion is the release that the fake reports.
const DefaultVersion = "4.19.3"

const programName = "openshift-install"

// IsCalled reports whether this process was started under the name openshift-install.
func IsCalled() bool {
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == programName
}

// Link creates the name openshift-install for the running program in a folder and returns its path.
func Link(dir string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, programName)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	if err := os.Symlink(self, path); err == nil {
		return path, nil
	}
	return path, os.Link(self, path)
}

// versionFile is the name of a file beside the program with the release that it reports.
const versionFile = "openshift-install.version"

// SetRelease lets the program in a folder report a release. For a minor release it reports a patch release of it.
func SetRelease(dir, release string) error {
	if strings.Count(release, ".") == 1 {
		release += ".3"
	}
	return os.WriteFile(filepath.Join(dir, versionFile), []byte(release), 0o600)
}

// version returns the release that the program reports.
func version() string {
	if version := os.Getenv(VersionVariable); version != "" {
		return version
	}
	if text, err := os.ReadFile(filepath.Join(filepath.Dir(os.Args[0]), versionFile)); err == nil {
		return string(text)
	}
	return DefaultVersion
}

// APIFile is the name of a kubeconfig beside the program, if there is a fake of the cluster's API.
const APIFile = "api.kubeconfig"

// waitForAPI fails if there is a fake of the cluster's API and it does not answer, with the message of the real program
// (openshift/installer release-4.19 cmd/openshift-install/command/waitfor.go, newAPIError), but without its wait.
func waitForAPI(log io.Writer) error {
	text, err := os.ReadFile(filepath.Join(filepath.Dir(os.Args[0]), APIFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var config struct {
		Clusters []struct {
			Cluster struct {
				Server string `json:"server"`
			} `json:"cluster"`
		} `json:"clusters"`
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		return err
	}
	response, err := http.Get(config.Clusters[0].Cluster.Server + "/version")
	if err != nil {
		fmt.Fprintln(log, `level=error msg=Bootstrap failed to complete: `+err.Error())
		fmt.Fprintln(log, `level=error msg=Failed waiting for Kubernetes API. This error usually happens when there is a problem on the `+
			`bootstrap host that prevents creating a temporary control plane.`)
		return errors.New("Bootstrap failed to complete") //nolint:staticcheck // the real program's words
	}
	return response.Body.Close()
}

// Main runs the command of os.Args and exits.
func Main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintf(os.Stderr, "level=fatal msg=%v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(args []string, out, log io.Writer) error {
	var words []string
	dir := "."
	for i := 0; i < len(args); i++ {
		if args[i] == "--dir" && i+1 < len(args) {
			i++
			dir = args[i]
			continue
		}
		words = append(words, args[i])
	}
	command := strings.Join(words, " ")
	if err := note(command); err != nil {
		return err
	}
	if failing, message, found := strings.Cut(os.Getenv(FailVariable), ": "); found && failing == command {
		return errors.New(message)
	}
	switch command {
	case "version":
		version := version()
		_, err := fmt.Fprintf(out, "%s %s\nrelease image quay.io/openshift-release-dev/ocp-release:%s-x86_64\n"+
			"release architecture amd64\n", os.Args[0], version, version)
		return err
	case "coreos print-stream-json":
		_, err := io.WriteString(out, stream)
		return err
	case "create manifests":
		return createManifests(dir, log)
	case "create ignition-configs":
		return createIgnition(dir, log)
	case "wait-for bootstrap-complete", "wait-for install-complete":
		if err := waitForAPI(log); err != nil {
			return err
		}
		return report(dir, log, command)
	case "destroy cluster":
		if err := report(dir, log, command); err != nil {
			return err
		}
		return deleteAssets(dir)
	}
	return fmt.Errorf("unknown command %q", command)
}

func note(command string) error {
	path := os.Getenv(LogVariable)
	if path == "" {
		return nil
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = fmt.Fprintln(file, command)
	return err
}

// stream is the part of the output of `coreos print-stream-json` with the AMIs.
//
//go:embed recorded/stream.json
var stream string
