import type { PromptView } from '#chatapp/prompts/schema.ts'
import type { HubPrompt, PromptParts, PromptVariable } from '#ground/hub/prompts/schema.ts'

/** A prompt as it is offered after a slash. */
export interface OfferedPrompt {
  key: string
  name: string
  title: string
  description: string
  parts: PromptParts
  isOwn: boolean
}

/**
 * Matches of the typed text: names that begin with it, then names and titles that contain it. A person's own
 * precede the Hub's.
 */
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

/** Required values, each once. */
export function variablesOf(parts: PromptParts): PromptVariable[] {
  const variables = parts.filter((part) => typeof part !== 'string')
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()]
}

/** The text of a prompt with values, by their names, in the places of its variables. */
export const filledIn = (parts: PromptParts, values: ReadonlyMap<string, string>): string =>
  parts.map((part) => (typeof part === 'string' ? part : (values.get(part.name) ?? ''))).join('')
