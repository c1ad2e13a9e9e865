// Package budget contains the tests of what the library costs its users: compile time, imports and growth.
package budget
