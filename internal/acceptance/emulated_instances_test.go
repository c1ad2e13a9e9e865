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
//   - An instance has the groups of its interface. The emulator lists them only with the interface when an instance was launched with one.
//   - An interface that an instance was launched with outlives it. The emulator says that it goes with the instance.
//   - A terminated instance has lost its interfaces. The emulator keeps them attached, and refuses to detach them.
type instanceStore struct {
	mutex      sync.Mutex
	terminated map[string]bool
}

// note keeps in mind which instances have been terminated.
func (s *instanceStore) note(form url.Values) {
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
	// instanceGroups finds an instance's own list of groups, when it is empty, and that of its network interface. Reservations
	// have a list as well, but not behind this element.
	instanceGroups = regexp.MustCompile(
		`(?s)(</sourceDestCheck>)\s*<groupSet>\s*</groupSet>(.*?<networkInterfaceSet>.*?)(<groupSet>.*?</groupSet>)`,
	)
	// keptInterface finds, in the attachments of instances' network interfaces, that they go with the instance.
	keptInterface = regexp.MustCompile(`(?s)(<deviceIndex>\d+</deviceIndex>.*?<deleteOnTermination>)true`)
	// attachment finds an interface's attachment and the instance that it is attached to.
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
		// The provider detaches an interface only to delete it, and that is after its instance.
		body = bytes.Replace(body, []byte("OperationNotPermitted"), []byte("InvalidAttachmentID.NotFound"), 1)
	}
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

// detached returns nothing in place of an attachment to a terminated instance.
func (s *instanceStore) detached(attached []byte) []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if instance := attachedTo.FindSubmatch(attached); instance != nil && s.terminated[string(instance[1])] {
		return nil
	}
	return attached
}
