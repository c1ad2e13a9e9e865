// Package docs contains the tests of the documentation: the pages, the doc comments, the examples and their language.
package docs
