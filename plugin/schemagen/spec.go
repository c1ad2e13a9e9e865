package main

// The parts of Pulumi's package schema that are used here (https://www.pulumi.com/docs/iac/guides/building-extending/packages/schema/).

type packageSpec struct {
	Name              string                  `json:"name"`
	DisplayName       string                  `json:"displayName"`
	Description       string                  `json:"description"`
	Keywords          []string                `json:"keywords"`
	Homepage          string                  `json:"homepage"`
	License           string                  `json:"license"`
	Repository        string                  `json:"repository"`
	Publisher         string                  `json:"publisher"`
	LogoURL           string                  `json:"logoUrl"`
	PluginDownloadURL string                  `json:"pluginDownloadURL"`
	Language          map[string]any          `json:"language"`
	Types             map[string]typeSpec     `json:"types"`
	Provider          objectSpec              `json:"provider"`
	Resources         map[string]resourceSpec `json:"resources"`
	Functions         map[string]functionSpec `json:"functions,omitempty"`
}

type typeRef struct {
	Type                 string   `json:"type,omitempty"`
	Ref                  string   `json:"$ref,omitempty"`
	Items                *typeRef `json:"items,omitempty"`
	AdditionalProperties *typeRef `json:"additionalProperties,omitempty"`
	Plain                bool     `json:"plain,omitempty"`
}

type propertySpec struct {
	typeRef

	Description        string `json:"description,omitempty"`
	Default            any    `json:"default,omitempty"`
	DeprecationMessage string `json:"deprecationMessage,omitempty"`
	Secret             bool   `json:"secret,omitempty"`
}

type objectSpec struct {
	Description string                  `json:"description,omitempty"`
	Type        string                  `json:"type,omitempty"`
	Properties  map[string]propertySpec `json:"properties,omitempty"`
	Required    []string                `json:"required,omitempty"`
}

type typeSpec struct {
	objectSpec

	Enum []enumSpec `json:"enum,omitempty"`
}

type enumSpec struct {
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	Value       string `json:"value"`
}

type resourceSpec struct {
	objectSpec

	InputProperties map[string]propertySpec `json:"inputProperties"`
	RequiredInputs  []string                `json:"requiredInputs,omitempty"`
	IsComponent     bool                    `json:"isComponent"`
}

type functionSpec struct {
	Description string     `json:"description,omitempty"`
	Inputs      objectSpec `json:"inputs"`
	Outputs     objectSpec `json:"outputs"`
}
