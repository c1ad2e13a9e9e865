package apiclient

import (
	"context"
	"net/url"
	"strconv"
)

// pageSize is the number of objects in a response, which stays below bodyLimit with it.
const pageSize = 250

// List returns the objects of a list, page by page.
func List[T any](ctx context.Context, c *Client, path string) ([]T, error) {
	var all []T
	for next := ""; ; {
		query := url.Values{"limit": {strconv.Itoa(pageSize)}}
		if next != "" {
			query.Set("continue", next)
		}
		var page struct {
			Metadata struct {
				Continue string `json:"continue"`
			} `json:"metadata"`
			Items []T `json:"items"`
		}
		if err := c.Read(ctx, path+"?"+query.Encode(), &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if next = page.Metadata.Continue; next == "" {
			return all, nil
		}
	}
}
