// Command scaffold writes a new component and its rows in lists, as `make component NAME=storage.EFSStorageClass` does: one inside the
// cluster or, in the packages that have only such, and with a second argument aws, one of AWS resources. It prints the component's folder,
// and then `make golden` records what follows from it.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 || len(os.Args) > 3 || len(os.Args) == 3 && os.Args[2] != "aws" {
		fmt.Fprintln(os.Stderr, "usage: go run ./test/scaffold storage.EFSStorageClass [aws]")
		os.Exit(2)
	}
	folder, err := write(".", os.Args[1], len(os.Args) == 3)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(folder)
}
