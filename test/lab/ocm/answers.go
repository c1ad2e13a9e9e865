package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// answersPath is where a test sets how the next requests are answered: PUT {"method": "GET", "path": "/api/clusters_mgmt/v1/clusters",
// "times": 2, "status": 429} rejects two of them, and {"delay": 500} instead of a status answers them half a second late. Without a method
// or a path, all requests to OCM's APIs are meant. Each PUT replaces the one before.
const answersPath = "/lab/answers"

// override is how the next requests with a method, and a path that begins with path, are answered: with a status instead of the service's
// answer unless it is 0, and after a delay.
type override struct {
	method, path  string
	times, status int
	delay         time.Duration
}

func (s *service) setOverride(body object) response {
	number := func(name string) int {
		value, _ := body[name].(float64)
		return int(value)
	}
	s.override = override{
		method: text(body, "method"), path: text(body, "path"), times: number("times"), status: number("status"),
		delay: time.Duration(number("delay")) * time.Millisecond,
	}
	return response{http.StatusNoContent, nil}
}

// overrideOf returns the override of a request, and counts it.
func (s *service) overrideOf(r *http.Request) override {
	o := &s.override
	isMeant := strings.HasPrefix(r.URL.Path, "/api/") && strings.HasPrefix(r.URL.Path, o.path) && (o.method == "" || o.method == r.Method)
	if !isMeant || o.times <= 0 {
		return override{}
	}
	o.times--
	return *o
}

// failed is OCM's answer with the status of an error.
func failed(status int) response {
	return response{status, object{
		"kind": "Error", "id": strconv.Itoa(status), "code": fmt.Sprintf("CLUSTERS-MGMT-%d", status), "reason": http.StatusText(status),
	}}
}
