// Command scaffold writes a new component of the cluster and its rows in lists, as `make component NAME=storage.EFSStorageClass` does. It
// prints the component's folder, and then `make golden` records what follows from it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./test/scaffold storage.EFSStorageClass")
		os.Exit(2)
	}
	folder, err := write(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(folder)
}
