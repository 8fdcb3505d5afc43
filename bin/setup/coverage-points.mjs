import { parseSync, Visitor } from 'oxc-parser'

/**
 * Where a source must have run to be covered. Statements are what does something: no types, imports or declared functions,
 * but the value that a short arrow function returns. Branches are functions, the ways through `if`, `?:` and `switch`, the
 * right side of `&&`, `||` and `??`, and `catch`.
 *
 * @param {string} path Its ending tells the language.
 * @returns {{ statements: Statement[], branches: Branch[] }}
 * @typedef {{ line: number, at: number, ran: boolean }} Statement
 * @typedef {{ at: number, without?: number, ran: boolean }} Branch Taken when what is at `at` ran; the way past an `if`
 *   without `else`, when it ran more often than what is at `without`.
 */
export function pointsOf(path, source) {
  const statements = []
  const branches = []
  const lineOf = linesOf(source)
  const statement = ({ start }) => statements.push({ line: lineOf(start), at: start, ran: false })
  const branch = ({ start }, without) => branches.push({ at: start, without: without?.start, ran: false })
  const functionLike = ({ body }) => {
    if (!body) return // a signature
    branch(body)
    if (body.type !== 'BlockStatement') statement(body)
  }
  new Visitor({
    ...Object.fromEntries(STATEMENTS.map((type) => [type, statement])),
    VariableDeclaration: (node) => node.declare || statement(node),
    PropertyDefinition: ({ value }) => value && statement(value),
    FunctionDeclaration: functionLike,
    FunctionExpression: functionLike,
    ArrowFunctionExpression: functionLike,
    IfStatement(node) {
      statement(node)
      branch(node.consequent)
      if (node.alternate) branch(node.alternate)
      else branch(node, node.consequent)
    },
    ConditionalExpression({ consequent, alternate }) {
      branch(consequent)
      branch(alternate)
    },
    LogicalExpression: ({ right }) => branch(right),
    SwitchCase: (node) => branch(node),
    CatchClause: ({ body }) => branch(body),
  }).visit(parseSync(path, source).program)
  return { statements, branches }
}

const STATEMENTS = [
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
  'SwitchStatement',
  'TryStatement',
  'ExportDefaultDeclaration',
]

/** Counts from 1. */
function linesOf(source) {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
