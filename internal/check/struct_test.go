package check_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/stretchr/testify/assert"

	"github.com/openshift-aws/pulumi-openshift-aws/internal/check"
)

// RouterArgs have a field for each rule of a tag.
type RouterArgs struct {
	Name     string                  `check:"required,format=dns-label"`
	Threads  int                     `check:"1..64"`
	Replicas *int                    `check:"0.."`
	Port     pulumi.IntInput         `check:"..65535"`
	Timeout  time.Duration           `check:"1s..10m/1s"`
	Delay    time.Duration           `check:"5s.."`
	Grace    time.Duration           `check:"0s../1m"`
	Wait     *time.Duration          `check:"0s..5m"`
	Policy   pulumi.StringInput      `check:"Fair|Fast,empty"`
	Format   string                  `check:"length=2..4"`
	Zones    []string                `check:"count=..2,format=zone"`
	Effects  []string                `check:"NoSchedule|NoExecute"`
	Scopes   []string                `check:"unique"`
	Reserved map[string]string       `check:"keys=cpu|memory,format=quantity"`
	Keys     map[string]string       `check:"keys=label-key"`
	Labels   map[string]string       `check:"labels"`
	Header   string                  `check:"with=Threads,not=Delay"`
	IDs      pulumi.StringArray      `check:"format=subnet-id"`
	Groups   pulumi.StringArrayInput `check:"count=..1"`
	Slots    map[string]int          `check:"0..7"`
	Targets  pulumi.StringMap        `check:"keys=dns-label"`
	CIDR     string                  `check:"cidr"`
	Clients  []string                `check:"cidr=8..32"`
	Even     int                     `check:"even"`
	Nested   *PartArgs               // Its fields have tags.
	List     []PartArgs              `check:"count=..3"`
	Map      map[string]PartArgs     // Its elements have tags.
	Other    *PartArgs               `check:"part"`
	*EmbeddedArgs
	lower int
}

func init() {
	check.NamedRule("even", func(p *check.Problems, path check.Path, number int) {
		if number%2 != 0 {
			p.Addf(path, "must be even")
		}
	})
}

// PartArgs are nested arguments.
type PartArgs struct {
	Size int `check:"required,..9"`
}

// EmbeddedArgs are arguments without a name of their own.
type EmbeddedArgs struct {
	Inside int `check:"..9"`
}

func problems(args any) []string {
	p := check.Struct(args)
	var all []string
	for _, problem := range check.Of(p.Err()) {
		all = append(all, problem.Error())
	}
	return all
}

