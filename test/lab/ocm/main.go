// Command ocm is a fake of the OpenShift Cluster Manager API, enough for the RHCS Terraform provider 1.7.7 on loopback.
//
// Every collection keeps what is posted to it and answers GET, PATCH and DELETE on its items. A cluster is ready at once, and an upgrade is
// complete unless a test delays it, or lets it fail (PUT /lab/upgrades). The security group of a hosted cluster's endpoint is deleted with
// the cluster unless a test lets it stay (PUT /lab/endpoints). The fake rejects what the real service rejects: names, billing accounts,
// releases, roles and subnets that do not exist in the emulated account, changes of immutable fields, and deletions in the wrong order.
//
//	ocm PORT URL    # URL is that of the AWS emulator
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
