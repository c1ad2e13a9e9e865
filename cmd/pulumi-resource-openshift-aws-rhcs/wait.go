package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	clusters "github.com/openshift-online/ocm-sdk-go/clustersmgmt/v1"
	ocmerrors "github.com/openshift-online/ocm-sdk-go/errors"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/log"
)

const (
	// The first reads of a wait follow each other by a second, later ones by a tenth of the time that has passed, at most a minute.
	firstInterval, lastInterval = time.Second, time.Minute
	// maxFailures is how many reads can fail in a row, each of which the connection repeats.
	maxFailures = 10
)

// installing are the states of clusters that become ready.
var installing = []clusters.ClusterState{
	clusters.ClusterStatePending, clusters.ClusterStateValidating, clusters.ClusterStateWaiting, clusters.ClusterStateInstalling,
}

func isInstalling(state clusters.ClusterState) bool { return slices.Contains(installing, state) }

// await waits until a cluster is ready, and returns why it is not.
func (l *lifecycle) await(ctx context.Context, id string, minutes int64) string {
	return l.poll(ctx, id, minutes, func(cluster *clusters.Cluster) (bool, string) {
		switch state := cluster.State(); {
		case state == clusters.ClusterStateError || state == clusters.ClusterStateUninstalling:
			return false, problem(cluster)
		case isInstalling(state):
			return false, ""
		}
		return true, ""
	}, "does not exist in OCM any more: run pulumi up, which creates it again")
}

// awaitWorkers waits until a cluster has the workers of its initial machine pools.
func (l *lifecycle) awaitWorkers(ctx context.Context, id string, minutes int64) string {
	return l.poll(ctx, id, minutes, func(cluster *clusters.Cluster) (bool, string) {
		return hasWorkers(cluster), ""
	}, "does not exist in OCM any more: run pulumi up, which creates it again")
}

// hasWorkers reports whether a cluster has the workers of its initial machine pools. After a day it counts as if it had: workers that
// are missing then are not those of the creation.
func hasWorkers(cluster *clusters.Cluster) bool {
	return cluster.Status().CurrentCompute() >= cluster.Nodes().Compute() || time.Since(cluster.CreationTimestamp()) > 24*time.Hour
}

// awaitGone waits until a cluster is deleted, and returns why it is not.
func (l *lifecycle) awaitGone(ctx context.Context, id string, minutes int64) string {
	return l.poll(ctx, id, minutes, func(cluster *clusters.Cluster) (bool, string) {
		if cluster.State() == clusters.ClusterStateError {
			return false, problem(cluster)
		}
		return false, ""
	}, "")
}

// poll reads a cluster until done returns true or a reason why that cannot be. It returns gone if the cluster does not exist.
func (l *lifecycle) poll(
	ctx context.Context, id string, minutes int64, done func(*clusters.Cluster) (bool, string), gone string,
) string {
	name, state, failures, begun := "cluster "+id, "unknown", 0, time.Now()
	timeout := time.Duration(minutes) * l.minute
	for {
		cluster, err := l.ocm.cluster(ctx, id)
		var answer *ocmerrors.Error
		switch {
		case errors.As(err, &answer) && answer.Status() == http.StatusNotFound:
			if gone == "" {
				return ""
			}
			return name + " " + gone
		case err != nil:
			if failures++; failures == maxFailures {
				return fmt.Sprintf("%s cannot be read: %v", name, err)
			}
		default:
			failures = 0
			name, state = nameOf(cluster), string(cluster.State())
			if ok, reason := done(cluster); ok || reason != "" {
				return reason
			}
			progress(ctx, fmt.Sprintf("%s is %s (%s)", name, describe(cluster), time.Since(begun).Round(time.Second)))
		}
		select {
		case <-l.stop.Done():
			return fmt.Sprintf("the update was cancelled while %s was in state %s: run the same command again to continue", name, state)
		case <-ctx.Done():
			return fmt.Sprintf("%v while %s was in state %s: run the same command again to continue", ctx.Err(), name, state)
		case <-time.After(min(max(firstInterval, time.Since(begun)/10), lastInterval)):
		}
		if time.Since(begun) > timeout {
			return fmt.Sprintf("%s is still in state %s after %s: run the same command again to wait longer", name, state, timeout)
		}
	}
}

func nameOf(cluster *clusters.Cluster) string {
	return fmt.Sprintf("cluster %s (%s)", cluster.Name(), cluster.ID())
}

func describe(cluster *clusters.Cluster) string {
	if text := cluster.Status().Description(); text != "" {
		return string(cluster.State()) + ": " + text
	}
	return string(cluster.State())
}

// problem is why a cluster will not become ready, in OCM's words, and what to do.
func problem(cluster *clusters.Cluster) string {
	texts := []string{fmt.Sprintf("%s is in state %s", nameOf(cluster), cluster.State())}
	for _, text := range []string{
		cluster.Status().ProvisionErrorCode(), cluster.Status().ProvisionErrorMessage(), cluster.Status().Description(),
	} {
		if text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if cluster.State() != clusters.ClusterStateError {
		return strings.Join(texts, ": ")
	}
	return fmt.Sprintf("%s. `rosa describe cluster -c %s` and `rosa logs install -c %s` say more. OCM does not repeat an installation: "+
		"correct the cause, delete the cluster with `rosa delete cluster -c %s`, wait until it is deleted, and run pulumi up, which creates "+
		"it again; pulumi destroy deletes it as well", strings.Join(texts, ": "), cluster.ID(), cluster.ID(), cluster.ID())
}

// progress shows the progress of a wait beside the resource.
func progress(ctx context.Context, message string) {
	if logger := log.TryGetLogger(ctx); logger != nil {
		logger.Status().Info(message)
	}
}

// checkCluster notes why a cluster that was read is not what its creation waits for, or that its installation has failed.
func (l *lifecycle) checkCluster(ctx context.Context, resourceType string, state *tfprotov6.DynamicValue) error {
	cluster, err := l.object(ctx, resourceType, state)
	if err != nil {
		return err
	}
	current := clusters.ClusterState(cluster.text("state"))
	waits := isInstalling(current) && cluster.flag(waitForCreate) || cluster.flag(waitForWorkers)
	if current != clusters.ClusterStateError && !waits {
		return nil
	}
	read, err := l.ocm.cluster(ctx, cluster.text("id"))
	switch {
	case err != nil:
		operationOf(ctx).reasons.add(err.Error())
	case read.State() == clusters.ClusterStateError:
		operationOf(ctx).reasons.add(problem(read))
	case isInstalling(read.State()):
		operationOf(ctx).reasons.add(fmt.Sprintf("%s is %s: the next update continues to wait", nameOf(read), describe(read)))
	case cluster.flag(waitForWorkers) && !hasWorkers(read):
		operationOf(ctx).reasons.add(nameOf(read) + " does not have its workers: the next update continues to wait")
	}
	return nil
}
