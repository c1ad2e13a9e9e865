package launch

import (
	"errors"
	"runtime"
)

// ConfigError returns the error with which config.Require and similar functions panic if a setting of a program is missing or not valid;
// nil if the program panicked for another reason.
func ConfigError(recovered any) error {
	err, isError := recovered.(error)
	if runtimeErr := runtime.Error(nil); !isError || errors.As(err, &runtimeErr) {
		return nil
	}
	return err
}
