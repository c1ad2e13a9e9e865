package acceptance

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
)

// retryBrokenResponses puts a proxy in front of the emulator for all programs under test. It turns a response whose
// body breaks off, as happens on a busy machine, into a failure that the AWS provider retries: the provider does not
// retry a response of status 200.
func retryBrokenResponses() {
	target, err := url.Parse(os.Getenv("AWS_ENDPOINT_URL"))
	if err != nil {
		panic(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.Transport = wholeResponses{}
	// The server ends with the process: tests that run in parallel share it.
	if err := os.Setenv("AWS_ENDPOINT_URL", httptest.NewServer(proxy).URL); err != nil {
		panic(err)
	}
}

// wholeResponses returns an error for a response that cannot be read to its end.
type wholeResponses struct{}

func (wholeResponses) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}
