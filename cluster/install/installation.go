package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/apiclient"
)

// Keys of the stack's configuration.
const (
	// stageKey is the key of the stage.
	stageKey = "stage"
	// infraIDKey is the key of the infrastructure ID, which says whose resources the stack has.
	infraIDKey = "infraId"
	// allowedAccountsKey is the key of the accounts in which the AWS provider works, so that `pulumi up` and `pulumi destroy` with the
	// credentials of another account fail too.
	allowedAccountsKey = "aws:allowedAccountIds"
)

// Installation installs and removes one cluster. Every command can be interrupted, and continues when it is run again.
type Installation struct {
	// Config describes the cluster. Required.
	Config *Config
	// Stack is the stack of the cluster's program, whose configuration has the keys stage (a cluster.Stage) and those of StackConfig.
	// Required.
	Stack Stack
	// StackConfig returns the configuration of the stack but the stage. The AMI is the RHCOS AMI of the release in the region. Required.
	StackConfig func(dir *cluster.InstallDir, ami string) (map[string]string, error)
	// Report receives progress. Defaults to nothing.
	Report Reporter
	// Log receives the output of Pulumi. Defaults to nothing.
	Log io.Writer
	// Kubeconfig is the path of the cluster's kubeconfig. Defaults to auth/kubeconfig in the install directory.
	Kubeconfig string
	// Rehearsal returns a stack of the program in a sandbox, and what ends it. Before Install creates anything, it previews both stages in
	// it. Defaults to none: then the objects inside the cluster are previewed when the cluster runs.
	Rehearsal func(ctx context.Context) (sandbox Stack, end func(), err error)
	// Account returns the ID of the AWS account of the credentials, which must be that of the cluster. Defaults to [AccountID].
	Account func(ctx context.Context, region string) (string, error)
	// Resources lists what the cluster left in the account. Defaults to [TaggedResources].
	Resources func(ctx context.Context, region, infraID string) ([]string, error)
	// StopInstance stops an EC2 instance. Defaults to EC2, with the credentials of the environment.
	StopInstance func(ctx context.Context, region, id string) error
	// OC is the path of oc, by which nodes are drained and restarted and etcdctl runs. Defaults to oc on PATH.
	OC string
	// Machines runs commands on the control-plane machines. Defaults to ssh, with the keys of the user.
	Machines Machines
	// Jump is the host through which ssh reaches the machines, such as ec2-user@203.0.113.10, or none if it reaches them itself. Defaults to
	// an EC2 Instance Connect endpoint, which Restore creates and deletes.
	Jump string
	// Note is a line that the command line prints before and, but for status, after its other output, such as that nothing is created in an account. Defaults
	// to nothing.
	Note string
	// WithoutCluster lets Uninstall remove a cluster whose API does not answer, without what the API would delete first. Defaults to
	// false.
	WithoutCluster bool

	// openAPI replaces apiclient.Open in tests, whose API has another address than the cluster's.
	openAPI func(kubeconfig string) (*apiclient.Client, error)
}

// Result describes the installed cluster.
type Result struct {
	// InfraID is the infrastructure ID.
	InfraID string `json:"infraId"`
	// ConsoleURL is the address of the web console.
	ConsoleURL string `json:"consoleUrl"`
	// Kubeconfig is the path of the first administrator's kubeconfig.
	Kubeconfig string `json:"kubeconfig"`
	// PasswordFile is the path of the file with the password of kubeadmin.
	PasswordFile string `json:"passwordFile"`
}

func (i *Installation) report() Reporter {
	if i.Report == nil {
		return func(Event) {}
	}
	return i.Report
}

func (i *Installation) log() io.Writer {
	return cmp.Or(i.Log, io.Discard)
}

func (i *Installation) now() time.Time { return time.Now() }

func (i *Installation) kubeconfig() string {
	return cmp.Or(i.Kubeconfig, filepath.Join(i.Config.Dir, "auth", "kubeconfig"))
}

// Install installs the cluster: it creates the install directory, updates the stack in stage bootstrap, waits until the bootstrap is
// complete, updates the stack in stage cluster, and waits until the installation is complete. The error is a [*StepError] if a step
// has failed. Run again, it continues; for an installed cluster it is an update of the stack.
func (i *Installation) Install(ctx context.Context) (*Result, error) {
	if err := i.Config.Validate(); err != nil {
		return nil, err
	}
	unlock, err := lock(ctx, i.Config.Dir)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := i.runSteps(ctx, i.installSteps()); err != nil {
		return nil, err
	}
	dir, err := i.directory()
	if err != nil {
		return nil, err
	}
	return &Result{
		InfraID:      dir.InfraID,
		ConsoleURL:   consoleURL(dir),
		Kubeconfig:   filepath.Join(dir.Path, "auth", "kubeconfig"),
		PasswordFile: filepath.Join(dir.Path, "auth", "kubeadmin-password"),
	}, nil
}

