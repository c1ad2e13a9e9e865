package openshiftinstall

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// report writes the messages of a command that waits.
func report(dir string, log io.Writer, command string) error {
	text, err := os.ReadFile(filepath.Join(dir, "metadata.json"))
	if err != nil {
		return fmt.Errorf("failed while preparing to destroy cluster: %w", err)
	}
	var found struct {
		AWS struct {
			ClusterDomain string `json:"clusterDomain"`
		} `json:"aws"`
	}
	if err := json.Unmarshal(text, &found); err != nil {
		return err
	}
	values := map[string]string{"domain": found.AWS.ClusterDomain, "dir": dir}
	for _, minutes := range []int{20, 30, 40, 45} {
		end := time.Now().Add(time.Duration(minutes) * time.Minute)
		zone, _ := end.Zone()
		values[fmt.Sprintf("in %d", minutes)] = end.Format(time.Kitchen) + " " + zone
	}
	printMessages(log, command, values)
	return nil
}

// printMessages writes the messages of a command with the values of their names.
func printMessages(log io.Writer, command string, values map[string]string) {
	for _, text := range Messages(command) {
		text = fill(text, values)
		if !strings.HasPrefix(text, "level=") {
			text = "level=info msg=" + text
		}
		fmt.Fprintln(log, text)
	}
}

// messages are the lines that openshift-install 4.19 wrote when it installed and destroyed a cluster of the classic example in the lab, by command;
// TestInstall compares them with those of every later run. Of `destroy cluster`, the deleted resources are left out: the sandbox has none.
//
//go:embed messages.txt
var messages string

// Messages returns the messages of a command, in which names in braces stand for values. They begin with their level unless it is info.
func Messages(command string) []string {
	_, found, _ := strings.Cut(messages, "# "+command+"\n")
	found, _, _ = strings.Cut(found, "\n# ")
	return strings.Split(strings.TrimSuffix(found, "\n"), "\n")
}
