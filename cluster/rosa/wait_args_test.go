package rosa

import (
	"testing"
	"time"
)

func TestWaitArgsValidate(t *testing.T) {
	t.Parallel()
	wait := func(w WaitArgs) *HCPArgs { return testHCP(func(a *HCPArgs) { a.Wait = &w }) }
	checkValidations(t, map[string]validation{
		"no wait": {
			reason: "a timeout of the deletion is valid without waiting for the creation",
			args: wait(WaitArgs{
				WaitForCreate: new(false), WaitForDestroy: new(false), DestroyTimeout: time.Minute,
			}),
		},
		"workers without the cluster": {
			reason: "the workers are created after the cluster",
			args:   wait(WaitArgs{WaitForWorkers: true, WaitForCreate: new(false)}),
			want:   []string{"rosa.HCPArgs.Wait.WaitForWorkers: needs"},
		},
		"timeouts without waiting": {
			reason: "a timeout has no effect without waiting",
			args:   wait(WaitArgs{WaitForCreate: new(false), CreateTimeout: time.Hour, WorkersTimeout: time.Hour}),
			want:   []string{"rosa.HCPArgs.Wait.WorkersTimeout: needs", "rosa.HCPArgs.Wait.CreateTimeout: needs"},
		},
		"classic timeout of workers": {
			reason: "a Classic cluster is ready when its workers are",
			args:   testClassic(func(a *ClassicArgs) { a.Wait = &WaitArgs{WorkersTimeout: time.Hour} }),
			want: []string{
				"rosa.ClassicArgs.Wait.WaitForWorkers: is only supported by hosted control planes;" +
					" a Classic cluster is ready when its workers are",
			},
		},
		"classic workers": {
			reason: "a Classic cluster is ready when its workers are",
			args:   testClassic(func(a *ClassicArgs) { a.Wait = &WaitArgs{WaitForWorkers: true} }),
			want: []string{
				"rosa.ClassicArgs.Wait.WaitForWorkers: is only supported by hosted control planes;" +
					" a Classic cluster is ready when its workers are",
			},
		},
	})
}
