// Package docs holds the tests of what the library says about itself: the pages, the package documentation and the
// examples.
package docs
