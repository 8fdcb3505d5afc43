import {
  compareNumbers,
  isAnyNumber,
  isExactNumber,
  isZero,
  numberIn,
  valueText,
} from '#ground/base/json/exact-number.ts'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import type { Comparison, Expression } from './syntax.ts'

export interface ExpressionScope {
  inputs: Readonly<Record<string, unknown>>
  steps: Readonly<Record<string, { outcome: StepOutcome; output: string | null }>>
  run: Readonly<Record<'id' | 'trigger' | 'workflow', string>>
  /** Absolute paths, oldest first. */
  events: readonly string[]
  event?: Readonly<Record<string, unknown>>
  hasFailed: boolean
}

export type StepOutcome = 'done' | 'failed' | 'skipped'

export const ROOTS: readonly string[] = ['inputs', 'steps', 'run', 'events']

/** Never throws. Missing values are null, and values without an order are neither smaller nor larger. */
export function evaluate(expression: Expression, scope: ExpressionScope): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path':
      return follow(expression.root, expression.keys, scope)
    case 'not':
      return !isTrue(evaluate(expression.operand, scope))
    case 'call':
      return call(
        expression.name,
        expression.arguments.map((argument) => evaluate(argument, scope)),
        scope,
      )
    case 'binary': {
      const { operator } = expression
      const left = evaluate(expression.left, scope)
      if (operator === 'and') return isTrue(left) ? evaluate(expression.right, scope) : left
      if (operator === 'or') return isTrue(left) ? left : evaluate(expression.right, scope)
      return compare(operator, left, evaluate(expression.right, scope))
    }
  }
}

/** False for null, false, 0, the empty string and the string `false`. Scripts can return only strings. */
export const isTrue = (value: unknown): boolean =>
  isExactNumber(value) ? !isZero(value) : Boolean(value) && value !== 'false'

/** Null becomes the empty string; objects and lists become JSON. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function follow(root: string, keys: readonly (string | number)[], scope: ExpressionScope): unknown {
  if (root === 'steps') {
    const [id, field, ...rest] = keys
    const step = own(scope.steps, id)
    const value = own(step, field)
    return field === 'output' && rest.length > 0 ? walk(parsed(value), rest) : value
  }
  if (root === 'events' && keys.length === 0) return scope.events.join('\n')
  return walk(own(scope, root), keys)
}

const walk = (from: unknown, keys: readonly (string | number)[]): unknown => {
  let value = from
  for (const key of keys) value = own(value, key)
  return value
}

/** Reads only own properties, never properties of the prototype. Numbers have no properties. */
const own = (value: unknown, key: string | number | undefined): unknown =>
  typeof value === 'object' &&
  value !== null &&
  !isExactNumber(value) &&
  key !== undefined &&
  Object.hasOwn(value, key)
    ? ((value as Record<string | number, unknown>)[key] ?? null)
    : null

const parsed = (output: unknown): unknown =>
  typeof output === 'string' ? (jsonOrUndefined(output) ?? null) : null

function call(name: string, given: readonly unknown[], { hasFailed }: ExpressionScope): unknown {
  if (name === 'always') return true
  if (name === 'failure') return hasFailed
  if (name === 'success') return !hasFailed
  const [whole, part] = given
  if (Array.isArray(whole)) return whole.some((item) => compare('==', item, part))
  return formatValue(whole).includes(formatValue(part))
}

/** Compares a numeric string with a number as two numbers, because outputs of steps are always strings. */
function compare(operator: Comparison, left: unknown, right: unknown): boolean {
  const [a, b] = [asNumberBeside(left, right), asNumberBeside(right, left)]
  if (operator === '==' || operator === '!=') return isSame(a, b) === (operator === '==')
  const order = orderOf(a, b)
  if (order === null) return false
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

/** Negative, zero or positive; null for values without an order. */
const orderOf = (a: unknown, b: unknown): number | null => {
  if (isAnyNumber(a) && isAnyNumber(b)) return compareNumbers(a, b)
  if (typeof a !== 'string' || typeof b !== 'string') return null
  return a < b ? -1 : a > b ? 1 : 0
}

const asNumberBeside = (value: unknown, other: unknown): unknown =>
  isAnyNumber(other) && typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value)
    ? (numberIn(value.trim()) ?? Number(value))
    : typeof other === 'boolean' && (value === 'true' || value === 'false')
      ? value === 'true'
      : value

const isSame = (a: unknown, b: unknown): boolean => {
  if (isAnyNumber(a) && isAnyNumber(b)) return compareNumbers(a, b) === 0
  return typeof a === 'object' && typeof b === 'object' ? sameText(a) === sameText(b) : a === b
}

/** JSON in which equal numbers are written alike. */
const sameText = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    const part = this[key] // the value before `toJSON` was applied
    return isAnyNumber(part) ? { number: valueText(part) } : part
  })
