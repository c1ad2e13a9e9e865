package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kept are the provider's services of the resources in extract/resources.go.
var kept = []string{
	"ec2", "elb", "elbv2", "iam", "s3", "route53", "kms", "autoscaling", "sts", "ssm", "acm", "logs", "cloudwatch", "sqs",
	"sns", "events", "efs", "meta", "secretsmanager",
}

// omitted are folders of the provider without code.
var omitted = []string{"website", "docs", "examples", "infrastructure", ".git", ".github", ".ci"}

var (
	serviceImport  = regexp.MustCompile(`internal/service/([a-z0-9]+)`)
	servicePackage = regexp.MustCompile(`^\s+([a-z0-9]+)\.ServicePackage\(ctx\),`)
	sdkImport      = regexp.MustCompile(`(?:([a-z0-9_]+) )?"github.com/aws/aws-sdk-go-v2/service/([a-z0-9]+)"`)
	clientFunction = regexp.MustCompile(`\) \*([a-z0-9_]+)\.`)
	godebug        = regexp.MustCompile(`(?m)^godebug .*\n`)
)

// trim copies the provider to a folder and removes what the kept services do not need.
func trim(source, target string) error {
	if err := copyProvider(source, target); err != nil {
		return err
	}
	services, err := servicesWithImports(target)
	if err != nil {
		return err
	}
	clients, err := clientsOf(target, services)
	if err != nil {
		return err
	}
	return errors.Join(
		rewrite(filepath.Join(target, "internal/provider/service_packages_gen.go"), keepServices),
		rewrite(filepath.Join(target, "internal/conns/awsclient_gen.go"), func(text string) string {
			return keepClients(text, clients)
		}),
		rewrite(filepath.Join(target, "go.mod"), func(text string) string { return godebug.ReplaceAllString(text, "") }),
	)
}

func copyProvider(source, target string) error {
	if err := os.RemoveAll(target); err != nil {
		return err
	}
	return filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(source, path)
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir() && slices.Contains(omitted, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(target, relative), 0o755)
		case strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(target, relative), text, 0o600)
	})
}

// servicesWithImports returns the kept services and those that they import.
func servicesWithImports(target string) ([]string, error) {
	services := slices.Clone(kept)
	for i := 0; i < len(services); i++ {
		files, err := filepath.Glob(filepath.Join(target, "internal/service", services[i], "*.go"))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			for _, found := range serviceImport.FindAllStringSubmatch(string(text), -1) {
				if !slices.Contains(services, found[1]) {
					services = append(services, found[1])
				}
			}
		}
	}
	return services, nil
}

// clientsOf returns the packages of the AWS SDK that the services and the provider's core use.
func clientsOf(target string, services []string) (map[string]bool, error) {
	folders := []string{filepath.Join(target, "internal/conns")}
	for _, service := range services {
		folders = append(folders, filepath.Join(target, "internal/service", service))
	}
	clients := map[string]bool{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "awsclient_gen.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, found := range sdkImport.FindAllStringSubmatch(string(text), -1) {
				clients[found[2]] = true
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return clients, nil
}

// keepServices removes the imports and registrations of services that are not kept.
func keepServices(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		service := serviceImport.FindStringSubmatch(line)
		if service == nil {
			service = servicePackage.FindStringSubmatch(line)
		}
		if service == nil || slices.Contains(kept, service[1]) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// keepClients removes the functions that return a client of the AWS SDK that is not used, and their imports.
func keepClients(text string, used map[string]bool) string {
	parts := strings.Split(text, "\nfunc ")
	names, body := map[string]bool{}, ""
	for _, function := range parts[1:] {
		client := clientFunction.FindStringSubmatch(function)
		if client == nil || used[client[1]] {
			body += "\nfunc " + function
		}
		if client != nil && used[client[1]] {
			names[client[1]] = true
		}
	}
	header := ""
	for line := range strings.Lines(parts[0]) {
		imported := sdkImport.FindStringSubmatch(line)
		if imported == nil || names[imported[1]] || imported[1] == "" && names[imported[2]] {
			header += line
		}
	}
	return header + body
}

func rewrite(path string, change func(string) string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("the provider has another layout: %w", err)
	}
	return os.WriteFile(path, []byte(change(string(text))), 0o600)
}
