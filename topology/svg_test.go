package topology

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// area is a box or card of a picture.
type area struct{ x, y, width, height int }

func (a area) overlaps(b area) bool {
	return a.x < b.x+b.width && b.x < a.x+a.width && a.y < b.y+b.height && b.y < a.y+a.height
}

// drawn are the parts of a picture, which must be valid XML.
type drawn struct {
	page  area
	boxes []area
}

func parse(t *testing.T, picture []byte) drawn {
	t.Helper()
	var svg struct {
		Width  int `xml:"width,attr"`
		Height int `xml:"height,attr"`
		Rects  []struct {
			Class  string `xml:"class,attr"`
			X      string `xml:"x,attr"`
			Y      string `xml:"y,attr"`
			Width  int    `xml:"width,attr"`
			Height int    `xml:"height,attr"`
		} `xml:"rect"`
	}
	require.NoError(t, xml.Unmarshal(picture, &svg))
	parts := drawn{page: area{width: svg.Width, height: svg.Height}}
	for _, rect := range svg.Rects {
		if class, _, _ := strings.Cut(rect.Class, " "); class != "box" && class != "card" {
			continue
		}
		x, err := strconv.Atoi(rect.X)
		require.NoError(t, err)
		y, err := strconv.Atoi(rect.Y)
		require.NoError(t, err)
		parts.boxes = append(parts.boxes, area{x, y, rect.Width, rect.Height})
	}
	return parts
}

// checkLayout asserts that boxes are on the page and do not overlap.
func checkLayout(t *testing.T, picture []byte) drawn {
	t.Helper()
	parts := parse(t, picture)
	for i, box := range parts.boxes {
		assert.True(t, box.x >= 0 && box.y >= 0 && box.x+box.width <= parts.page.width &&
			box.y+box.height <= parts.page.height, "%v is outside of the page", box)
		for _, other := range parts.boxes[:i] {
			assert.False(t, box.overlaps(other), "%v overlaps %v", box, other)
		}
	}
	return parts
}

func TestPicturesOfExamplesHaveNoOverlaps(t *testing.T) {
	t.Parallel()
	pictures, err := filepath.Glob("../docs/pictures/*.svg")
	require.NoError(t, err)
	require.NotEmpty(t, pictures)
	for _, path := range pictures {
		if strings.HasPrefix(filepath.Base(path), "sandbox") {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.NotEmpty(t, checkLayout(t, text).boxes, path)
	}
}

func TestLayoutOfManyMachines(t *testing.T) {
	t.Parallel()
	zones := []string{"us-east-2a", "us-east-2b", "us-east-2c", "us-east-2d", "us-east-2e"}
	for count := 1; count <= len(zones); count++ {
		resources := vpc(zones[:count]...)
		for i := range 20 {
			resources = append(resources, machineSet(fmt.Sprint("set", i), zones[i%count], "worker", i))
		}
		picture := read(t, resources...).SVG()
		checkLayout(t, picture)
		if count == 1 {
			assert.Contains(t, string(picture), ">15 others<", "boxes of a subnet are limited")
		}
	}
}

func TestEmptyStackHasAPicture(t *testing.T) {
	t.Parallel()
	assert.Empty(t, checkLayout(t, read(t).SVG()).boxes)
}

// TestColorsWithoutVariables asserts that renderers without CSS variables, rsvg-convert among them, find a color for each shape.
func TestColorsWithoutVariables(t *testing.T) {
	t.Parallel()
	for _, colors := range []string{light, dark} {
		for _, used := range variable.FindAllStringSubmatch(rules, -1) {
			assert.Regexp(t, "--"+used[2]+":#[0-9a-f]{6}(;|$)", colors, "of "+used[0])
		}
	}
	_, sheet, _ := strings.Cut(styleSheet(), "}}")
	assert.NotEmpty(t, variable.FindAllString(sheet, -1))
	for _, used := range variable.FindAllStringSubmatch(sheet, -1) {
		assert.Regexp(t, "[;{]"+used[1]+":#[0-9a-f]{6};"+regexp.QuoteMeta(used[0])+"[;}]", sheet)
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "m5.xlarge", shorten("m5.xlarge", "label", 100))
	short := shorten("a name that is much too long for its box", "label", 100)
	assert.True(t, strings.HasSuffix(short, "…"))
	assert.LessOrEqual(t, textWidth(short, "label"), 100)
	assert.Greater(t, textWidth("machine pool workers-1", "name"), 166, "the width in DejaVu Sans Bold")
}
