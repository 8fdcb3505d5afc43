import { accepted, refused, type Result } from '#ground/base/result.ts'
import { FUNCTIONS, type Comparison, type Expression, type Misread } from './syntax.ts'
import { tokensOf, type Token } from './tokens.ts'

/** An expression nested deeper than this is not meant. */
const MAX_DEPTH = 50
const MAX_CHARACTERS = 2000
const COMPARISONS: ReadonlySet<unknown> = new Set<Comparison>(['==', '!=', '<', '<=', '>', '>='])
const CONSTANTS = new Map<unknown, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * Read an expression. From loosest to tightest: `or`, `and`, `not`, one comparison, then a literal, a path, a function or
 * parentheses. Nothing of it is ever run as code.
 */
export function parseExpression(source: string): Result<Expression, Misread> {
  if (source.length > MAX_CHARACTERS)
    return refused({ message: `is longer than ${MAX_CHARACTERS} characters`, at: 0 })
  const tokens = tokensOf(source)
  if (!tokens.ok) return tokens
  try {
    return accepted(createParser(tokens.value).whole())
  } catch (error) {
    if (error instanceof Unexpected) return refused({ message: error.message, at: error.at })
    throw error
  }
}

class Unexpected extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

function createParser(tokens: readonly Token[]) {
  let at = 0
  let depth = 0
  const peek = () => tokens[at]!
  const is = (value: string) => peek().value === value && (peek().kind === 'symbol' || peek().kind === 'name')
  const take = (value: string) => is(value) && ++at > 0
  const fail = (wanted: string): never => {
    throw new Unexpected(`expected ${wanted}, found ${peek().value}`, peek().at)
  }
  const expect = (value: string) => take(value) || fail(value)

  const either = (): Expression => {
    if (++depth > MAX_DEPTH) throw new Unexpected('is nested too deeply', peek().at)
    let left = both()
    while (take('or')) left = { kind: 'binary', operator: 'or', left, right: both() }
    depth--
    return left
  }
  const both = (): Expression => {
    let left = negation()
    while (take('and')) left = { kind: 'binary', operator: 'and', left, right: negation() }
    return left
  }
  const negation = (): Expression => {
    let count = 0
    while (take('not')) count++
    let operand = comparison()
    for (; count > 0; count--) operand = { kind: 'not', operand }
    return operand
  }
  const comparison = (): Expression => {
    const left = operand()
    if (peek().kind !== 'symbol' || !COMPARISONS.has(peek().value)) return left
    const operator = tokens[at++]!.value as Comparison
    return { kind: 'binary', operator, left, right: operand() }
  }
  const operand = (): Expression => {
    const token = peek()
    if (token.kind === 'text' || token.kind === 'number') {
      at++
      return { kind: 'literal', value: token.value }
    }
    if (take('(')) {
      const inner = either()
      expect(')')
      return inner
    }
    if (token.kind !== 'name' || token.value === 'and' || token.value === 'or') return fail('a value')
    at++
    if (CONSTANTS.has(token.value)) return { kind: 'literal', value: CONSTANTS.get(token.value)! }
    return is('(') ? call(token) : { kind: 'path', root: token.value, keys: keys(), at: token.at }
  }
  const call = ({ value: name, at }: { value: string; at: number }): Expression => {
    if (!Object.hasOwn(FUNCTIONS, name)) {
      const known = Object.keys(FUNCTIONS).join(', ')
      throw new Unexpected(`there is no function ${name}; there are ${known}`, at)
    }
    expect('(')
    const given: Expression[] = []
    if (!is(')'))
      do given.push(either())
      while (take(','))
    expect(')')
    const wanted = FUNCTIONS[name]!
    if (given.length !== wanted)
      throw new Unexpected(`${name} takes ${wanted} values, not ${given.length}`, at)
    return { kind: 'call', name, arguments: given }
  }
  const keys = (): (string | number)[] => {
    const found: (string | number)[] = []
    for (;;)
      if (take('.')) {
        const token = peek()
        if (token.kind !== 'name') return fail('a name')
        at++
        found.push(token.value)
      } else if (take('[')) {
        const token = peek()
        if (token.kind !== 'number' && token.kind !== 'text') return fail('a number or a text')
        at++
        found.push(token.value)
        expect(']')
      } else return found
  }

  return {
    whole(): Expression {
      const expression = either()
      if (peek().kind !== 'end') fail('an operator')
      return expression
    },
  }
}
