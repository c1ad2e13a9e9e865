package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// instanceStore makes the emulator describe instances and their network interfaces as AWS does:
//
//   - An instance has the security groups of its interface. If it was launched with an interface, the emulator lists
//     the groups only in the interface.
//   - An existing interface that an instance was launched with outlives the instance. The emulator reports
//     deleteOnTermination.
//   - A terminated instance has no interfaces. The emulator keeps them attached, and rejects detaching them.
type instanceStore struct {
	mutex      sync.Mutex
	terminated map[string]bool
}

// recordTerminations records the instances that a request terminates.
func (s *instanceStore) recordTerminations(form url.Values) {
	if form.Get("Action") != "TerminateInstances" {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for key, values := range form {
		if strings.HasPrefix(key, "InstanceId.") {
			s.terminated[values[0]] = true
		}
	}
}

var (
	// instanceGroups matches an instance's empty list of groups and the list of its network interface. A reservation has
	// a list, too, but not after this element.
	instanceGroups = regexp.MustCompile(
		`(?s)(</sourceDestCheck>)\s*<groupSet>\s*</groupSet>(.*?<networkInterfaceSet>.*?)(<groupSet>.*?</groupSet>)`,
	)
	// keptInterface matches deleteOnTermination in the attachment of an instance's network interface.
	keptInterface = regexp.MustCompile(`(?s)(<deviceIndex>\d+</deviceIndex>.*?<deleteOnTermination>)true`)
	// attachment matches an interface's attachment, attachedTo the ID of the instance in it.
	attachment = regexp.MustCompile(`(?s)<attachment>.*?</attachment>`)
	attachedTo = regexp.MustCompile(`<instanceId>([^<]*)</instanceId>`)
)

func (s *instanceStore) describe(response *http.Response) error {
	if response.Request.Method != http.MethodPost || response.Request.URL.Path != "/" {
		return nil
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	switch {
	case bytes.Contains(body, []byte("<DescribeInstancesResponse")):
		body = instanceGroups.ReplaceAll(body, []byte("$1$3$2$3"))
		body = keptInterface.ReplaceAll(body, []byte("${1}false"))
	case bytes.Contains(body, []byte("<DescribeNetworkInterfacesResponse")):
		body = attachment.ReplaceAllFunc(body, s.detached)
	case bytes.Contains(body, []byte("The network interface at device index 0")):
		// The provider detaches an interface only before it deletes it, which is after the instance was terminated.
		body = bytes.Replace(body, []byte("OperationNotPermitted"), []byte("InvalidAttachmentID.NotFound"), 1)
	}
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// detached removes the attachment to a terminated instance.
func (s *instanceStore) detached(attached []byte) []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if instance := attachedTo.FindSubmatch(attached); instance != nil && s.terminated[string(instance[1])] {
		return nil
	}
	return attached
}
