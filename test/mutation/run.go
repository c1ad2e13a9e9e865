package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed helpers.txt
var helpers string

// timeout ends a mutant that does not end by itself.
const timeout = "60s"

// run mutates the scope's files and returns how many mutants its package's tests kill. It prints the others.
func (s scope) run() (score, error) {
	work, err := os.MkdirTemp("", "mutation-")
	if err != nil {
		return score{}, err
	}
	defer func() {
		_ = os.RemoveAll(work)
		// Property tests that a mutant fails write what failed.
		_ = os.RemoveAll(filepath.Join(s.dir, "testdata", "rapid"))
	}()
	mutants, overlay, err := s.mutate(work)
	if err != nil {
		return score{}, err
	}
	binary := filepath.Join(work, "mutants.test")
	if out, err := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", binary, "./"+s.dir).CombinedOutput(); err != nil {
		return score{}, fmt.Errorf("%w\n%s", err, out)
	}
	tests, err := s.reached(binary, work)
	if err != nil {
		return score{}, err
	}
	survivors := s.survivors(binary, mutants, tests)
	for _, id := range survivors {
		m := mutants[id-1]
		state := "survived"
		if len(tests[id]) == 0 {
			state = "not reached"
		}
		fmt.Printf("%s:%d:%d: %s: %s\n", filepath.Join(s.dir, filepath.Base(m.position.Filename)), m.position.Line, m.position.Column, m.change, state)
	}
	return score{killed: len(mutants) - len(survivors), mutants: len(mutants)}, nil
}

// mutate writes the mutated files and the overlay that replaces the package's files by them.
func (s scope) mutate(work string) ([]mutant, string, error) {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}|{{.Export}}|{{.Dir}}|{{join .GoFiles \" \"}}", "./"+s.dir).Output()
	if err != nil {
		return nil, "", fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	var last []string // The package itself is the last one.
	for line := range strings.Lines(string(out)) {
		last = strings.Split(strings.TrimSpace(line), "|")
		exports[last[0]] = last[1]
	}
	dir, names := last[2], strings.Fields(last[3])
	m := &mutator{fset: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(m.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, "", err
		}
		files = append(files, file)
	}
	config := types.Config{Importer: importer.ForCompiler(m.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if _, err := config.Check(last[0], m.fset, files, m.info); err != nil {
		return nil, "", err
	}
	replaced := map[string]string{filepath.Join(dir, "mutants.go"): filepath.Join(work, "mutants.go")}
	text := strings.Replace(helpers, "PACKAGE", files[0].Name.Name, 1)
	if err := os.WriteFile(filepath.Join(work, "mutants.go"), []byte(text), 0o600); err != nil {
		return nil, "", err
	}
	for i, name := range names {
		if s.files != nil && !slices.Contains(s.files, name) {
			continue
		}
		mutated, err := m.file(files[i], filepath.Join(dir, name))
		if err != nil {
			return nil, "", err
		}
		replaced[filepath.Join(dir, name)] = filepath.Join(work, name)
		if err := os.WriteFile(filepath.Join(work, name), mutated, 0o600); err != nil {
			return nil, "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return nil, "", err
	}
	path := filepath.Join(work, "overlay.json")
	return m.mutants, path, os.WriteFile(path, overlay, 0o600)
}

// file returns the source of a file with its mutants.
func (m *mutator) file(file *ast.File, path string) ([]byte, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	m.source, m.edits = source, nil
	ast.Walk(m, file)
	// At the same offset, texts that close come before those that open; inner ones close first and open last.
	slices.SortStableFunc(m.edits, func(a, b edit) int {
		switch {
		case a.offset != b.offset:
			return a.offset - b.offset
		case a.closes && b.closes:
			return b.depth - a.depth
		case !a.closes && !b.closes:
			return a.depth - b.depth
		case a.closes:
			return -1
		}
		return 1
	})
	var mutated []byte
	at := 0
	for _, e := range m.edits {
		mutated = append(append(mutated, m.source[at:e.offset]...), e.text...)
		at = e.offset
	}
	return append(mutated, m.source[at:]...), nil
}

// reached returns the tests that reach each mutant.
func (s scope) reached(binary, work string) (map[int][]string, error) {
	out, err := s.command(binary, "-test.list=^(Test|Fuzz)").Output()
	if err != nil {
		return nil, fmt.Errorf("listing the tests: %w", err)
	}
	tests := map[int][]string{}
	for name := range strings.FieldsSeq(string(out)) {
		file := filepath.Join(work, "reached-"+name)
		command := s.command(binary, "-test.run=^"+name+"$")
		command.Env = append(os.Environ(), "MUTANTS_REACHED="+file)
		if out, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s fails without a mutant: %w\n%s", name, err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		for number := range strings.FieldsSeq(string(text)) {
			id, _ := strconv.Atoi(number)
			tests[id] = append(tests[id], name)
		}
	}
	return tests, nil
}

func (s scope) command(binary string, args ...string) *exec.Cmd {
	command := exec.Command(binary, append(args, "-test.timeout="+timeout)...)
	command.Dir = s.dir
	return command
}

// survivors runs every mutant against the tests that reach it, and returns those that no test kills.
func (s scope) survivors(binary string, mutants []mutant, tests map[int][]string) []int {
	var all []int
	var mutex sync.Mutex
	var group sync.WaitGroup
	limit := make(chan struct{}, runtime.NumCPU())
	for i := range mutants {
		group.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			if s.survives(binary, i+1, tests[i+1]) {
				mutex.Lock()
				defer mutex.Unlock()
				all = append(all, i+1)
			}
		})
	}
	group.Wait()
	slices.SortFunc(all, cmp.Compare[int])
	return all
}

func (s scope) survives(binary string, id int, tests []string) bool {
	if len(tests) == 0 {
		return true
	}
	command := s.command(binary, "-test.failfast", "-test.run=^("+strings.Join(tests, "|")+")$")
	command.Env = append(os.Environ(), "MUTANT="+strconv.Itoa(id))
	return command.Run() == nil
}
