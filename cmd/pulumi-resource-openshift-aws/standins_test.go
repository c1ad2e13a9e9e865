package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// standIns are the programs as which this program runs when it is started under their names by the commands of a page.
var standIns = []string{"aws", "rosa", "oc", "curl", "dig", "pulumi", "openshift-aws"}

const (
	// standInFolder is the variable with the folder of the programs, and standInPrograms that with the folder of the real ones.
	standInFolder, standInPrograms = "STAND_IN_FOLDER", "STAND_IN_PROGRAMS"
	// standInCalls is the file with the calls that are known, and standInLog that with those of a page.
	standInCalls, standInLog = "calls.json", "log"
)

// standInCall is a command line and what it prints.
type standInCall struct{ Command, Output string }

// installerScript is openshift-install as `openshift-aws check` calls it. The installation in the sandbox has a fake of its own.
const installerScript = `#!/bin/sh
case "$1" in
version) echo "openshift-install 4.19.3" ;;
coreos) echo '{"stream": "rhcos", "architectures": {"x86_64": {"images": {"aws": {"regions": {"us-east-2": {"image": "ami-1"}}}}}}}' ;;
esac
`

// isStandIn reports whether this program was started as one of them.
func isStandIn() bool {
	return os.Getenv(standInFolder) != "" && slices.Contains(standIns, filepath.Base(os.Args[0]))
}

// standIn runs as one of them, and returns its exit code.
func standIn() int {
	name, arguments := filepath.Base(os.Args[0]), os.Args[1:]
	var err error
	switch name {
	case "openshift-aws":
		err = standInCommand(arguments)
	case "pulumi":
		err = standInPulumi(arguments)
	default:
		err = answerCall(name, arguments)
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// answerCall prints what a known call prints, and records it.
func answerCall(name string, arguments []string) error {
	folder := os.Getenv(standInFolder)
	text, err := os.ReadFile(filepath.Join(folder, standInCalls))
	if err != nil {
		return err
	}
	var known []standInCall
	if err := json.Unmarshal(text, &known); err != nil {
		return err
	}
	command := strings.Join(append([]string{name}, arguments...), " ")
	at := slices.IndexFunc(known, func(each standInCall) bool { return each.Command == command })
	if at < 0 {
		return fmt.Errorf("no row for: %s", command)
	}
	log, err := os.OpenFile(filepath.Join(folder, standInLog), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(log, command)
	fmt.Print(known[at].Output)
	return errors.Join(err, log.Close())
}

// runReal runs a real program, which finds the programs of a path.
func runReal(path, input, name string, arguments ...string) error {
	command := exec.Command(filepath.Join(os.Getenv(standInPrograms), name), arguments...)
	command.Env = append(os.Environ(), "PATH="+path)
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), os.Stdout, os.Stderr
	return command.Run()
}

// withoutDNS is the line of a check that fails because the domain of a page is nobody's.
var withoutDNS = regexp.MustCompile(`(?m)^failed   delegation .*\n.*-> .*\n`)

// standInCommand runs openshift-aws. What changes an account runs in the sandbox of the page.
func standInCommand(arguments []string) error {
	programs, folder := os.Getenv(standInPrograms), os.Getenv(standInFolder)
	sandbox := []string{"--sandbox", "--dir", filepath.Join(folder, "box")}
	switch arguments[0] {
	case "check":
		command := exec.Command(filepath.Join(programs, "openshift-aws"), arguments...)
		command.Stderr = os.Stderr
		text, err := command.Output()
		fmt.Print(string(text))
		if rest := withoutDNS.ReplaceAllString(string(text), ""); rest != string(text) && !strings.Contains(rest, "\nfailed ") {
			return nil
		}
		return err
	case "login", "report": // They ask pulumi.
		return runReal(os.Getenv("PATH"), "", "openshift-aws", arguments...)
	case "install":
		err := runReal(programs, "", "openshift-aws", append(arguments, sandbox...)...)
		return errors.Join(err, os.Symlink(filepath.Join(folder, "box", "demo"), "demo"))
	case "uninstall":
		return runReal(programs, "", "openshift-aws", slices.Concat(arguments, sandbox, []string{"--yes"})...)
	case "status":
		return runReal(programs, "", "openshift-aws", append(arguments, sandbox...)...)
	}
	return runReal(programs, "", "openshift-aws", arguments...)
}

// standInPulumi runs the CLI in the sandbox of the page, whose only stack has the name sandbox.
func standInPulumi(arguments []string) error {
	programs := os.Getenv(standInPrograms)
	if os.Getenv("PULUMI_DEBUG_PROVIDERS") != "" { // It is in a sandbox already.
		return runReal(programs, "", "pulumi", arguments...)
	}
	const unattended = "--non-interactive"
	arguments = slices.DeleteFunc(arguments, func(argument string) bool { return argument == unattended })
	line := strings.Join(arguments, " ")
	switch {
	case line == "version":
		return runReal(programs, "", "pulumi", arguments...)
	case strings.HasPrefix(line, "stack rm "):
		return answerCall("pulumi", arguments)
	case arguments[0] == "login":
		home := os.Getenv("PULUMI_HOME")
		return errors.Join(answerCall("pulumi", arguments), os.MkdirAll(home, 0o700),
			os.WriteFile(filepath.Join(home, "credentials.json"), []byte(`{"current": "`+arguments[1]+`"}`), 0o600))
	case strings.HasPrefix(line, "stack init "):
		if err := answerCall("pulumi", arguments); err != nil {
			return err
		}
		return os.WriteFile("Pulumi.demo.yaml", []byte("secretsprovider: "+arguments[len(arguments)-1]+"\n"), 0o600)
	case strings.HasPrefix(line, "stack --show-name"):
		fmt.Println("demo")
		return nil
	}
	input := ""
	switch {
	case arguments[0] == "up" || arguments[0] == "destroy":
		arguments = append(arguments, "--yes", "--skip-preview")
	case slices.Contains(arguments, "--secret"):
		input = "only-in-the-Test-1\n"
	}
	for i, argument := range arguments {
		if argument == "--stack" {
			arguments[i+1] = "sandbox"
		}
	}
	dir := filepath.Join(os.Getenv(standInFolder), "box")
	return runReal(programs, input, "openshift-aws",
		slices.Concat([]string{"sandbox", "--dir", dir, "--", "pulumi"}, arguments, []string{unattended})...)
}
