// Package ageing contains the test of a cluster that ages: what happens to it in years, in any order.
package ageing
