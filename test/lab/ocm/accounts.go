package main

import "net/http"

const (
	// accountsRoot is the path of the API for accounts and organizations.
	accountsRoot = "/api/accounts_mgmt/v1/"
	// organization is the ID of the organization that the caller's account belongs to.
	organization = "lab-organization"
	// externalID is the organization's number, with which the names of its OCM roles end.
	externalID = "12345678"
	labelsPath = "organizations/" + organization + "/labels"
	// quotasPath has the billing accounts of the organization.
	quotasPath = "organizations/" + organization + "/quota_cost"
)

// answerAccounts serves the caller's account and the labels of its organization, where the linked OCM roles are kept.
func (s *service) answerAccounts(r request) response {
	switch {
	case r.path == "current_account":
		return response{http.StatusOK, object{
			"kind": "Account", "id": "lab-account", "username": "lab", "first_name": "Lab", "last_name": "User", "email": "lab@example.com",
			"organization": object{"id": organization, "external_id": externalID, "name": "Lab"},
		}}
	case r.path == quotasPath:
		return response{http.StatusOK, object{"items": []any{object{
			"quota_id": "cluster|byoc|moa|marketplace", "cloud_accounts": []any{object{"cloud_provider_id": "aws", "cloud_account_id": "123456789012"}},
		}}}}
	case r.path == labelsPath || r.parent == labelsPath:
		return s.answer(r)
	}
	return notFound(r.path)
}

// label returns a label as the service stores it: its key identifies it.
func label(body object) object {
	key := text(body, "key")
	return object{
		"kind": "Label", "id": key, "href": accountsRoot + labelsPath + "/" + key, "key": key, "value": text(body, "value"),
	}
}
