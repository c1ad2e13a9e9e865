// Package budget contains the tests of what the library costs its users: the compile time of its imports. The budgets of running
// programs are in examples/classic; report measures both.
package budget
