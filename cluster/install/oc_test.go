package install

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEachCommandOfOCFails lets each command of oc fail once, without doing anything: etcdctl of another member is asked, and each other
// command ends the operation with its text, which the same command of the user's then continues.
func TestEachCommandOfOCFails(t *testing.T) {
	replaceMachine := func(t *testing.T) (*masters, func() error, func()) {
		i, m := withMasters(t)
		return m, func() error { return i.ReplaceMachine(t.Context(), Replacement{Machine: oldKey}) }, func() {
			assert.Equal(t, []string{"ip-10-0-0-4", "ip-10-0-0-5", newNode}, m.members)
			assert.Equal(t, 1, strings.Count(strings.Join(m.done, "\n"), "master-"+oldKey), "the instance is replaced once")
		}
	}
	rotateKey := func(t *testing.T) (*masters, func() error, func()) {
		s := withSigningKey(t)
		return s.masters, func() error { return s.i.Rotate(t.Context(), "signing-key") }, func() {
			assert.Equal(t, []string{"DELETE " + nextSigningKeyPath}, s.api.requests)
			last := len(s.published) - 1
			assert.Equal(t, publicPEM("new"), s.published[last])
			for _, published := range s.published[:last] {
				assert.Equal(t, publicPEM("old")+publicPEM("new"), published, "the old key until the end")
			}
		}
	}
	for name, operation := range map[string]struct {
		begin func(*testing.T) (*masters, func() error, func())
		// ends are the commands that end the operation.
		ends []string
	}{
		"machine replace":    {begin: replaceMachine, ends: []string{drained}},
		"rotate signing-key": {begin: rotateKey, ends: []string{stable, reboots, "adm wait-for-node-reboot nodes --all", stable}},
	} {
		t.Run(name, func(t *testing.T) {
			var ends []string
			for at := 1; ; at++ {
				m, run, check := operation.begin(t)
				m.failAt = at
				err := run()
				if m.failed == "" {
					break
				}
				if strings.Contains(m.failed, " -- etcdctl ") {
					require.NoError(t, err, m.failed)
				} else {
					require.ErrorContains(t, err, "`oc "+m.failed+"` failed: exit status")
					require.ErrorContains(t, err, "the connection was lost")
					ends = append(ends, m.failed)
					require.NoError(t, run(), m.failed)
				}
				check()
			}
			assert.Equal(t, operation.ends, ends)
		})
	}
}
