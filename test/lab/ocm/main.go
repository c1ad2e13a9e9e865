// Command ocm is a fake of the OpenShift Cluster Manager API, enough for the RHCS Terraform provider 1.7.7 on loopback.
//
// Every collection keeps what is posted to it and answers GET, PATCH and DELETE on its items. An installation, an upgrade and a deletion are
// complete at once unless a test delays them or makes them fail (PUT /lab/operations). The security group of a hosted cluster's endpoint is
// deleted with the cluster unless a test retains it (PUT /lab/endpoints). A test has requests answered late, or rejected (PUT /lab/answers).
// The fake applies the rules of internal/fake/ocm, and rejects roles and subnets that do not exist in the emulated account, and changes of
// immutable fields.
//
//	ocm PORT URL    # URL of the AWS emulator
package main

import (
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: ocm PORT URL")
	}
	server := &http.Server{
		Addr:              "127.0.0.1:" + os.Args[1],
		Handler:           newService(&emulator{url: os.Args[2]}),
		ReadHeaderTimeout: 10 * time.Second,
	}
	log.Fatal(server.ListenAndServe())
}