func TestStruct(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		reason string
		args   RouterArgs
		want   []string
	}{
		"nothing": {reason: "what is not set has its default", args: RouterArgs{Name: "x"}},
		"valid": {reason: "each field is at one of its limits", args: RouterArgs{
			Name: "x", Threads: 64, Replicas: new(int), Port: pulumi.Int(65535), Timeout: 10 * time.Minute,
			Delay: 5 * time.Second, Grace: time.Minute, Wait: new(time.Duration),
			Policy: pulumi.String("Fair"), Format: "abcd",
			Zones:   []string{"us-east-2a", "us-east-2b"},
			Effects: []string{"NoExecute"}, Reserved: map[string]string{"cpu": "500m"}, Keys: map[string]string{"a/b": "x"},
			Labels: map[string]string{"a": ""}, IDs: pulumi.StringArray{pulumi.String("subnet-0123456789abcdef0")},
			Other: &PartArgs{Size: 10}, Nested: &PartArgs{Size: 9}, List: []PartArgs{{Size: 1}}, Map: map[string]PartArgs{"a": {Size: 1}},
			EmbeddedArgs: &EmbeddedArgs{Inside: 9}, lower: 1,
			Slots: map[string]int{"a": 0, "b": 7}, Targets: pulumi.StringMap{"a": pulumi.String("x")}, Even: 2,
			CIDR: "10.0.0.0/8", Clients: []string{"10.0.0.0/8", "192.0.2.7/32"},
		}},
		"outputs": {reason: "what is not known yet passes", args: RouterArgs{
			Name: "x", Port: pulumi.Int(70000).ToIntOutput(), Policy: pulumi.String("no").ToStringOutput(),
		}},
		"numbers": {
			reason: "a range has a message for each of its ends",
			args:   RouterArgs{Name: "x", Threads: 65, Replicas: new(-1), Port: pulumi.Int(65536)},
			want: []string{
				"check_test.RouterArgs.Threads: must be between 1 and 64 (got 65)",
				"check_test.RouterArgs.Replicas: must not be negative (got -1)",
				"check_test.RouterArgs.Port: must be at most 65535 (got 65536)",
			},
		},
		"durations": {
			reason: "a duration has limits and a multiple",
			args: RouterArgs{
				Name: "x", Timeout: 1500 * time.Millisecond, Delay: time.Second, Grace: -time.Minute, Wait: new(time.Hour),
			},
			want: []string{
				"check_test.RouterArgs.Timeout: must be a multiple of 1s (got 1.5s)",
				"check_test.RouterArgs.Delay: must be at least 5s (got 1s)",
				"check_test.RouterArgs.Grace: must not be negative (got -1m)",
				"check_test.RouterArgs.Wait: must be between 0s and 5m (got 1h)",
			},
		},
		"texts": {
			reason: "a text has a format, an enumeration or a length",
			args:   RouterArgs{Name: "X", Policy: pulumi.String("Slow"), Format: "abcde"},
			want: []string{
				`check_test.RouterArgs.Name: "X" is not a valid DNS label (for example, example)`,
				`check_test.RouterArgs.Policy: must be Fair or Fast (got "Slow")`,
				"check_test.RouterArgs.Format: must have at most 4 characters (has 5)",
			},
		},
		"lists": {
			reason: "each element follows the rule, once",
			args: RouterArgs{Name: "x", Zones: []string{"a", "b", "c"}, Effects: []string{"No", "", "NoExecute", "NoExecute"},
				Scopes: []string{"a", "", "a"}, IDs: pulumi.StringArray{pulumi.String("vpc-1")}},
			want: []string{
				"check_test.RouterArgs.Zones: must have at most 2 elements (has 3)",
				`check_test.RouterArgs.Effects[0]: must be NoSchedule or NoExecute (got "No")`,
				"check_test.RouterArgs.Effects[1]: is required",
				`check_test.RouterArgs.Effects[3]: duplicate value "NoExecute"`,
				"check_test.RouterArgs.Scopes[1]: is required",
				`check_test.RouterArgs.Scopes[2]: duplicate value "a"`,
				`check_test.RouterArgs.IDs[0]: "vpc-1" is not a valid subnet ID (for example, subnet-0123456789abcdef0)`,
			},
		},
		"maps": {
			reason: "keys and values have rules; problems are sorted by key",
			args: RouterArgs{
				Name: "x", Reserved: map[string]string{"disk": "1Gi", "cpu": "x"}, Keys: map[string]string{"": "x", "/": "x"},
				Labels: map[string]string{"a": "?"}, Slots: map[string]int{"a": -1, "b": 8},
				Targets: pulumi.StringMap{"A": pulumi.String("x"), "b": nil},
			},
			want: []string{
				`check_test.RouterArgs.Reserved[disk]: must be cpu or memory (got "disk")`,
				"check_test.RouterArgs.Keys[]: is required",
				`check_test.RouterArgs.Keys[/]: "/" is not a valid label key (for example, example.com/team)`,
				`check_test.RouterArgs.Labels[a]: "?" is not a valid label value (for example, platform)`,
				"check_test.RouterArgs.Slots[a]: must be between 0 and 7 (got -1)",
				"check_test.RouterArgs.Slots[b]: must be between 0 and 7 (got 8)",
				`check_test.RouterArgs.Targets[A]: "A" is not a valid DNS label (for example, example)`,
				"check_test.RouterArgs.Targets[b]: is required",
			},
		},
		"CIDRs": {
			reason: "a CIDR has no host bits, and a length",
			args: RouterArgs{Name: "x", CIDR: "10.0.0.1/8",
				Clients: []string{"0.0.0.0/0", "", "10.0.0.0/8", "10.0.0.0/8"}},
			want: []string{
				`check_test.RouterArgs.CIDR: "10.0.0.1/8" has host bits set; use 10.0.0.0/8`,
				"check_test.RouterArgs.Clients[0]: must be between /8 and /32 (got /0)",
				"check_test.RouterArgs.Clients[1]: is required",
				`check_test.RouterArgs.Clients[3]: duplicate value "10.0.0.0/8"`,
			},
		},
		"all at once": {
			reason: "a list with too many elements has problems of its elements too, and an Input of a list has elements",
			args: RouterArgs{
				Name: "x", Groups: pulumi.ToStringArray([]string{"a", "b"}),
				List: []PartArgs{{Size: 1}, {Size: 1}, {Size: 1}, {Size: 10}},
			},
			want: []string{
				"check_test.RouterArgs.Groups: must have at most 1 element (has 2)",
				"check_test.RouterArgs.List: must have at most 3 elements (has 4)",
				"check_test.RouterArgs.List[3].Size: must be at most 9 (got 10)",
			},
		},
		"rules of other packages": {
			reason: "a rule has a name",
			args:   RouterArgs{Name: "x", Even: 3},
			want:   []string{"check_test.RouterArgs.Even: must be even"},
		},
		"together": {
			reason: "a field can need another one or exclude it",
			args:   RouterArgs{Name: "x", Header: "a", Delay: time.Minute},
			want: []string{
				"check_test.RouterArgs.Header: has no effect without Threads",
				"check_test.RouterArgs.Header: must not be set together with Delay",
			},
		},
		"nested": {
			reason: "structs in structs, lists and maps have rules too",
			args: RouterArgs{
				Name: "x", Nested: &PartArgs{}, List: []PartArgs{{Size: 1}, {Size: 10}}, Map: map[string]PartArgs{"a": {}},
				EmbeddedArgs: &EmbeddedArgs{Inside: 10},
			},
			want: []string{
				"check_test.RouterArgs.Nested.Size: is required",
				"check_test.RouterArgs.List[1].Size: must be at most 9 (got 10)",
				"check_test.RouterArgs.Map[a].Size: is required",
				"check_test.RouterArgs.Inside: must be at most 9 (got 10)",
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, test.want, problems(&test.args), test.reason)
		})
	}
	assert.Equal(t, []string{"check_test.RouterArgs.Name: is required"}, problems((*RouterArgs)(nil)),
		"nil stands for empty arguments")
	assert.NoError(t, check.CheckTags(reflect.TypeFor[RouterArgs]()))
}

