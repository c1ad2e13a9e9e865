// Package sandbox drives an example's own Pulumi program through the real Pulumi
// engine without an AWS account and without a cluster.
//
// The pulumi CLI runs as a child of this process. The program and the providers
// for aws, rhcs and kubernetes are served by this process on loopback, the CLI attaches
// to them (PULUMI_DEBUG_PROVIDERS), and everything that a run leaves behind, the
// Pulumi state as well as what the providers made, lies in one folder. Two
// sandboxes with different folders can therefore run side by side, and removing
// the folder forgets a sandbox.
//
// A main package hands its program to [Main] when it is called with a command, and
// else is an ordinary Pulumi program:
//
//	func main() {
//		if len(os.Args) > 1 {
//			sandbox.Main("classic", program, map[string]string{"aws:region": "us-east-2"})
//		}
//		pulumi.Run(program)
//	}
//
// Tests use [New] and the operations of [Sandbox], which tell what happened to
// each resource:
//
//	box, err := sandbox.New(sandbox.Options{Project: "classic", Program: program, Dir: t.TempDir()})
//	result, err := box.Up(ctx)
//	// result.Changes["create"], result.Steps, result.Outputs
package sandbox
