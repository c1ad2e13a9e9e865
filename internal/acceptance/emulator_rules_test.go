package acceptance

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// ruleStore replaces the emulator's security group rules. The emulator merges rules with the same ports even if their
// sources differ, drops the description of a source that is a group, and returns one rule ID for all. In AWS every
// source is a separate rule.
type ruleStore struct {
	mutex sync.Mutex
	count int
	rules map[string]*securityGroupRule
}

const emulatedAccount = "123456789012"

type securityGroupRule struct {
	ID          string       `xml:"securityGroupRuleId"`
	GroupID     string       `xml:"groupId"`
	Owner       string       `xml:"groupOwnerId"`
	Egress      bool         `xml:"isEgress"`
	Protocol    string       `xml:"ipProtocol"`
	FromPort    string       `xml:"fromPort,omitempty"`
	ToPort      string       `xml:"toPort,omitempty"`
	CIDR4       string       `xml:"cidrIpv4,omitempty"`
	CIDR6       string       `xml:"cidrIpv6,omitempty"`
	PrefixList  string       `xml:"prefixListId,omitempty"`
	Source      *sourceGroup `xml:"referencedGroupInfo"`
	Description string       `xml:"description,omitempty"`
	Tags        []ruleTag    `xml:"tagSet>item"`
}

type sourceGroup struct {
	GroupID string `xml:"groupId"`
	Owner   string `xml:"userId"`
}

type ruleTag struct {
	Key   string `xml:"key"`
	Value string `xml:"value"`
}

// handle responds to requests for single rules, and reports whether it did.
func (s *ruleStore) handle(w http.ResponseWriter, form url.Values) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	action := form.Get("Action")
	switch {
	case strings.HasPrefix(action, "AuthorizeSecurityGroup") && form.Has("IpPermissions.1.IpProtocol"):
		respond(w, action, s.authorize(form, strings.HasSuffix(action, "Egress")))
	case action == "DescribeSecurityGroupRules" && form.Has("SecurityGroupRuleId.1"):
		rule, found := s.rules[form.Get("SecurityGroupRuleId.1")]
		if !found {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(
				w,
				`<Response><Errors><Error><Code>InvalidSecurityGroupRuleId.NotFound</Code>`+
					`<Message>not found</Message></Error></Errors></Response>`,
			)
			return true
		}
		respond(w, action, rule)
	case action == "ModifySecurityGroupRules":
		s.rules[form.Get("SecurityGroupRule.1.SecurityGroupRuleId")].modify(form)
		respond(w, action)
	case strings.HasPrefix(action, "RevokeSecurityGroup") && form.Has("SecurityGroupRuleId.1"):
		delete(s.rules, form.Get("SecurityGroupRuleId.1"))
		respond(w, action)
	case strings.HasSuffix(action, "Tags") && strings.HasPrefix(form.Get("ResourceId.1"), "sgr-"):
		s.rules[form.Get("ResourceId.1")].tag(form, action == "DeleteTags")
		respond(w, action)
	default:
		return false
	}
	return true
}

func (s *ruleStore) authorize(form url.Values, egress bool) *securityGroupRule {
	const permission = "IpPermissions.1."
	s.count++
	rule := &securityGroupRule{
		ID:         fmt.Sprintf("sgr-%017x", s.count),
		GroupID:    form.Get("GroupId"),
		Owner:      emulatedAccount,
		Egress:     egress,
		Protocol:   form.Get(permission + "IpProtocol"),
		FromPort:   form.Get(permission + "FromPort"),
		ToPort:     form.Get(permission + "ToPort"),
		CIDR4:      form.Get(permission + "IpRanges.1.CidrIp"),
		CIDR6:      form.Get(permission + "Ipv6Ranges.1.CidrIpv6"),
		PrefixList: form.Get(permission + "PrefixListIds.1.PrefixListId"),
	}
	if source := form.Get(permission + "Groups.1.GroupId"); source != "" {
		rule.Source = &sourceGroup{GroupID: source, Owner: emulatedAccount}
	}
	for _, kind := range []string{"IpRanges", "Ipv6Ranges", "PrefixListIds", "Groups"} {
		rule.Description += form.Get(permission + kind + ".1.Description")
	}
	rule.setTags(form, "TagSpecification.1.Tag")
	s.rules[rule.ID] = rule
	return rule
}

func (r *securityGroupRule) modify(form url.Values) {
	const change = "SecurityGroupRule.1.SecurityGroupRule."
	r.Protocol = form.Get(change + "IpProtocol")
	r.FromPort = form.Get(change + "FromPort")
	r.ToPort = form.Get(change + "ToPort")
	r.CIDR4 = form.Get(change + "CidrIpv4")
	r.CIDR6 = form.Get(change + "CidrIpv6")
	r.PrefixList = form.Get(change + "PrefixListId")
	r.Description = form.Get(change + "Description")
	r.Source = nil
	if source := form.Get(change + "ReferencedGroupId"); source != "" {
		r.Source = &sourceGroup{GroupID: source, Owner: emulatedAccount}
	}
}

func (r *securityGroupRule) tag(form url.Values, remove bool) {
	named := securityGroupRule{}
	named.setTags(form, "Tag")
	for _, tag := range named.Tags {
		var kept []ruleTag
		for _, old := range r.Tags {
			if old.Key != tag.Key {
				kept = append(kept, old)
			}
		}
		if !remove {
			kept = append(kept, tag)
		}
		r.Tags = kept
	}
}

func (r *securityGroupRule) setTags(form url.Values, prefix string) {
	for i := 1; form.Has(fmt.Sprintf("%s.%d.Key", prefix, i)); i++ {
		r.Tags = append(
			r.Tags,
			ruleTag{
				form.Get(fmt.Sprintf("%s.%d.Key", prefix, i)),
				form.Get(fmt.Sprintf("%s.%d.Value", prefix, i)),
			},
		)
	}
}

func respond(w http.ResponseWriter, action string, rules ...*securityGroupRule) {
	w.Header().Set("Content-Type", "text/xml")
	fmt.Fprintf(
		w,
		`<%sResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>emulated</requestId>`+
			`<return>true</return><securityGroupRuleSet>`,
		action,
	)
	for _, rule := range rules {
		text, _ := xml.Marshal(struct {
			XMLName xml.Name `xml:"item"`
			*securityGroupRule
		}{securityGroupRule: rule})
		_, _ = w.Write(text)
	}
	fmt.Fprintf(w, `</securityGroupRuleSet></%sResponse>`, action)
}
