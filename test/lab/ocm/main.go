// Command ocm is a fake of the OpenShift Cluster Manager API, enough for the RHCS Terraform provider 1.7.7 on loopback.
//
// Every collection keeps what is posted to it and answers GET, PATCH and DELETE on its items. An installation, an upgrade and a deletion are
// complete at once unless a test delays them or makes them fail (PUT /lab/operations). The security group of a hosted cluster's endpoint is
// deleted with the cluster unless a test retains it (PUT /lab/endpoints). A test has requests answered late, or rejected (PUT /lab/answers).
// The fake applies the rules of internal/fake/ocm, and rejects roles and subnets that do not exist in the emulated account, and changes of
// immutable fields.
//
//	ocm PORT URL    # URL of the AWS emulator; the port - is the listener that file descriptor 3 is
package main

import (
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: ocm PORT URL")
	}
	listener, err := listen(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	server := &http.Server{Handler: newService(&emulator{url: os.Args[2]}), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}

func listen(port string) (net.Listener, error) {
	if port == "-" {
		return net.FileListener(os.NewFile(3, "listener"))
	}
	return net.Listen("tcp", "127.0.0.1:"+port)
}
