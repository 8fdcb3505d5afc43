import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { createCursor, Unexpected, type Cursor } from './cursor.ts'
import { FUNCTIONS, type Comparison, type Expression, type Misread } from './syntax.ts'
import { tokensOf } from './tokens.ts'

/** Bounds the recursion of the parser. */
const MAX_DEPTH = 50
const MAX_CHARACTERS = 2000
const COMPARISONS: ReadonlySet<unknown> = new Set<Comparison>(['==', '!=', '<', '<=', '>', '>='])
const CONSTANTS = new Map<unknown, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * Precedence from loosest to tightest: `or`, `and`, `not`, one comparison, then a literal, a path, a function or
 * parentheses. Expressions are never run as code.
 */
export function parseExpression(source: string): Result<Expression, Misread> {
  if (source.length > MAX_CHARACTERS)
    return refused({ message: `is longer than ${MAX_CHARACTERS} characters`, at: 0 })
  const tokens = tokensOf(source)
  if (!tokens.ok) return tokens
  try {
    const cursor = createCursor(tokens.value)
    const expression = either(cursor, 1)
    if (cursor.here.kind !== 'end') cursor.fail('an operator')
    return accepted(expression)
  } catch (error) {
    if (error instanceof Unexpected) return refused({ message: error.message, at: error.at })
    throw error
  }
}

const either = (cursor: Cursor, depth: number): Expression => {
  if (depth > MAX_DEPTH) throw new Unexpected('is nested too deeply', cursor.here.at)
  let left = both(cursor, depth)
  while (cursor.take('or')) left = { kind: 'binary', operator: 'or', left, right: both(cursor, depth) }
  return left
}

const both = (cursor: Cursor, depth: number): Expression => {
  let left = negation(cursor, depth)
  while (cursor.take('and')) left = { kind: 'binary', operator: 'and', left, right: negation(cursor, depth) }
  return left
}

const negation = (cursor: Cursor, depth: number): Expression => {
  let count = 0
  while (cursor.take('not')) count++
  let operand = comparison(cursor, depth)
  for (; count > 0; count--) operand = { kind: 'not', operand }
  return operand
}

const comparison = (cursor: Cursor, depth: number): Expression => {
  const left = operand(cursor, depth)
  if (cursor.here.kind !== 'symbol' || !COMPARISONS.has(cursor.here.value)) return left
  const operator = cursor.next().value as Comparison
  return { kind: 'binary', operator, left, right: operand(cursor, depth) }
}

const operand = (cursor: Cursor, depth: number): Expression => {
  const token = cursor.here
  if (token.kind === 'text' || token.kind === 'number') {
    cursor.next()
    return { kind: 'literal', value: token.value }
  }
  if (cursor.take('(')) {
    const inner = either(cursor, depth + 1)
    cursor.expect(')')
    return inner
  }
  if (token.kind !== 'name' || token.value === 'and' || token.value === 'or') return cursor.fail('a value')
  cursor.next()
  if (CONSTANTS.has(token.value)) return { kind: 'literal', value: CONSTANTS.get(token.value)! }
  return cursor.is('(')
    ? call(cursor, token, depth)
    : { kind: 'path', root: token.value, keys: keys(cursor), at: token.at }
}

const call = (
  cursor: Cursor,
  { value: name, at }: { value: string; at: number },
  depth: number,
): Expression => {
  if (!Object.hasOwn(FUNCTIONS, name)) {
    const known = Object.keys(FUNCTIONS).join(', ')
    throw new Unexpected(`there is no function ${name}; there are ${known}`, at)
  }
  cursor.expect('(')
  const given: Expression[] = []
  if (!cursor.is(')'))
    do given.push(either(cursor, depth + 1))
    while (cursor.take(','))
  cursor.expect(')')
  const wanted = FUNCTIONS[name]!
  if (given.length !== wanted) throw new Unexpected(`${name} takes ${wanted} values, not ${given.length}`, at)
  return { kind: 'call', name, arguments: given }
}

const keys = (cursor: Cursor): (string | number)[] => {
  const found: (string | number)[] = []
  for (;;)
    if (cursor.take('.')) {
      if (cursor.here.kind !== 'name') return cursor.fail('a name')
      found.push(String(cursor.next().value))
    } else if (cursor.take('[')) {
      const { kind } = cursor.here
      if (kind !== 'number' && kind !== 'text') return cursor.fail('a number or a text')
      const { value } = cursor.next()
      found.push(isExactNumber(value) ? value.digits : value)
      cursor.expect(']')
    } else return found
}
