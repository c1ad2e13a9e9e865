package acceptance

import (
	"regexp"
	"strings"

	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake/openshiftinstall"
)

// messagesBeside are messages of the steps that the fake of openshift-install does not write.
var messagesBeside = regexp.MustCompile("^(" + strings.Join([]string{
	`Found override for release image`, // The lab has no release image.
	// Of install and uninstall themselves.
	`the infrastructure ID is`, `\d+ of \d+ nodes are ready`, `\d+ resources have the cluster's tag`, `deleting arn:`,
	`Terminated instance=|Deleted id=`, // The sandbox's account has no resources to find.
}, "|") + ")")

// checkMessages checks that openshift-install wrote in a step what its fake writes for the commands of that step: the
// sandbox shows what users will see.
func (i *installation) checkMessages(r commandResult, step string, commands ...string) {
	i.t.Helper()
	var got, want []string
	for _, message := range r.messages(step) {
		if !messagesBeside.MatchString(message) {
			got = append(got, i.withoutValues(message))
		}
	}
	for _, command := range commands {
		for _, message := range openshiftinstall.Messages(command) {
			want = append(want, i.withoutValues(strings.TrimPrefix(message, "level=warning msg=")))
		}
	}
	// openshift-install says in any order what it has read.
	assert.ElementsMatch(i.t, want, got, step)
}

// withoutValues replaces what differs between installations by names.
func (i *installation) withoutValues(message string) string {
	message = strings.ReplaceAll(message, i.dir(), "{dir}")
	message = strings.ReplaceAll(message, i.config["name"].(string)+"."+installDomain, "{domain}")
	for _, value := range []struct{ form, name string }{
		{`\(until [^)]*\)`, "(until {time})"},
		{`(\d{4}-\d\d-\d\dT\S+|\{created\}|\{expires\})`, "{time}"},
		{`^API \S+ up$`, "API {version} up"},
		{`^Time elapsed: \S+$`, "Time elapsed: {time}"},
		{`password: "[^"]*"$`, "password: {password}"},
		{`here: https?://`, "here: https://"}, // The test's route has no TLS.
	} {
		message = regexp.MustCompile(value.form).ReplaceAllString(message, value.name)
	}
	return message
}
