import { accepted, refused, type Result } from '#ground/base/result.ts'
import { evaluate, formatValue, type ExpressionScope } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { movedBy, type Expression, type Misread } from './syntax.ts'

export type Template = readonly (string | Expression)[]

const HOLE = /\$\{\{((?:'(?:[^']|'')*'|"(?:[^"\\]|\\["\\])*"|(?!\}\}|\$\{\{)[^'"])*)\}\}/g

export function parseTemplate(text: string): Result<Template, Misread> {
  const parts: (string | Expression)[] = []
  let end = 0
  for (const hole of text.matchAll(HOLE)) {
    const inside = hole.index + OPENING.length
    const unclosed = text.slice(end, hole.index).indexOf(OPENING)
    if (unclosed >= 0) return refused({ message: UNCLOSED, at: end + unclosed })
    const expression = parseExpression(hole[1]!)
    if (!expression.ok) {
      const { message, at } = expression.refusal
      return refused({ message: `\`${hole[0]}\`: ${message}`, at: inside + at })
    }
    parts.push(text.slice(end, hole.index), movedBy(inside, expression.value))
    end = hole.index + hole[0].length
  }
  const unclosed = text.slice(end).indexOf(OPENING)
  if (unclosed >= 0) return refused({ message: UNCLOSED, at: end + unclosed })
  parts.push(text.slice(end))
  return accepted(parts.filter((part) => part !== ''))
}

const OPENING = '${{'
const UNCLOSED = 'a `${{` without its `}}`'

export const holesIn = (text: string): number[] => [...text.matchAll(HOLE)].map(({ index }) => index)

export const expressionsOf = (template: Template): Expression[] =>
  template.filter((part) => typeof part !== 'string')

export const fillTemplate = (template: Template, scope: ExpressionScope): string =>
  template.map((part) => (typeof part === 'string' ? part : formatValue(evaluate(part, scope)))).join('')

export const fillValue = (template: Template, scope: ExpressionScope): unknown =>
  template.length === 1 && typeof template[0] !== 'string'
    ? evaluate(template[0]!, scope)
    : fillTemplate(template, scope)