func consoleURL(dir *cluster.InstallDir) string {
	return "https://console-openshift-console.apps." + dir.Domain
}

func (i *Installation) installSteps() []step {
	return []step{
		{name: "directory", title: "Create the install directory", usual: "a minute", run: i.prepare},
		{
			name: "bootstrap", title: "Create network, load balancers, bootstrap machine and control plane", usual: "5 to 10 minutes",
			skip: i.afterBootstrap, run: i.updateBootstrap,
		},
		{
			name: "bootstrap-complete", title: "Wait for the control plane", usual: "20 to 40 minutes",
			waitsFor: "the bootstrap machine to hand over to the control plane",
			skip:     i.afterBootstrap, run: i.waitBootstrapComplete,
		},
		{
			name: "cluster", title: "Delete the bootstrap machine, create nodes and configure the cluster", usual: "5 minutes",
			run: i.updateCluster,
		},
		{
			name: "install-complete", title: "Wait for the installation", usual: "20 to 40 minutes",
			waitsFor: "the nodes to join and the cluster's operators to be available", run: i.waitInstallComplete,
		},
	}
}

// directory loads the install directory of an installation that has begun.
func (i *Installation) directory() (*cluster.InstallDir, error) {
	return cluster.LoadInstallDir(i.Config.Dir, cluster.AllowExpiredIgnition())
}

func (i *Installation) prepare(ctx stepContext) error {
	dir, err := prepareDir(ctx, i.Config, ctx, cluster.AllowExpiredIgnition())
	if err != nil {
		return err
	}
	ctx.emit(Progress, "the infrastructure ID is "+dir.InfraID)
	found, err := i.identify(ctx)
	if err != nil {
		return err
	}
	return changeRecord(dir.Path, func(r *record, _ time.Time) { r.Account = found.account })
}

// afterBootstrap skips a step of stage bootstrap when the control plane has taken over: an update would create the bootstrap machine
// again. What exists decides, and not the stage in the configuration: `pulumi destroy` keeps it, and without a bootstrap machine a new
// control plane never starts.
func (i *Installation) afterBootstrap(ctx stepContext) (string, error) {
	stage, err := i.Stack.Config(ctx, stageKey)
	if err != nil {
		return "", err
	}
	exists, err := i.hasControlPlane(ctx)
	if err != nil || !exists {
		return "", err
	}
	created, err := readRecord(i.Config.Dir)
	if err != nil {
		return "", err
	}
	inCluster := stage == string(cluster.StageCluster)
	switch {
	case inCluster && (created.Bootstrapped != nil || created.Installed != nil):
		return "the stack is in stage cluster", nil
	case (inCluster || i.expired()) && i.bootstrapComplete(ctx):
		return "the bootstrap is complete", nil
	case inCluster:
		return "", finalf("the stack has a control plane in stage cluster, and nothing says that it ever had a bootstrap machine: its API " +
			"does not answer at this machine. If the cluster runs, run this command where its API answers. If it never started, run " +
			"uninstall --without-cluster, then install")
	}
	return "", nil
}

// controlPlaneMachine is in the URNs of the control plane's machines, and in that of the bootstrap machine.
const controlPlaneMachine = "openshift-aws:cluster:ControlPlane$aws:ec2/instance:Instance::"

// hasControlPlane reports whether the stack has machines of a control plane besides the bootstrap machine.
func (i *Installation) hasControlPlane(ctx context.Context) (bool, error) {
	resources, err := i.Stack.Resources(ctx)
	return slices.ContainsFunc(resources, func(urn string) bool {
		return strings.Contains(urn, controlPlaneMachine) && !strings.HasSuffix(urn, "-bootstrap")
	}), err
}

// expired reports whether the Ignition has expired.
func (i *Installation) expired() bool {
	_, err := cluster.LoadInstallDir(i.Config.Dir)
	_, otherErr := i.directory()
	return err != nil && otherErr == nil
}

func (i *Installation) updateBootstrap(ctx stepContext) error {
	if i.expired() {
		return finalf("the Ignition in %s is older than 24 hours: its certificates have expired, and machines that boot with it do not "+
			"become a cluster. This installation cannot be continued: run uninstall, then install, which begins another cluster", i.Config.Dir)
	}
	if err := i.rehearse(ctx); err != nil {
		return err
	}
	return i.update(ctx, cluster.StageBootstrap)
}

