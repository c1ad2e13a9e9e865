package commandline

import (
	"flag"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInvocation(t *testing.T) {
	t.Parallel()
	classic := &debug.BuildInfo{Path: "example.com/shop/examples/classic", Main: debug.Module{Path: "example.com/shop"}}
	tests := map[string]struct {
		reason, executable string
		info               *debug.BuildInfo
		want               string
	}{
		"go run of a folder": {
			reason: "works from the root of the module", executable: "/tmp/go-build123/b001/exe/classic", info: classic,
			want: "go run ./examples/classic",
		},
		"go run of the root": {
			reason: "the program is the module", executable: "/tmp/go-build123/b001/exe/shop",
			info: &debug.BuildInfo{Path: "example.com/shop", Main: debug.Module{Path: "example.com/shop"}}, want: "go run .",
		},
		"a program that was built": {reason: "has a name", executable: "/usr/local/bin/shop", info: classic, want: "shop"},
		"no information":           {reason: "has a name too", executable: "/tmp/go-build123/b001/exe/shop", want: "shop"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, tt.want, invocation(tt.executable, tt.info), tt.reason)
		})
	}
}

func TestFlags(t *testing.T) {
	t.Parallel()
	flags := flag.NewFlagSet("shop", flag.ContinueOnError)
	flags.String("zone", "us-east-2a", "the `ZONE` of the shop")
	flags.Bool("open", false, "open it")
	assert.Equal(t, "  --open              open it\n  --zone ZONE         the ZONE of the shop (default: us-east-2a)\n", Flags(flags))
}
