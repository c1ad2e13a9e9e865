package rhcs

// ReleaseOf is for tests, which cannot be in this package: the mocks import it.
var ReleaseOf = releaseOf

// Ref is Release.ref.
var Ref = Release.ref
