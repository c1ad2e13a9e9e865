package acceptance

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// groupStore adds what the emulator lacks for Auto Scaling groups: all fields of lifecycle hooks, instance refreshes,
// and changes of a launch template's default version.
type groupStore struct {
	mutex     sync.Mutex
	hooks     map[hookName]url.Values
	refreshes []string
}

// hookName identifies a hook: several groups may have hooks of the same name.
type hookName struct {
	group, name string
}

// startGroupEmulator starts a groupStore in front of the AWS emulator and returns its address.
func startGroupEmulator(t *testing.T) (string, *groupStore) {
	t.Helper()
	target, err := url.Parse(startEmulator(t))
	require.NoError(t, err)
	emulator := httputil.NewSingleHostReverseProxy(target)
	groups := &groupStore{hooks: map[hookName]url.Values{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		if form, err := url.ParseQuery(string(body)); err == nil && groups.handle(w, form) {
			return
		}
		emulator.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, groups
}

// handle responds to requests for hooks, refreshes and launch template versions, and reports whether it did.
func (s *groupStore) handle(w http.ResponseWriter, form url.Values) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	group := form.Get("AutoScalingGroupName")
	action, content := form.Get("Action"), ""
	switch action {
	case "PutLifecycleHook":
		s.hooks[hookName{group, form.Get("LifecycleHookName")}] = form
	case "DeleteLifecycleHook":
		delete(s.hooks, hookName{group, form.Get("LifecycleHookName")})
	case "DescribeLifecycleHooks":
		content = "<LifecycleHooks>" + s.hook(
			hookName{group, form.Get("LifecycleHookNames.member.1")},
		) + "</LifecycleHooks>"
	case "StartInstanceRefresh":
		s.refreshes = append(s.refreshes, group)
		content = "<InstanceRefreshId>refresh</InstanceRefreshId>"
	case "DescribeInstanceRefreshes":
		content = "<InstanceRefreshes></InstanceRefreshes>"
	case "ModifyLaunchTemplate":
		fmt.Fprint(w, "<ModifyLaunchTemplateResponse></ModifyLaunchTemplateResponse>")
		return true
	default:
		return false
	}
	fmt.Fprintf(w, "<%sResponse><%sResult>%s</%sResult></%sResponse>", action, action, content, action, action)
	return true
}

func (s *groupStore) hook(name hookName) string {
	form, found := s.hooks[name]
	if !found {
		return ""
	}
	var fields strings.Builder
	for _, field := range []string{
		"AutoScalingGroupName", "LifecycleHookName", "LifecycleTransition", "DefaultResult", "HeartbeatTimeout",
	} {
		if form.Has(field) {
			fmt.Fprintf(&fields, "<%s>%s</%s>", field, html.EscapeString(form.Get(field)), field)
		}
	}
	return "<member>" + fields.String() + "</member>"
}
