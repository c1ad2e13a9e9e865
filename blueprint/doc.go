// Package blueprint composes the components of this library into whole clusters. A blueprint registers only components, which are
// its parts, in the order that AWS and OpenShift need: each part is created after those that it needs, and deleted before those
// that it needs for its deletion. The blueprints are SelfManaged, ROSAHCP and ROSAClassic.
//
// Arguments without a sensible default are required. Every part has the arguments of its component: nil means the blueprint's
// defaults, fields that you set take precedence, and required fields that the blueprint fills in can be left out. Omit leaves parts
// out; then set what the other parts need from them. Own makes any part a function of the program. The parts are fields of the
// blueprint, so that a program can add to them.
package blueprint
