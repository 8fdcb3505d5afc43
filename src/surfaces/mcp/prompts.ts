import type { HubPrompt } from '#ground/hub/prompts/schema.ts'
import { variablesOf } from '#ground/hub/prompts/template.ts'

export interface NamedPrompt extends Pick<HubPrompt, 'name' | 'description' | 'parts'> {
  title?: string
}

export function namedPrompts(prompts: readonly HubPrompt[], suggestions: readonly string[]): NamedPrompt[] {
  const taken = new Set(prompts.map(({ name }) => name))
  const starters = suggestions.map((text) => {
    const start = nameOf(text)
    let name = start
    for (let count = 2; taken.has(name); count++) name = `${start}_${count}`
    taken.add(name)
    return { name, description: text, parts: [text] }
  })
  return [...prompts, ...starters]
}

export const listedPrompt = ({ name, title, description, parts }: NamedPrompt) => ({
  name,
  ...(title && { title }),
  ...(description && { description }),
  ...(variablesOf(parts).length > 0 && { arguments: variablesOf(parts).map(argumentOf) }),
})

const argumentOf = (variable: { name: string; default: string | null }) => ({
  name: variable.name,
  required: variable.default === null,
  ...(variable.default && { description: `Default: ${variable.default}` }),
})

const nameOf = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
  return words?.slice(0, 6).join('_').slice(0, 60) || 'prompt'
}
