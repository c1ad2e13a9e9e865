// Package budget holds the tests of what the library may cost its users.
package budget
