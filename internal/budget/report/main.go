//go:build unix

// Command report measures what the library costs, beside a program with the same resources that does not use it:
// go run ./internal/budget/report [-compile=false]. docs/performance.md has the numbers of one machine.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	example = "./examples/classic"
	aws     = "github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	sdk     = "github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	compile := flag.Bool("compile", true, "measure cold compiles, which take 15 minutes on two cores")
	flag.Parse()
	fmt.Printf("%s/%s, %d cores, %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	if err := run(*compile); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(compile bool) error {
	if compile {
		if err := reportCompiles(); err != nil {
			return err
		}
	}
	out, err := exec.Command("go", "test", "-count=1", "-run", "^(TestGrowthIsLinear|TestLongestChain|TestAccountMatchesROSAClassic)$",
		"-bench", "^BenchmarkOperations$", "-benchtime", "1x", "-v", example).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	fmt.Print(summary(string(out)))
	return nil
}

// reportCompiles measures the cold compile of the example and of a program that imports the same packages of pulumi-aws.
func reportCompiles() error {
	work, err := os.MkdirTemp("", "budget-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	overlay, err := rawProgram(work)
	if err != nil {
		return err
	}
	fmt.Println("| cold compile | wall | CPU | largest process |\n| --- | --- | --- | --- |")
	for _, target := range []struct{ name, path string }{{"raw", "./internal/budget/raw"}, {"ours", example}} {
		cost, err := build(filepath.Join(work, target.name), overlay, target.path)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", target.name, cost)
	}
	fmt.Println()
	return nil
}

// rawProgram writes an overlay with a program, internal/budget/raw, that imports the packages of pulumi-aws that the example compiles.
func rawProgram(work string) (string, error) {
	out, err := exec.Command("go", "list", "-deps", example).Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	imports := slices.DeleteFunc(strings.Fields(string(out)), func(path string) bool { return path != aws && !isService(path) })
	source := fmt.Sprintf("package main\n\nimport (\n\t_ %s\n\n\t%q\n)\n\n"+
		"func main() { pulumi.Run(func(*pulumi.Context) error { return nil }) }\n", strings.Join(quoted(imports), "\n\t_ "), sdk)
	file, path := filepath.Join(work, "main.go"), filepath.Join(work, "overlay.json")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return "", err
	}
	target, err := filepath.Abs(filepath.Join("internal", "budget", "raw", "main.go"))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{target: file}})
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o600)
}

func quoted(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strconv.Quote(text)
	}
	return list
}

// isService reports whether a package of pulumi-aws can be imported by a program.
func isService(path string) bool {
	return strings.HasPrefix(path, aws+"/") && !strings.Contains(path, "/internal")
}

// build compiles a program with an empty cache, as `pulumi up` does, and returns a row of what it cost.
func build(cache, overlay, path string) (string, error) {
	command := exec.Command("go", "build", "-trimpath", "-overlay", overlay, "-o", os.DevNull, path)
	command.Env = append(os.Environ(), "GOCACHE="+cache)
	started := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", path, err, out)
	}
	state := command.ProcessState
	cost := fmt.Sprintf("%.0f s | %.0f s", time.Since(started).Seconds(), (state.UserTime() + state.SystemTime()).Seconds())
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		unit := int64(1 << 10) // KiB; macOS counts bytes.
		if runtime.GOOS == "darwin" {
			unit = 1
		}
		cost += fmt.Sprintf(" | %d MiB", usage.Maxrss*unit>>20)
	}
	return cost, os.RemoveAll(cache)
}

var (
	growth = regexp.MustCompile(`growth_test\.go:\d+: (.*)`)
	chain  = regexp.MustCompile(`program_test\.go:\d+: (\w+): (\d+): `)
	metric = regexp.MustCompile(`([\d.]+) (ours|raw)-(\w+)-s`)
)

// summary writes the numbers in the output of the example's tests and benchmark as tables.
func summary(out string) string {
	var text strings.Builder
	seconds := map[string]string{}
	for _, match := range metric.FindAllStringSubmatch(out, -1) {
		seconds[match[2]+match[3]] = match[1]
	}
	text.WriteString("| in the sandbox | ours | raw |\n| --- | --- | --- |\n")
	for _, operation := range []string{"preview", "create", "unchanged", "update"} {
		fmt.Fprintf(&text, "| %s | %s s | %s s |\n", operation, seconds["ours"+operation], seconds["raw"+operation])
	}
	text.WriteString("\nGrowth (CPU, allocated):\n\n")
	for _, match := range growth.FindAllStringSubmatch(out, -1) {
		text.WriteString("- " + match[1] + "\n")
	}
	text.WriteString("\nLongest chain of resources:\n\n")
	for _, match := range chain.FindAllStringSubmatch(out, -1) {
		fmt.Fprintf(&text, "- stage or scenario %s: %s\n", match[1], match[2])
	}
	if strings.Contains(out, "--- PASS: TestAccountMatchesROSAClassic") {
		text.WriteString("\nInvokes: 0\n")
	}
	return text.String()
}
