// Package acceptance runs the components and the examples as a user does: with the real AWS provider, an AWS emulator
// and a real API server. Its tests run only if LAB names the command that provides these; see .ci/run.
package acceptance
