import type { HubPrompt } from '#ground/hub/prompts/schema.ts'
import { variablesOf } from '#ground/hub/prompts/template.ts'
import type { HubSkill } from '#ground/hub/skills/skill.ts'

export interface NamedPrompt extends Pick<HubPrompt, 'name' | 'description' | 'parts'> {
  title?: string
  /** The skill whose instructions are the text of the prompt. */
  skill?: HubSkill
}

/** Skills are prompts too, because few programs support the protocol's extension for skills. */
export function namedPrompts(
  prompts: readonly HubPrompt[],
  skills: readonly HubSkill[],
  suggestions: readonly string[],
): NamedPrompt[] {
  const taken = new Set(prompts.map(({ name }) => name))
  const started = skills
    .filter(({ name }) => !taken.has(name))
    .map((skill): NamedPrompt => ({ name: skill.name, description: skill.description, parts: [], skill }))
  for (const { name } of started) taken.add(name)
  const starters = suggestions.map((text) => {
    const start = nameOf(text)
    let name = start
    for (let count = 2; taken.has(name); count++) name = `${start}_${count}`
    taken.add(name)
    return { name, description: text, parts: [text] }
  })
  return [...prompts, ...started, ...starters]
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
