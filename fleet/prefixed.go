package fleet

import (
	"bytes"
	"io"
	"sync"
)

// prefixed writes whole lines that begin with a prefix.
type prefixed struct {
	out     io.Writer
	prefix  string
	partial []byte
}

// Write implements io.Writer.
func (p *prefixed) Write(text []byte) (int, error) {
	p.partial = append(p.partial, text...)
	for {
		end := bytes.IndexByte(p.partial, '\n')
		if end < 0 {
			return len(text), nil
		}
		line := p.prefix + string(p.partial[:end+1])
		p.partial = p.partial[end+1:]
		if _, err := io.WriteString(p.out, line); err != nil {
			return 0, err
		}
	}
}

// shared lets several goroutines write to one writer.
type shared struct {
	writing sync.Mutex
	out     io.Writer
}

// Write implements io.Writer.
func (s *shared) Write(text []byte) (int, error) {
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.out.Write(text)
}
