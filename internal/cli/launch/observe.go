package launch

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"google.golang.org/grpc/status"
)

// ErrorVariable is the environment variable with the path of a file to which a program writes its own error.
const ErrorVariable = "OPENSHIFT_AWS_PROGRAM_ERROR"

// Observe returns a program that reports its own error: the engine's errors, which it may return too, are known to the engine. A panic is
// such an error.
func Observe(program pulumi.RunFunc, report func(error)) pulumi.RunFunc {
	return func(ctx *pulumi.Context) (err error) {
		defer func() {
			if r := recover(); r != nil {
				if err = ConfigError(r); err == nil {
					err = fmt.Errorf("the program panicked: %v", r)
				}
			}
			if _, fromEngine := status.FromError(err); err != nil && !fromEngine {
				report(err)
			}
		}()
		return program(ctx)
	}
}
