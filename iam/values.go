package iam

// valueOr returns *value, or fallback if value is nil.
func valueOr[T any](value *T, fallback T) T {
	if value == nil {
		return fallback
	}
	return *value
}

// text returns the value of a string or of a pointer to one; empty if it is neither or nil.
func text(value any) string {
	if pointer, ok := value.(*string); ok {
		return valueOr(pointer, "")
	}
	text, _ := value.(string)
	return text
}
