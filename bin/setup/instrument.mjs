import { parseSync, Visitor } from 'oxc-parser'

export const MARKS = new URL('coverage-marks.mjs', import.meta.url).href

/**
 * Adds marks that record which points ran: statements and branches. Statements are executable code and the values of
 * arrow functions without a block. Branches are functions, the alternatives of `if`, `?:` and `switch`, the right
 * side of `&&`, `||` and `??`, and `catch`.
 * @param {string} path Absolute; its extension selects the language.
 * @param {string} source
 * @param {string} written Folder that processes write to, for `coverageOf`.
 * @returns {{ code: string, points: number[] }} The line of each statement, from 1; 0 for a branch.
 */
export function instrument(path, source, written) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return { code: source, points: [] }
  const edits = createEdits(source)
  new Visitor(pointsOf(edits)).visit(program)
  const args = [written, path, edits.points.length].map((arg) => JSON.stringify(arg)).join(', ')
  const head = `import { marksOf as __marksOf } from ${JSON.stringify(MARKS)}; const __ran = __marksOf(${args}); `
  return { code: head + edits.apply(), points: edits.points }
}

function createEdits(source) {
  const points = []
  const before = new Map()
  const after = new Map()
  const lineOf = linesOf(source)
  const mark = (line) => `__ran[${points.push(line) - 1}] = 1`
  const insert = (at, text) => before.set(at, (before.get(at) ?? '') + text)
  const insertBehind = (at, text) => after.set(at, text + (after.get(at) ?? ''))
  return {
    points,
    insert,
    insertBehind,
    branch: () => mark(0),
    statement: ({ start }) => mark(lineOf(start)),
    apply() {
      const places = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => a - b)
      let code = ''
      let done = 0
      for (const at of places) {
        code += source.slice(done, at) + (after.get(at) ?? '') + (before.get(at) ?? '')
        done = at
      }
      return code + source.slice(done)
    },
  }
}

function pointsOf({ branch, statement, insert, insertBehind }) {
  const places = new Map()
  const noteStatement = (node) => insert(places.get(node) ?? node.start, `${statement(node)};`)
  const wrap = ({ start, end }, marks) => {
    insert(start, `(${marks.join(', ')}, `)
    insertBehind(end, ')')
  }
  const body = (node, marks = []) => {
    const text = marks.map((one) => `${one};`).join('')
    if (node.type === 'BlockStatement') return insert(node.start + 1, text)
    insert(node.start, `{${text}`)
    insertBehind(node.end, '}')
  }
  const functionLike = ({ body: within }) => {
    if (!within) return // an overload signature has no body
    if (within.type === 'BlockStatement') insert(within.start + 1, `${branch()};`)
    else wrap(within, [branch(), statement(within)])
  }
  const loop = (node) => {
    const head = node.init ?? node.left
    if (head?.type === 'VariableDeclaration') places.set(head, places.get(node) ?? node.start)
    noteStatement(node)
    body(node.body)
  }
  return {
    ...Object.fromEntries(SIMPLE.map((type) => [type, noteStatement])),
    ...Object.fromEntries(LOOPS.map((type) => [type, loop])),
    ...Object.fromEntries(FUNCTIONS.map((type) => [type, functionLike])),
    ExportNamedDeclaration: ({ start, declaration }) => declaration && places.set(declaration, start),
    LabeledStatement: (node) => places.set(node.body, places.get(node) ?? node.start),
    VariableDeclaration: (node) => node.declare || noteStatement(node),
    PropertyDefinition: ({ value }) => value && wrap(value, [statement(value)]),
    IfStatement(node) {
      noteStatement(node)
      if (node.alternate) body(node.alternate, [branch()])
      else insertBehind(node.end, ` else {${branch()};}`) // must precede the insertion for `consequent`, which ends at the same position
      body(node.consequent, [branch()])
    },
    ConditionalExpression({ consequent, alternate }) {
      wrap(consequent, [branch()])
      wrap(alternate, [branch()])
    },
    LogicalExpression: ({ right }) => wrap(right, [branch()]),
    SwitchCase: ({ consequent, end }) => insert(consequent[0]?.start ?? end, `${branch()};`),
    CatchClause: (node) => body(node.body, [branch()]),
  }
}

const SIMPLE = [
  'ExpressionStatement',
  'ReturnStatement',
  'ThrowStatement',
  'BreakStatement',
  'ContinueStatement',
  'SwitchStatement',
  'TryStatement',
  'ExportDefaultDeclaration',
]

const LOOPS = ['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

function linesOf(source) {
  const starts = [...source.matchAll(/^/gm)].map(({ index }) => index)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}
