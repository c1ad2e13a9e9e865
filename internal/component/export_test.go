package component

// The component of TestFormerTokens has former tokens.
var _ = func() bool {
	former["openshift-aws:moved:Topics"] = []string{"openshift-aws:test:Topics", "openshift-aws:test:OldTopics"}
	return true
}()
