import type { AnyNumber } from '#ground/base/json/exact-number.ts'

/** `at` is the offset of the error in characters. */
export interface Misread {
  message: string
  at: number
}

export type Expression =
  | { kind: 'literal'; value: string | AnyNumber | boolean | null }
  | { kind: 'path'; root: string; keys: readonly (string | number)[]; at: number }
  | { kind: 'call'; name: string; arguments: readonly Expression[] }
  | { kind: 'not'; operand: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }

export type BinaryOperator = 'and' | 'or' | Comparison
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

export const FUNCTIONS: Readonly<Record<string, number>> = { contains: 2, success: 0, failure: 0, always: 0 }

const STATUS_FUNCTIONS: ReadonlySet<string> = new Set(['success', 'failure', 'always'])

export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression
  if (expression.kind === 'call') for (const argument of expression.arguments) yield* partsOf(argument)
  if (expression.kind === 'not') yield* partsOf(expression.operand)
  if (expression.kind === 'binary') {
    yield* partsOf(expression.left)
    yield* partsOf(expression.right)
  }
}

export const usesStatus = (expression: Expression): boolean =>
  partsOf(expression).some((part) => part.kind === 'call' && STATUS_FUNCTIONS.has(part.name))

export function movedBy(by: number, expression: Expression): Expression {
  switch (expression.kind) {
    case 'literal':
      return expression
    case 'path':
      return { ...expression, at: expression.at + by }
    case 'not':
      return { ...expression, operand: movedBy(by, expression.operand) }
    case 'call':
      return { ...expression, arguments: expression.arguments.map((argument) => movedBy(by, argument)) }
    case 'binary':
      return { ...expression, left: movedBy(by, expression.left), right: movedBy(by, expression.right) }
  }
}
