package launch

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestConfigError(t *testing.T) {
	t.Parallel()
	recovered := func(program func()) (err error) {
		defer func() { err = ConfigError(recover()) }()
		program()
		return nil
	}
	missing := errors.New("Missing required configuration variable 'shop:zones'")
	assert.Equal(t, missing, recovered(func() { panic(missing) }))
	var none map[string]int
	assert.NoError(t, recovered(func() { none["a"] = 1 }), "an error of the runtime is a bug of the program")
	assert.NoError(t, recovered(func() { panic("oh") }))
}
