// Package commandline contains what the commands of this module and of its users' programs share: their names and the help about their
// flags.
package commandline

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
)

// Invocation returns what a person types to run this program: its name, or `go run` and its folder in the module.
func Invocation() string {
	info, _ := debug.ReadBuildInfo()
	return invocation(os.Args[0], info)
}

func invocation(executable string, info *debug.BuildInfo) string {
	// `go run` builds in a folder of its own (cmd/go/internal/work, Builder.NewObjdir of Go 1.26) and runs the program there.
	if info == nil || !strings.Contains(filepath.ToSlash(executable), "/go-build") {
		return filepath.Base(executable)
	}
	folder, within := strings.CutPrefix(info.Path, info.Main.Path+"/")
	if !within {
		return "go run ."
	}
	return "go run ./" + folder
}

// Flags returns a line for each flag, sorted by name.
func Flags(flags *flag.FlagSet) string {
	var text strings.Builder
	flags.VisitAll(func(f *flag.Flag) {
		value, description := flag.UnquoteUsage(f)
		name := strings.TrimSpace(f.Name + " " + value)
		if f.DefValue != "" && f.DefValue != "false" {
			description += " (default: " + f.DefValue + ")"
		}
		fmt.Fprintf(&text, "  --%-17s %s\n", name, description)
	})
	return text.String()
}
