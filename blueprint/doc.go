// Package blueprint composes the components of this library into whole clusters. A blueprint registers nothing of its own but the
// components, which are its parts, in the order in which AWS and OpenShift need them: what must exist before something else is created
// before it, and what something else needs while it is deleted is deleted after it. The blueprints are SelfManaged, ROSAHCP and
// ROSAClassic.
//
// What has no sensible default is required. Every part has the arguments of its component: nil is the blueprint's default, a field that is
// set wins, and a required field that the blueprint fills in can be left out. Omit leaves parts out; then set
// in the other parts what they need of them. The parts are fields of the blueprint, so that a program adds to them.
package blueprint
