import { accepted, refused, type Result } from '#base/result.ts'
import { evaluate, textOf, type Scope } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import type { Expression } from './syntax.ts'

/** A text with `${{ … }}` in it: texts, and expressions between them. */
export type Template = readonly (string | Expression)[]

const HOLE = /\$\{\{((?:'(?:[^']|'')*'|"(?:[^"\\]|\\["\\])*"|(?!\}\}|\$\{\{)[^'"])*)\}\}/g

/** Read a text with expressions. A refusal quotes the expression that is wrong. */
export function parseTemplate(text: string): Result<Template, string> {
  const parts: (string | Expression)[] = []
  let end = 0
  for (const hole of text.matchAll(HOLE)) {
    const expression = parseExpression(hole[1]!)
    if (!expression.ok) return refused(`\`${hole[0]}\`: ${expression.refusal}`)
    parts.push(text.slice(end, hole.index), expression.value)
    end = hole.index + hole[0].length
  }
  parts.push(text.slice(end))
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.some((part) => part.includes('${{'))) return refused('a `${{` without its `}}`')
  return accepted(parts.filter((part) => part !== ''))
}

export const expressionsOf = (template: Template): Expression[] =>
  template.filter((part) => typeof part !== 'string')

/** The text with the values put in. */
export const fillTemplate = (template: Template, scope: Scope): string =>
  template.map((part) => (typeof part === 'string' ? part : textOf(evaluate(part, scope)))).join('')

/** The same, but what is one expression and nothing else keeps its type. */
export const fillValue = (template: Template, scope: Scope): unknown =>
  template.length === 1 && typeof template[0] !== 'string'
    ? evaluate(template[0]!, scope)
    : fillTemplate(template, scope)