// rehearse previews both stages without an account: what the program or a provider rejects at stage cluster would be found after an hour.
func (i *Installation) rehearse(ctx stepContext) error {
	if i.Rehearsal == nil {
		return nil
	}
	stack, end, err := i.Rehearsal(ctx)
	if err != nil {
		return err
	}
	defer end()
	for _, stage := range []cluster.Stage{cluster.StageBootstrap, cluster.StageCluster} {
		config, err := i.settings(stage)
		if err != nil {
			return err
		}
		if err := stack.SetConfig(ctx, config); err != nil {
			return err
		}
		if err := stack.Preview(ctx, io.Discard); err != nil {
			return fmt.Errorf("a preview of stage %s in the sandbox fails, and nothing was created: %w", stage, err)
		}
	}
	ctx.emit(Progress, "both stages were previewed in the sandbox")
	return nil
}

func (i *Installation) updateCluster(ctx stepContext) error {
	dir, err := i.directory()
	if err != nil {
		return err
	}
	if err := i.checkCluster(ctx, dir.InfraID); err != nil {
		return err
	}
	return i.update(ctx, cluster.StageCluster)
}

// settings returns the configuration of the stack in a stage.
func (i *Installation) settings(stage cluster.Stage) (map[string]string, error) {
	dir, err := i.directory()
	if err != nil {
		return nil, err
	}
	created, err := readRecord(dir.Path)
	if err != nil {
		return nil, err
	}
	config, err := i.StackConfig(dir, cmp.Or(i.Config.AMI, created.AMI))
	if err != nil {
		return nil, err
	}
	config[stageKey], config[infraIDKey] = string(stage), dir.InfraID
	if begun := created.Replacing; begun != nil && begun.Zones != nil {
		config[machineZonesKey] = strings.Join(begun.Zones, ",")
	}
	if config[allowedAccountsKey] == "" {
		config[allowedAccountsKey] = fmt.Sprintf("[%q]", created.Account)
	}
	return config, nil
}

// update updates the stack and replaces the resources of some URNs, after a preview: Pulumi's Up begins to create before the program has ended.
func (i *Installation) update(ctx stepContext, stage cluster.Stage, replace ...string) error {
	config, err := i.settings(stage)
	if err != nil {
		return err
	}
	if err := changeRecord(i.Config.Dir, func(r *record, _ time.Time) { r.begin(stage) }); err != nil {
		return err
	}
	if err := i.Stack.SetConfig(ctx, config); err != nil {
		return err
	}
	if err := i.Stack.Preview(ctx, i.log(), replace...); err != nil {
		return fmt.Errorf("the preview fails, and nothing was changed: %w", err)
	}
	counter := &resourceCounter{progress: ctx.progress, log: i.log()}
	err = i.Stack.Up(ctx, counter, replace...)
	if err := errors.Join(err, i.recordApplied(ctx)); err != nil {
		return err
	}
	ctx.emit(Progress, counter.summary())
	return nil
}

// recordApplied records that the stack has resources, also after an update that has failed.
func (i *Installation) recordApplied(ctx context.Context) error {
	resources, err := i.Stack.Resources(context.WithoutCancel(ctx))
	if err != nil || len(resources) == 0 {
		return err
	}
	return changeRecord(i.Config.Dir, func(r *record, now time.Time) { r.Applied = cmp.Or(r.Applied, &now) })
}

func (i *Installation) waitBootstrapComplete(ctx stepContext) error {
	if err := i.waitFor(ctx, "bootstrap-complete"); err != nil {
		return err
	}
	return changeRecord(i.Config.Dir, func(r *record, now time.Time) { r.Bootstrapped = &now })
}

func (i *Installation) waitInstallComplete(ctx stepContext) error {
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go i.reportNodes(watching, ctx.progress)
	if err := i.waitFor(ctx, "install-complete"); err != nil {
		return err
	}
	return markInstalled(i.Config.Dir)
}

// waitFor runs `openshift-install wait-for`, whose last message contains the password of kubeadmin.
func (i *Installation) waitFor(ctx stepContext, event string) error {
	tool, err := i.Config.openshiftInstall(ctx)
	if err != nil {
		return err
	}
	password, err := os.ReadFile(filepath.Join(i.Config.Dir, "auth", "kubeadmin-password"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	tool.secrets = append(tool.secrets, string(password))
	if err := tool.run(ctx, i.Config.Dir, ctx, "wait-for", event); err != nil {
		return fmt.Errorf("%w\nSee docs/troubleshooting.md", err)
	}
	return nil
}
