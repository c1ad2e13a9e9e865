package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// mutant is one change.
type mutant struct {
	position token.Position
	change   string
}

// mutator rewrites the source of files so that a mutant is active if its number is selected.
type mutator struct {
	fset    *token.FileSet
	info    *types.Info
	mutants []mutant
	source  []byte
	edits   []edit
}

// edit is a text that is inserted at an offset. Those of the same offset keep their order; closing ones are reversed.
type edit struct {
	offset int
	text   string
	closes bool
	depth  int
}

// add returns the number of a new mutant.
func (m *mutator) add(node ast.Node, change string) int {
	m.mutants = append(m.mutants, mutant{m.fset.Position(node.Pos()), change})
	return len(m.mutants)
}

// wrap inserts text before and after a node.
func (m *mutator) wrap(node ast.Node, before, after string) {
	m.edits = append(m.edits,
		edit{offset: m.offset(node.Pos()), text: before, depth: len(m.edits)},
		edit{offset: m.offset(node.End()), text: after, closes: true, depth: len(m.edits)})
}

// replace replaces the text between two offsets by spaces of a comma, such as an operator.
func (m *mutator) replace(from, to token.Pos, text string) {
	for i := m.offset(from); i < m.offset(to); i++ {
		m.source[i] = ' '
	}
	m.edits = append(m.edits, edit{offset: m.offset(from), text: text, closes: true, depth: -1})
}

func (m *mutator) offset(pos token.Pos) int { return m.fset.Position(pos).Offset }

// Visit implements ast.Visitor: constants are left alone, because the compiler needs them.
func (m *mutator) Visit(node ast.Node) ast.Visitor {
	switch n := node.(type) {
	case *ast.GenDecl:
		if n.Tok == token.CONST || n.Tok == token.TYPE || n.Tok == token.IMPORT {
			return nil
		}
	case *ast.ArrayType, *ast.Field, *ast.LabeledStmt:
		return nil
	case *ast.KeyValueExpr:
		ast.Walk(m, n.Value)
		return nil
	case *ast.CaseClause:
		m.caseClause(n)
		return nil
	case *ast.ExprStmt:
		if _, isCall := n.X.(*ast.CallExpr); isCall {
			m.wrap(n, fmt.Sprintf("if !mutantOn(%d) { ", m.add(n, "remove the call")), " }")
		}
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN && !m.isInHeader(n) {
			m.wrap(n, fmt.Sprintf("if !mutantOn(%d) { ", m.add(n, "remove the assignment")), " }")
		}
	case ast.Expr:
		return m.expression(n)
	}
	return m
}

// caseClause mutates the body of a case; conditions of a switch without a value, too.
func (m *mutator) caseClause(clause *ast.CaseClause) {
	for _, condition := range clause.List {
		if value, ok := m.info.Types[condition]; ok && value.Value == nil && isBool(value.Type) {
			ast.Walk(m, condition)
		}
	}
	for _, statement := range clause.Body {
		ast.Walk(m, statement)
	}
}

// isInHeader reports whether a statement is followed by something on its line, as in `if x = f(); x`.
func (m *mutator) isInHeader(statement ast.Stmt) bool {
	end := m.offset(statement.End())
	line, _, _ := strings.Cut(string(m.source[end:]), "\n")
	return strings.TrimSpace(line) != "" && !strings.HasPrefix(strings.TrimSpace(line), "//")
}

func isBool(t types.Type) bool {
	basic, ok := t.(*types.Basic)
	return ok && (basic.Kind() == types.Bool || basic.Kind() == types.UntypedBool)
}

// expression mutates an expression and what it consists of.
func (m *mutator) expression(node ast.Expr) ast.Visitor {
	value := m.info.Types[node]
	if value.IsType() {
		return nil
	}
	if value.Value != nil {
		m.constant(node, value.Type)
		return nil
	}
	if binary, ok := node.(*ast.BinaryExpr); ok {
		m.binary(binary, value.Type)
	}
	return m
}

// constant mutates a number or a boolean that stands alone.
func (m *mutator) constant(node ast.Expr, t types.Type) {
	basic, ok := t.(*types.Basic)
	if !ok {
		return
	}
	switch literal := node.(type) {
	case *ast.BasicLit:
		if literal.Kind == token.INT && basic.Kind() == types.Int {
			m.wrap(node, "mutantNumber(", fmt.Sprintf(", %d)", m.add(node, "add 1 to "+literal.Value)))
		}
	case *ast.Ident:
		if isBool(t) && (literal.Name == "true" || literal.Name == "false") {
			m.wrap(node, "(", fmt.Sprintf(" != mutantOn(%d))", m.add(node, "negate "+literal.Name)))
		}
	}
}

// arithmetic are the operators with the name of the function that mutates them.
var arithmetic = map[token.Token]string{
	token.ADD: "mutantAdd", token.SUB: "mutantSubtract", token.MUL: "mutantMultiply", token.QUO: "mutantDivide",
}

func (m *mutator) binary(node *ast.BinaryExpr, t types.Type) {
	position := node.OpPos
	operator := node.Op.String()
	afterOperator := position + token.Pos(len(operator))
	switch node.Op {
	case token.EQL, token.NEQ:
		m.wrap(node, "((", fmt.Sprintf(") != mutantOn(%d))", m.add(node, "negate "+operator)))
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		names := map[token.Token]string{token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast"}
		negated, boundary := m.add(node, "negate "+operator), m.add(node, "move the boundary of "+operator)
		m.replace(position, afterOperator, ",")
		m.wrap(node, "(mutant"+names[node.Op]+"(", fmt.Sprintf(", %d) != mutantOn(%d))", boundary, negated))
	case token.LAND, token.LOR:
		other := map[token.Token]string{token.LAND: "And", token.LOR: "Or"}
		first := m.add(node, operator+" to the other operator")
		m.add(node, "only the left side of "+operator)
		m.add(node, "only the right side of "+operator)
		m.replace(position, afterOperator, ", func() bool { return (")
		m.wrap(node, "mutant"+other[node.Op]+"(", fmt.Sprintf(") }, %d)", first))
	default:
		basic, ok := t.Underlying().(*types.Basic)
		if name, known := arithmetic[node.Op]; known && ok && basic.Info()&types.IsInteger != 0 {
			m.replace(position, afterOperator, ",")
			m.wrap(node, name+"(", fmt.Sprintf(", %d)", m.add(node, "another operator than "+operator)))
		}
	}
}
