import type { PromptView } from '#chatapp/prompts/schema.ts'
import type { HubPrompt, PromptParts, PromptVariable } from '#ground/hub/prompts/schema.ts'

export interface OfferedPrompt {
  key: string
  name: string
  title: string
  description: string
  parts: PromptParts
  isOwn: boolean
}

export function offersFor(
  typed: string,
  own: readonly PromptView[],
  shared: readonly HubPrompt[],
): OfferedPrompt[] {
  const wanted = typed.toLowerCase()
  const all: OfferedPrompt[] = [
    ...own.map((prompt) => ({ ...prompt, key: prompt.id, description: '', isOwn: true })),
    ...shared.map((prompt) => ({ ...prompt, key: `shared:${prompt.name}`, isOwn: false })),
  ]
  const begins = ({ name }: OfferedPrompt) => name.toLowerCase().startsWith(wanted)
  const has = ({ name, title }: OfferedPrompt) => `${name}\n${title}`.toLowerCase().includes(wanted)
  return [...all.filter(begins), ...all.filter((offer) => !begins(offer) && has(offer))]
}

export function variablesOf(parts: PromptParts): PromptVariable[] {
  const variables = parts.filter((part) => typeof part !== 'string')
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()]
}

export const filledIn = (parts: PromptParts, values: ReadonlyMap<string, string>): string =>
  parts.map((part) => (typeof part === 'string' ? part : (values.get(part.name) ?? ''))).join('')
