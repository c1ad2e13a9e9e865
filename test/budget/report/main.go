//go:build unix

// Command report measures what the library costs, beside a program with the same resources that does not use it:
// go run ./test/budget/report [-compile=false] [-program ./examples/classic]. If LAB is set, it measures in the lab
// too (test/lab). docs/maintainers/performance.md has the numbers of one machine.
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
	"strings"
	"syscall"
	"time"
)

const (
	example = "./examples/classic"
	aws     = "github.com/pulumi/pulumi-aws/sdk/v6/go/aws"
	sdk     = "github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	// raw is the package that only the overlay of rawProgram has.
	raw = "./test/budget/raw"
)

func main() {
	compile := flag.Bool("compile", true, "measure cold compiles, which take 15 minutes on two cores")
	program := flag.String("program", example, "the program whose cold compile is measured")
	flag.Parse()
	fmt.Printf("%s/%s, %d cores, %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	if err := run(*compile, *program); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(compile bool, program string) error {
	if compile {
		if err := reportCompiles(program); err != nil {
			return err
		}
	}
	out, err := exec.Command("go", "test", "-count=1", "-run", "^(TestGrowthIsLinear|TestLongestChain|TestAccountMatchesROSAClassic)$",
		"-bench", "^Benchmark(Operations|Preview)$", "-benchtime", "1x", "-v", example).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	fmt.Print(operations("classic, stage cluster, in the sandbox", string(out)), ratios(string(out)), summary(string(out)))
	if os.Getenv("LAB") == "" {
		fmt.Println("\nNot measured in the lab: LAB is not set.")
		return nil
	}
	out, err = exec.Command("go", "test", "-count=1", "-run", "^$", "-bench", "^BenchmarkOperations$", "-benchtime", "1x", "-timeout", "30m",
		"./test/acceptance").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	fmt.Print("\n", operations("a network, security groups, instance profiles and a bucket, in the lab", string(out)))
	return nil
}

// reportCompiles measures the cold compile of a program and of one that imports the same packages of pulumi-aws.
func reportCompiles(program string) error {
	work, err := os.MkdirTemp("", "budget-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	overlay, err := rawProgram(work, program)
	if err != nil {
		return err
	}
	fmt.Println("| cold compile | wall | CPU | largest process |\n| --- | --- | --- | --- |")
	for _, target := range []struct{ name, path string }{{"raw", raw}, {"ours", program}} {
		cost, err := build(filepath.Join(work, target.name), overlay, target.path)
		if err != nil {
			return err
		}
		fmt.Printf("| %s | %s |\n", target.name, cost)
	}
	cost, err := compileWithPluginSDK(work)
	if err != nil {
		return err
	}
	fmt.Printf("| docs/languages.md, with the SDK of the plugin | %s |\n\n", cost)
	return nil
}

// rawProgram writes an overlay with a program, raw, that imports the packages of pulumi-aws that a program compiles.
func rawProgram(work, program string) (string, error) {
	out, err := exec.Command("go", "list", "-deps", program).Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w", err)
	}
	var imports strings.Builder
	for path := range strings.FieldsSeq(string(out)) {
		if path == aws || isService(path) {
			fmt.Fprintf(&imports, "\t_ %q\n", path)
		}
	}
	source := fmt.Sprintf("package main\n\nimport (\n%s\n\t%q\n)\n\n"+
		"func main() { pulumi.Run(func(*pulumi.Context) error { return nil }) }\n", imports.String(), sdk)
	file, path := filepath.Join(work, "main.go"), filepath.Join(work, "overlay.json")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		return "", err
	}
	target, err := filepath.Abs(filepath.Join(raw, "main.go"))
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{target: file}})
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o600)
}

// isService reports whether a package of pulumi-aws can be imported by a program.
func isService(path string) bool {
	return strings.HasPrefix(path, aws+"/") && !strings.Contains(path, "/internal")
}

// build compiles a program as `pulumi up` does.
func build(cache, overlay, path string) (string, error) {
	return buildCold(cache, ".", "-overlay", overlay, path)
}

// buildCold runs go build in a folder, with an empty cache, and returns a row of what it cost.
func buildCold(cache, folder string, arguments ...string) (string, error) {
	command := exec.Command("go", append([]string{"build", "-trimpath", "-o", os.DevNull}, arguments...)...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOCACHE="+cache)
	cost, err := costOf(command)
	if err != nil {
		return "", err
	}
	return cost, os.RemoveAll(cache)
}

// costOf runs a command and returns what it cost: seconds, CPU seconds, and the memory of the largest process.
func costOf(command *exec.Cmd) (string, error) {
	started := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", command, err, out)
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
	return cost, nil
}

var (
	growth = regexp.MustCompile(`growth_test\.go:\d+: (.*)`)
	chain  = regexp.MustCompile(`program_test\.go:\d+: (\w+): (\d+): `)
	metric = regexp.MustCompile(`([\d.]+) (ours|raw)-(\w+)-s`)
	ratio  = regexp.MustCompile(`([\d.]+) (times-flat|blueprint-times-by-hand)`)
)

// operations writes the seconds in the output of a benchmark as a table.
func operations(title, out string) string {
	seconds := map[string]string{}
	for _, match := range metric.FindAllStringSubmatch(out, -1) {
		seconds[match[2]+match[3]] = match[1]
	}
	var text strings.Builder
	fmt.Fprintf(&text, "| %s | ours | raw |\n| --- | --- | --- |\n", title)
	for _, operation := range []string{"preview", "create", "unchanged", "update", "destroy"} {
		if ours := seconds["ours"+operation]; ours != "" {
			fmt.Fprintf(&text, "| %s | %s s | %s s |\n", operation, ours, seconds["raw"+operation])
		}
	}
	return text.String()
}

// ratios writes how often the time of the flat program a preview takes. One preview of each says little: which one comes first also starts
// what both need.
func ratios(out string) string {
	var text strings.Builder
	text.WriteString("\nPreviews of a new stack, the least of five of each, in turn:\n\n")
	for _, match := range ratio.FindAllStringSubmatch(out, -1) {
		fmt.Fprintf(&text, "- %s: %s\n", match[2], match[1])
	}
	return text.String()
}

// summary writes the numbers in the output of the example's tests.
func summary(out string) string {
	var text strings.Builder
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
