package main

import (
	"context"
	"time"

	machinev1beta1 "github.com/openshift/api/machine/v1beta1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	pollInterval = time.Second
	// heartbeatInterval is well below the grace period of the lab's kube-controller-manager.
	heartbeatInterval = time.Minute
)

// kubelets does what the kubelets of all nodes do: the instance of a machine becomes a node, nodes are ready, pods on them
// run, and deleted pods end at once.
type kubelets struct {
	client client.Client
}

// Start implements manager.Runnable.
func (k *kubelets) Start(ctx context.Context) error {
	for {
		for _, act := range []func(context.Context) error{k.join, k.report, k.runPods} {
			if err := act(ctx); client.IgnoreNotFound(err) != nil {
				klog.Errorf("kubelets: %v", err)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollInterval):
		}
	}
}

// join creates the nodes of machines whose instances run.
func (k *kubelets) join(ctx context.Context) error {
	var machines machinev1beta1.MachineList
	if err := k.client.List(ctx, &machines); err != nil {
		return err
	}
	for _, m := range machines.Items {
		if m.Spec.ProviderID == nil || m.Status.NodeRef != nil || m.DeletionTimestamp != nil || len(m.Status.Addresses) == 0 {
			continue
		}
		node := &corev1.Node{}
		name := addressOf(m.Status.Addresses, corev1.NodeInternalDNS)
		if err := k.client.Get(ctx, client.ObjectKey{Name: name}, node); client.IgnoreNotFound(err) != nil || err == nil {
			continue
		}
		node = newNode(&m, name)
		if err := k.client.Create(ctx, node); err != nil {
			return err
		}
		base := client.MergeFrom(node.DeepCopy())
		node.Status.Addresses = m.Status.Addresses
		if err := k.client.Status().Patch(ctx, node, base); err != nil {
			return err
		}
	}
	return nil
}

func newNode(m *machinev1beta1.Machine, name string) *corev1.Node {
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{
			corev1.LabelHostname:             name,
			corev1.LabelOSStable:             "linux",
			corev1.LabelArchStable:           "amd64",
			corev1.LabelInstanceTypeStable:   m.Labels["machine.openshift.io/instance-type"],
			corev1.LabelTopologyRegion:       m.Labels["machine.openshift.io/region"],
			corev1.LabelTopologyZone:         m.Labels["machine.openshift.io/zone"],
			"node-role.kubernetes.io/worker": "",
		}},
		Spec: corev1.NodeSpec{ProviderID: *m.Spec.ProviderID},
	}
}

func addressOf(addresses []corev1.NodeAddress, kind corev1.NodeAddressType) string {
	for _, address := range addresses {
		if address.Type == kind {
			return address.Address
		}
	}
	return ""
}

// report makes nodes ready and repeats it as a heartbeat.
func (k *kubelets) report(ctx context.Context) error {
	var nodes corev1.NodeList
	if err := k.client.List(ctx, &nodes); err != nil {
		return err
	}
	for _, node := range nodes.Items {
		if time.Since(lastHeartbeat(&node)) < heartbeatInterval {
			continue
		}
		base := client.MergeFrom(node.DeepCopy())
		now := metav1.Now()
		node.Status.Conditions = []corev1.NodeCondition{{
			Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "KubeletReady", LastHeartbeatTime: now,
			LastTransitionTime: node.CreationTimestamp,
		}}
		if len(node.Status.Allocatable) == 0 {
			node.Status.Capacity = corev1.ResourceList{
				corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("16Gi"),
				corev1.ResourcePods: resource.MustParse("250"), corev1.ResourceEphemeralStorage: resource.MustParse("120Gi"),
			}
			node.Status.Allocatable = node.Status.Capacity
		}
		if err := k.client.Status().Patch(ctx, &node, base); err != nil {
			return err
		}
	}
	return nil
}

func lastHeartbeat(node *corev1.Node) time.Time {
	for _, condition := range node.Status.Conditions {
		if condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue {
			return condition.LastHeartbeatTime.Time
		}
	}
	return time.Time{}
}

// runPods runs the pods that are placed on a node, and removes the deleted ones.
func (k *kubelets) runPods(ctx context.Context) error {
	var pods corev1.PodList
	if err := k.client.List(ctx, &pods); err != nil {
		return err
	}
	for _, pod := range pods.Items {
		switch {
		case pod.Spec.NodeName == "":
		case pod.DeletionTimestamp != nil:
			options := &client.DeleteOptions{
				GracePeriodSeconds: ptr.To(int64(0)), Preconditions: &metav1.Preconditions{UID: &pod.UID},
			}
			if err := k.client.Delete(ctx, &pod, options); client.IgnoreNotFound(err) != nil {
				return err
			}
		case pod.Status.Phase == corev1.PodPending:
			if err := k.runPod(ctx, &pod); err != nil {
				return err
			}
		}
	}
	return nil
}

func (k *kubelets) runPod(ctx context.Context, pod *corev1.Pod) error {
	base := client.MergeFrom(pod.DeepCopy())
	now := metav1.Now()
	pod.Status.Phase = corev1.PodRunning
	pod.Status.StartTime = &now
	for _, kind := range []corev1.PodConditionType{corev1.PodInitialized, corev1.ContainersReady, corev1.PodReady} {
		pod.Status.Conditions = append(pod.Status.Conditions, corev1.PodCondition{
			Type: kind, Status: corev1.ConditionTrue, LastTransitionTime: now,
		})
	}
	for _, container := range pod.Spec.Containers {
		pod.Status.ContainerStatuses = append(pod.Status.ContainerStatuses, corev1.ContainerStatus{
			Name: container.Name, Image: container.Image, Ready: true, Started: ptr.To(true),
			State: corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}},
		})
	}
	return k.client.Status().Patch(ctx, pod, base)
}
