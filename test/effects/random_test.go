package effects

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/openshift-aws/pulumi-openshift-aws/cluster/configuration"
	"github.com/openshift-aws/pulumi-openshift-aws/cluster/machineconfig"
	"github.com/openshift-aws/pulumi-openshift-aws/ingress"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/argument"
	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
	"github.com/openshift-aws/pulumi-openshift-aws/mocks"
	"github.com/openshift-aws/pulumi-openshift-aws/nodes"
	"github.com/openshift-aws/pulumi-openshift-aws/storage"
	"github.com/openshift-aws/pulumi-openshift-aws/test/clustertest"
	"github.com/openshift-aws/pulumi-openshift-aws/test/kubetest"
)

// validated are arguments that a component checks.
type validated interface{ Validate() error }

// TestRandomArgumentsAreAccepted: random arguments that a component accepts are accepted by the schemas and rules in OpenShift's
// definitions, of the oldest and the newest supported release.
func TestRandomArgumentsAreAccepted(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		args     validated
		register func(*pulumi.Context, any) error
	}{
		"IngressController": {&ingress.IngressControllerArgs{}, registering(ingress.NewIngressController)},
		"Image registry":    {&storage.ImageRegistryArgs{}, registering(storage.NewImageRegistry)},
		"OAuth":             {&configuration.IdentityProvidersArgs{}, registering(configuration.NewIdentityProviders)},
		"Proxy":             {&configuration.ProxyArgs{}, registering(configuration.NewProxy)},
		"Scheduler":         {&configuration.SchedulerArgs{}, registering(configuration.NewScheduler)},
		"Image":             {&configuration.ImageConfigArgs{}, registering(configuration.NewImageConfig)},
		"DNS":               {&configuration.DNSArgs{}, registering(configuration.NewDNS)},
		"ClusterAutoscaler": {&nodes.ClusterAutoscalerArgs{}, registering(nodes.NewClusterAutoscaler)},
		"StorageClass":      {&storage.StorageClassArgs{}, registering(storage.NewStorageClass)},
		"LokiStack":         {&storage.LogStoreArgs{}, registering(storage.NewLogStore)},
		"DataProtectionApplication": {
			&storage.DataProtectionApplicationArgs{}, registering(storage.NewDataProtectionApplication),
		},
		"MachineConfiguration": {&machineconfig.MachineConfigurationArgs{}, registering(machineconfig.NewMachineConfiguration)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := drawing{rand.New(rand.NewPCG(4, 22)), map[string][]string{}}
			const tries = 600
			accepted := 0
			for range tries {
				value := random.draw(argument.Of(reflect.TypeOf(of.args).Elem()), nil, 0)
				args := reflect.New(value.Type())
				args.Elem().Set(value)
				if args.Interface().(validated).Validate() != nil {
					continue
				}
				accepted++
				rec := mocks.New(clustertest.InCluster)
				require.NoError(t, rec.Run(func(ctx *pulumi.Context) error { return of.register(ctx, value.Interface()) }))
				created, patched := kubetest.Recorded(t, rec)
				for _, object := range created {
					require.NoError(t, kubetest.Validate(object), "%+v", value)
				}
				for _, object := range patched {
					require.NoError(t, kubetest.ValidatePatch(object), "%+v", value)
				}
			}
			t.Logf("%d of %d accepted", accepted, tries)
			assert.Positive(t, accepted)
		})
	}
}

// drawing makes random arguments from their types and the rules in their tags.
type drawing struct {
	*rand.Rand

	texts map[string][]string
}

// candidates are texts, of which a format accepts some.
var candidates = []string{
	"demo", "a", "demo.example.com", "*.example.com", "example.com/x", "10.0.0.10", "10.0.0.0/16", "https://sso.example.com", "us-east-2",
	"http://proxy.example.com:3128", "ldaps://ldap.example.com/ou=people?uid", "registry.example.com:5000", "quay.io/a", "4.22", "4.18",
	"arn:aws:kms:us-east-2:123456789012:key/01234567-89ab-cdef-0123-456789abcdef", "arn:aws:iam::123456789012:role/demo", "demo-x7k2p",
	"gp3", "256", "1Gi", "0 0 * * *", "VersionTLS12", "X-Frame-Options", "ECDHE-RSA-AES128-GCM-SHA256", "node-role.kubernetes.io/infra",
	"subnet-0123456789abcdef0", "/etc/motd", "crio.service", clustertest.Certificate,
}