func TestAnyField(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args RouterArgs
		want string
	}{
		"none":       {args: RouterArgs{Name: "x"}, want: "r: must set at least one field other than Name"},
		"one":        {args: RouterArgs{Name: "x", Threads: 1}},
		"unexported": {args: RouterArgs{Name: "x", lower: 1}, want: "r: must set at least one field other than Name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var p check.Problems
			p.AnyField("r", &test.args, "Name")
			if test.want == "" {
				assert.NoError(t, p.Err())
			} else {
				assert.EqualError(t, p.Err(), test.want)
			}
		})
	}
}

func TestCheckTags(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args any
		want string
	}{
		"rule": {args: struct {
			A string `check:"sometimes"`
		}{}, want: `"sometimes" is not a rule of a string`},
		"kind": {args: struct {
			A bool `check:"1..2"`
		}{}, want: `"1..2" is not a rule of a bool`},
		"enumeration of a number": {args: struct {
			A int `check:"a|b"`
		}{}, want: `"a|b" is not a rule of a int`},
		"type of a named rule": {args: struct {
			A string `check:"even"`
		}{}, want: `"even" is not a rule of a string`},
		"lengths of CIDRs": {args: struct {
			A string `check:"cidr=x..32"`
		}{}, want: `parsing "x": invalid syntax`},
		"range": {args: struct {
			A int `check:"2..1"`
		}{}, want: `"2..1" is an empty range`},
		"no range": {args: struct {
			A int `check:".."`
		}{}, want: `".." is not a range`},
		"duration": {args: struct {
			A time.Duration `check:"1..2"`
		}{}, want: `missing unit in duration "1"`},
		"format": {args: struct {
			A string `check:"format=nothing"`
		}{}, want: `no format is registered as "nothing"`},
		"field": {args: struct {
			A string `check:"with=B"`
		}{}, want: `there is no field "B"`},
		"default of another kind": {args: struct {
			A int `default:"all"`
		}{}, want: `A: default "all": strconv.ParseInt`},
		"default without a form": {args: struct {
			A map[string]string `default:"a"`
		}{}, want: `a map[string]string has no default`},
		"default that breaks a rule": {args: struct {
			A *int `check:"1..2" default:"3"`
		}{}, want: `must be between 1 and 2 (got 3)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			assert.ErrorContains(t, check.CheckTags(reflect.TypeOf(test.args)), test.want)
		})
	}
}
