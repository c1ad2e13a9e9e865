// This program is the fake of openshift-install, or of oc, if it is started under that name.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

func main() {
	if openshiftinstall.IsCalled() {
		openshiftinstall.Main()
	}
	os.Exit(oc())
}

// oc asks the test what the command of this process prints.
func oc() int {
	args, _ := json.Marshal(os.Args[1:])
	response, err := http.Post(os.Getenv("FAKE_OC"), "application/json", bytes.NewReader(args))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct{ Output, Problem string }
	_ = json.NewDecoder(response.Body).Decode(&answer)
	fmt.Print(answer.Output)
	fmt.Fprint(os.Stderr, answer.Problem)
	return len(answer.Problem)
}
