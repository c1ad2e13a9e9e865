package acceptance

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// endpointGroups stores the security groups that are added to VPC endpoints, which the emulator ignores.
type endpointGroups struct {
	mutex  sync.Mutex
	groups map[string][]string
}

// withEndpointGroups starts a proxy that adds endpointGroups to the emulator, and returns its address.
func withEndpointGroups(t *testing.T, emulator string) string {
	t.Helper()
	target, err := url.Parse(emulator)
	require.NoError(t, err)
	e := &endpointGroups{groups: map[string][]string{}}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = e.show
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		form, err := url.ParseQuery(string(body))
		if err == nil && form.Get("Action") == "ModifyVpcEndpoint" && e.modify(form) {
			w.Header().Set("Content-Type", "text/xml")
			fmt.Fprint(
				w,
				`<ModifyVpcEndpointResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/">`+
					`<return>true</return></ModifyVpcEndpointResponse>`,
			)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// modify records changes of groups, and reports whether there were any.
func (e *endpointGroups) modify(form url.Values) bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	id, known := form.Get("VpcEndpointId"), false
	for name := range form {
		group := form.Get(name)
		switch {
		case strings.HasPrefix(name, "AddSecurityGroupId."):
			e.groups[id], known = append(e.groups[id], group), true
		case strings.HasPrefix(name, "RemoveSecurityGroupId."):
			e.groups[id], known = slices.DeleteFunc(e.groups[id], func(g string) bool { return g == group }), true
		}
	}
	return known
}

var shownEndpoint = regexp.MustCompile(`<vpcEndpointId>(vpce-[0-9a-f]+)</vpcEndpointId>`)

// show adds the groups to descriptions of endpoints.
func (e *endpointGroups) show(response *http.Response) error {
	if response.Request.Method != http.MethodPost || response.Request.URL.Path != "/" {
		return nil
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if bytes.Contains(body, []byte("<DescribeVpcEndpointsResponse")) {
		body = shownEndpoint.ReplaceAllFunc(body, func(found []byte) []byte {
			e.mutex.Lock()
			defer e.mutex.Unlock()
			groups := e.groups[string(shownEndpoint.FindSubmatch(found)[1])]
			if len(groups) == 0 {
				return found
			}
			var text strings.Builder
			for _, group := range groups {
				text.WriteString("<item><groupId>" + group + "</groupId><groupName>added</groupName></item>")
			}
			return []byte(string(found) + "<groupSet>" + text.String() + "</groupSet>")
		})
	}
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	response.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}
