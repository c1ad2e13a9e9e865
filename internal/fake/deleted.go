package fake

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
)

// deletedToken is the type of the records of what has been deleted, by URN: a replacement that is created after the old resource was
// deleted has other IDs and addresses than that.
const deletedToken = "deleted"

// sourceOf returns the source of the first, second, third... resource of a URN.
func sourceOf(urn resource.URN, number int) string {
	if number == 1 {
		return string(urn)
	}
	return fmt.Sprintf("%s#%d", urn, number)
}

// used returns the number of the last resource of a URN that was deleted, 0 if none was.
func (a *Account) used(records Records, urn string) int {
	return numberOf(records[Key(deletedToken, urn)])
}

// numberOf returns which resource of its URN a record is.
func numberOf(r Record) int {
	_, digits, found := strings.Cut(strings.TrimPrefix(r.IDSource, r.URN), "#")
	number, err := strconv.Atoi(digits)
	switch {
	case r.IDSource == "":
		return 0
	case !found || err != nil:
		return 1
	}
	return number
}

// setDeleted deletes a record, and keeps its number while there are others in the account.
func (a *Account) setDeleted(records Records, deleted Record) {
	delete(records, deleted.Key())
	if numberOf(deleted) > a.used(records, deleted.URN) {
		records[Key(deletedToken, deleted.URN)] = Record{
			Token: deletedToken, URN: deleted.URN, ID: deleted.URN, IDSource: deleted.IDSource,
		}
	}
	for _, record := range records {
		if record.Token != deletedToken {
			return
		}
	}
	clear(records)
}
