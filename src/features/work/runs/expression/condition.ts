import type { Result } from '#ground/base/result.ts'
import { accepted, refused } from '#ground/base/result.ts'
import { parseExpression } from './parse.ts'
import { movedBy, type Expression, type Misread } from './syntax.ts'

/** Accepts a condition with or without `${{ … }}`. Positions count from the start of the text. */
export function parseCondition(text: string): Result<Expression, Misread> {
  const [, opening, inside] = /^(\s*\$\{\{)([^]*)\}\}\s*$/.exec(text) ?? []
  const before = opening?.length ?? 0
  const parsed = parseExpression(inside ?? text)
  if (parsed.ok) return accepted(movedBy(before, parsed.value))
  return refused({ message: parsed.refusal.message, at: before + parsed.refusal.at })
}
