package approver_test

import (
	"crypto/x509"
	"encoding/pem"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// value is a DER value with the values that it contains.
type value struct {
	tag     byte
	content []byte
	parts   []*value
	// length encodes the length; nil for the shortest encoding, as DER requires.
	length func(n int) []byte
}

// readValues reads a sequence of values, none of which has 64 KiB.
func readValues(der []byte) []*value {
	var all []*value
	for len(der) > 0 {
		tag, length, at := der[0], int(der[1]), 2
		switch der[1] {
		case 0x81:
			length, at = int(der[2]), 3
		case 0x82:
			length, at = int(der[2])<<8|int(der[3]), 4
		}
		v := &value{tag: tag, content: der[at : at+length]}
		if tag&0x20 != 0 {
			v.parts = readValues(v.content)
		}
		all = append(all, v)
		der = der[at+length:]
	}
	return all
}

func (v *value) der() []byte {
	content := v.content
	if v.parts != nil {
		content = nil
		for _, part := range v.parts {
			content = append(content, part.der()...)
		}
	}
	write := v.length
	if write == nil {
		write = shortest
	}
	return append(append([]byte{v.tag}, write(len(content))...), content...)
}

func shortest(n int) []byte {
	switch {
	case n < 0x80:
		return []byte{byte(n)}
	case n < 0x100:
		return []byte{0x81, byte(n)}
	default:
		return []byte{0x82, byte(n >> 8), byte(n)}
	}
}

// each visits a value and all values that it contains.
func (v *value) each(visit func(*value)) {
	visit(v)
	for _, part := range v.parts {
		part.each(visit)
	}
}

// servingCSR returns a request with subject alternative names and the values that the parser reads: all except the key
// and the signature.
func servingCSR(t testing.TB) (whole *value, read []*value) {
	t.Helper()
	var der []byte
	f := servingRequest()
	f.mutateDER = func(original []byte) []byte { der = original; return original }
	f.object(t)
	whole = readValues(der)[0]
	info := whole.parts[0]
	key := info.parts[2]
	whole.each(func(v *value) {
		if v.tag == 0x04 {
			v.parts = readValues(v.content)
		}
	})
	keyParts := map[*value]bool{whole.parts[1]: true}
	whole.parts[1].each(func(v *value) { keyParts[v] = true })
	key.each(func(v *value) { keyParts[v] = true })
	whole.each(func(v *value) {
		if !keyParts[v] {
			read = append(read, v)
		}
	})
	return whole, read
}

// parse parses requests with the approver's parser, and returns the common name or the error of each.
func parse(t *testing.T, requests [][]byte) []string {
	t.Helper()
	parser := startParser(t)
	var log []string
	for _, der := range requests {
		result := parser.parse(t, der)
		log = append(log, result.CommonName+result.Malformed)
	}
	return log
}

func TestParserAcceptsRequestsOfKubelets(t *testing.T) {
	t.Parallel()
	whole, read := servingCSR(t)
	assert.Greater(t, len(read), 20)
	assert.Equal(t, []string{"system:node:" + node}, parse(t, [][]byte{whole.der()}))
}

// TestParserRejectsAdditionalValues adds a value at the end of each value that contains values.
func TestParserRejectsAdditionalValues(t *testing.T) {
	t.Parallel()
	whole, read := servingCSR(t)
	var mutated [][]byte
	for _, v := range read {
		if v.parts == nil {
			continue
		}
		v.parts = append(v.parts, &value{tag: 0x05})
		mutated = append(mutated, whole.der())
		v.parts = v.parts[:len(v.parts)-1]
	}
	assert.Len(t, mutated, 14)
	for i, log := range parse(t, mutated) {
		assert.Contains(t, log, "malformed: ", i)
	}
}

// TestParserRejectsLongLengths changes the encoding of the length of each value: a parser that accepts them could see
// another subject than the signer.
func TestParserRejectsLongLengths(t *testing.T) {
	t.Parallel()
	whole, read := servingCSR(t)
	var mutated [][]byte
	for _, v := range read {
		for _, length := range []func(int) []byte{
			func(n int) []byte { return []byte{0x82, byte(n >> 8), byte(n)} },
			func(n int) []byte { return []byte{0x83, 0, byte(n >> 8), byte(n)} },
			func(n int) []byte { return []byte{0x84, 0, 0, byte(n >> 8), byte(n)} },
			func(int) []byte { return []byte{0x80} },
		} {
			v.length = length
			if n := len(v.der()); n < 0x104 || length(0)[0] != 0x82 {
				mutated = append(mutated, whole.der())
			}
			v.length = nil
		}
	}
	for i, log := range parse(t, mutated) {
		assert.Contains(t, log, "malformed: ", i)
	}
}

func TestParserRejectsOtherVersions(t *testing.T) {
	t.Parallel()
	whole, _ := servingCSR(t)
	whole.parts[0].parts[0].content = []byte{1}
	assert.Equal(t, []string{"malformed: unknown version"}, parse(t, [][]byte{whole.der()}))
}

// FuzzCSR parses any request with the approver's parser and with Go's, the signer's: what the approver accepts, the
// signer reads in the same way.
func FuzzCSR(f *testing.F) {
	parser := startParser(f)
	whole, _ := servingCSR(f)
	f.Add(whole.der())
	var client []byte
	request := clientRequest()
	request.mutateDER = func(original []byte) []byte { client = original; return original }
	request.object(f)
	f.Add(client)
	f.Add([]byte{0x30, 0x84, 0xff, 0xff, 0xff, 0xff})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, der []byte) {
		result := parser.parse(t, der)
		signed, err := x509.ParseCertificateRequest(der)
		if result.Malformed != "" || err != nil {
			return
		}
		var addresses []string
		for _, address := range signed.IPAddresses {
			addresses = append(addresses, address.String())
		}
		assert.Equal(t, signed.Subject.CommonName, result.CommonName)
		assert.Len(t, result.Organizations, len(signed.Subject.Organization))
		assert.Len(t, result.Names, len(signed.DNSNames))
		assert.Len(t, result.Addresses, len(addresses))
	})
}

// parsed is what the approver's parser reads from a request.
type parsed struct {
	Malformed, CommonName           string
	Organizations, Names, Addresses []string
}

// requestParser is the approver's parser in a process.
type requestParser struct{ *process }

func startParser(tb testing.TB) requestParser {
	tb.Helper()
	started, err := startProcess(`
import csr, json, sys
for line in sys.stdin:
    try:
        found = csr.parse(json.loads(line).encode())
        result = {"CommonName": found.common_name, "Organizations": found.organizations,
                  "Names": found.dns_names, "Addresses": found.addresses}
    except ValueError as error:
        result = {"Malformed": "malformed: %s" % error}
    print(json.dumps(result), flush=True)
`)
	require.NoError(tb, err)
	tb.Cleanup(func() {
		_ = started.in.Close()
		_ = started.command.Wait()
	})
	return requestParser{started}
}

func (p requestParser) parse(t *testing.T, der []byte) (result parsed) {
	t.Helper()
	p.ask(t, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: der})), &result)
	return result
}
