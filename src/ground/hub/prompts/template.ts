import type { PromptParts, PromptVariable } from './schema.ts'

/** `{{name}}` or `{{name|default}}`. Other braces are text. */
const VARIABLE = /\{\{[ \t]*([\p{L}\p{N}][\p{L}\p{N} _-]{0,39}?)[ \t]*(?:\|([^{}]*))?\}\}/gu

export const MAX_VARIABLES = 20

export const PROMPT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u

export function partsOf(text: string): PromptParts {
  const defaults = new Map<string, string>()
  for (const [, name, given] of text.matchAll(VARIABLE))
    if (given !== undefined && !defaults.has(name!)) defaults.set(name!, given.trim())
  const parts: PromptParts = []
  let end = 0
  for (const { 0: whole, 1: name, index } of text.matchAll(VARIABLE)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push({ name: name!, default: defaults.get(name!) ?? null })
    end = index + whole.length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

export function variablesOf(parts: PromptParts): PromptVariable[] {
  const variables = parts.filter((part) => typeof part !== 'string')
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()]
}

/** @param values Inserted unchanged, never parsed as templates. */
export function filledIn(
  parts: PromptParts,
  values: Readonly<Record<string, string>>,
): { text: string } | { missing: string } {
  let text = ''
  for (const part of parts) {
    const value = typeof part === 'string' ? part : (ownValue(values, part.name) ?? part.default)
    if (value === null) return { missing: (part as PromptVariable).name }
    text += value
  }
  return { text }
}

const ownValue = (values: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(values, name) ? values[name] : undefined