// textsOf returns the candidates that a rule accepts.
func (d drawing) textsOf(rule string) []string {
	if texts := d.texts[rule]; texts != nil {
		return texts
	}
	texts := []string{"demo"}
	for _, text := range candidates {
		args := reflect.New(reflect.StructOf([]reflect.StructField{{
			Name: "Text", Type: reflect.TypeFor[string](), Tag: reflect.StructTag(`check:"` + rule + `"`),
		}}))
		args.Elem().Field(0).SetString(text)
		if problems := check.Struct(args.Interface()); problems.Err() == nil {
			texts = append(texts, text)
		}
	}
	d.texts[rule] = texts
	return texts
}

// text returns a text that the rules of a field accept, if a candidate does.
func (d drawing) text(rules []string) string {
	for _, rule := range rules {
		switch {
		case strings.HasPrefix(rule, "format="):
			return one(d, d.textsOf(rule))
		case rule == "certificates":
			return clustertest.Certificate
		case strings.Contains(rule, "|"):
			return one(d, strings.Split(rule, "|"))
		}
	}
	return one(d, []string{"demo", "a", "1Gi", "demo.example.com", "http://proxy.example.com:3128"})
}

// number returns a number in the range of the rules, often at an end of it.
func (d drawing) number(rules []string) int64 {
	for _, rule := range rules {
		if from, to, isRange := strings.Cut(rule, ".."); isRange {
			low, _ := strconv.ParseInt(from, 10, 64)
			high, err := strconv.ParseInt(to, 10, 64)
			if err != nil {
				high = low + 1000
			}
			return one(d, []int64{low, high, low + d.Int64N(max(1, min(high-low, 100)))})
		}
	}
	return one(d, []int64{0, 1, 3, 60, 3000, d.Int64N(1 << 20)})
}

func (d drawing) duration(rules []string) time.Duration {
	low := time.Duration(0)
	for _, rule := range rules {
		from, _, _ := strings.Cut(rule, "..")
		if parsed, err := time.ParseDuration(from); err == nil {
			low = parsed
		}
	}
	return low + one(d, []time.Duration{0, time.Second, 90 * time.Second, 10 * time.Minute, 36 * time.Hour})
}

// draw returns a value of a type. A field is set in one of three cases, unless it is required.
func (d drawing) draw(of *argument.Type, rules []string, depth int) reflect.Value {
	v := reflect.New(of.Go).Elem()
	if of.Go.Kind() == reflect.Pointer {
		inner := d.draw(argument.Of(of.Go.Elem()), rules, depth)
		v.Set(reflect.New(of.Go.Elem()))
		v.Elem().Set(inner)
		return v
	}
	switch of.Kind {
	case argument.Text:
		v.SetString(d.text(rules))
	case argument.Boolean:
		v.SetBool(d.IntN(2) == 0)
	case argument.Integer:
		v.SetInt(d.number(rules))
	case argument.Duration:
		v.SetInt(int64(d.duration(rules)))
	case argument.Input:
		d.input(v, of, rules)
	case argument.List:
		for range 1 + d.IntN(2) {
			v.Set(reflect.Append(v, d.draw(of.Element, rules, depth+1)))
		}
	case argument.Map:
		v.Set(reflect.MakeMap(of.Go))
		for i := range 1 + d.IntN(2) {
			key := one(d, []string{"demo", "example.com/x", "demo.example.com", fmt.Sprint("key", i)})
			v.SetMapIndex(reflect.ValueOf(key).Convert(of.Go.Key()), d.draw(of.Element, rules, depth+1))
		}
	case argument.Object:
		for _, field := range of.Fields {
			if slices.ContainsFunc(field.Rules, isRequired) || depth < 5 && d.IntN(3) == 0 {
				field.Set(v, d.draw(field.Type, field.Rules, depth+1))
			}
		}
	}
	return v
}

func isRequired(rule string) bool { return strings.HasPrefix(rule, "required") }

// input sets an Input of a text or a number; others stay nil.
func (d drawing) input(v reflect.Value, of *argument.Type, rules []string) {
	for _, value := range []any{pulumi.String(d.text(rules)), pulumi.StringArray{pulumi.String(d.text(rules))}, pulumi.Int(d.number(rules))} {
		if reflect.TypeOf(value).AssignableTo(of.Go) {
			v.Set(reflect.ValueOf(value))
			return
		}
	}
}

func one[T any](d drawing, list []T) T { return list[d.IntN(len(list))] }
