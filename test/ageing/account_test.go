package ageing_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/fake"
)

// account is what the AWS account of a sandbox has of a control plane.
type account struct {
	// machines are the control plane's instances by ID, and hasBootstrap reports whether there is a bootstrap machine.
	machines     map[string]fake.Record
	hasBootstrap bool
	// balancer is the ARN of the internal load balancer; "" if there is none.
	balancer string
	// targets are the machines to which api-int leads: by its record, the load balancer, the listener of port 6443 and its target group.
	targets []string
}

// readAccount reads the account of the sandbox in a folder.
func readAccount(dir string) (account, error) {
	store, err := fake.OpenStore[fake.Record](filepath.Join(dir, "aws.json"), nil)
	if err != nil {
		return account{}, err
	}
	found, byType := account{machines: map[string]fake.Record{}}, map[string][]fake.Record{}
	store.View(func(records fake.Records) {
		for _, record := range records {
			if record.ID != record.URN { // not the record of what was deleted
				byType[record.Token] = append(byType[record.Token], record)
			}
		}
	})
	for _, record := range byType["aws:ec2/instance:Instance"] {
		switch name := nameTag(record); {
		case strings.HasSuffix(name, "-bootstrap"):
			found.hasBootstrap = true
		case strings.Contains(name, "-master-"):
			found.machines[record.ID] = record
		}
	}
	found.route(byType)
	return found, nil
}

func nameTag(record fake.Record) string {
	tags, _ := record.Outputs["tags"].(map[string]any)
	name, _ := tags["Name"].(string)
	return name
}

// route follows api-int to its machines.
func (a *account) route(byType map[string][]fake.Record) {
	var address string
	for _, record := range byType["aws:lb/loadBalancer:LoadBalancer"] {
		if strings.HasSuffix(nameTag(record), "-int") {
			a.balancer, address = record.ID, record.Text("dnsName")
		}
	}
	named := false
	for _, record := range byType["aws:route53/record:Record"] {
		named = named || strings.HasPrefix(record.Text("name"), "api-int.") && strings.EqualFold(first(record, "aliases", "name"), address)
	}
	if !named || address == "" {
		return
	}
	groups := map[string]bool{}
	for _, record := range byType["aws:lb/listener:Listener"] {
		if port, _ := record.Outputs["port"].(float64); port == 6443 && record.Text("loadBalancerArn") == a.balancer {
			groups[first(record, "defaultActions", "targetGroupArn")] = true
		}
	}
	for _, record := range byType["aws:lb/targetGroupAttachment:TargetGroupAttachment"] {
		if groups[record.Text("targetGroupArn")] {
			a.targets = append(a.targets, record.Text("targetId"))
		}
	}
}

// first returns a text of the first block of a list.
func first(record fake.Record, list, key string) string {
	blocks, _ := record.Outputs[list].([]any)
	if len(blocks) == 0 {
		return ""
	}
	block, _ := blocks[0].(map[string]any)
	text, _ := block[key].(string)
	return text
}

// watchAccount calls changed after each change of the account, until the context ends. The sandbox replaces the file of its account by
// another one before it reports a change as done.
func watchAccount(ctx context.Context, dir string, changed func(account)) {
	var before os.FileInfo
	for ctx.Err() == nil {
		if info, err := os.Stat(filepath.Join(dir, "aws.json")); err == nil && (before == nil || !os.SameFile(before, info)) {
			if found, err := readAccount(dir); err == nil {
				before = info
				changed(found)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Millisecond):
		}
	}
}
