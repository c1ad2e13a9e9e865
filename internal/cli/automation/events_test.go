package automation

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto/events"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/stretchr/testify/assert"
)

func TestEvents(t *testing.T) {
	t.Parallel()
	var seen []int
	watched := Watch(func(event apitype.EngineEvent) { seen = append(seen, event.Sequence) })
	for i := range 3 {
		watched.Stream <- events.EngineEvent{EngineEvent: apitype.EngineEvent{Sequence: i}}
	}
	close(watched.Stream)
	assert.True(t, watched.End())
	assert.Equal(t, []int{0, 1, 2}, seen, "End waits for the last event")

	assert.False(t, Watch(func(apitype.EngineEvent) {}).End(), "an engine that was not started")
}
