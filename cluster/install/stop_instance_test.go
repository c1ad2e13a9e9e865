package install

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStopInstance(t *testing.T) {
	tests := map[string]struct {
		reason, answer string
		status         int
		want           string
	}{
		"stopped": {reason: "EC2 stops the instance", status: http.StatusOK},
		"gone": {
			reason: "a terminated instance does not run", status: http.StatusBadRequest,
			answer: "<Response><Errors><Error><Code>InvalidInstanceID.NotFound</Code></Error></Errors></Response>",
		},
		"denied": {
			reason: "an instance that runs is not stopped", status: http.StatusForbidden,
			answer: "<Response><Errors><Error><Code>UnauthorizedOperation</Code></Error></Errors></Response>",
			want:   "EC2 did not stop the instance i-c: 403 Forbidden",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				assert.NoError(t, r.ParseForm())
				assert.Equal(t, "Action=StopInstances&InstanceId.1=i-c&Version=2016-11-15", r.PostForm.Encode())
				assert.Regexp(t, `^AWS4-HMAC-SHA256 Credential=AKID/\d{8}/us-east-2/ec2/aws4_request, `, r.Header.Get("Authorization"))
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.answer))
			}))
			defer server.Close()
			for name, value := range map[string]string{
				"AWS_ENDPOINT_URL": server.URL, "AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "SECRET", "AWS_SESSION_TOKEN": "",
				"AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
			} {
				t.Setenv(name, value)
			}
			err := stopInstance(t.Context(), "us-east-2", "i-c")
			if tt.want == "" {
				require.NoError(t, err, tt.reason)
				return
			}
			require.ErrorContains(t, err, tt.want, tt.reason)
		})
	}
}
