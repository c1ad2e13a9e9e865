package iam

// text returns the value of a string or of a pointer to one; empty if it is neither or nil.
func text(value any) string {
	if pointer, ok := value.(*string); ok && pointer != nil {
		return *pointer
	}
	text, _ := value.(string)
	return text
}
