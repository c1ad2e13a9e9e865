// Package acceptance runs the examples as a user does, against a real AWS provider, an emulator of AWS and a real API
// server. Its tests run only where LAB names the command that provides these; see .ci/run.
package acceptance
