/** A starter prompt of the Hub under the name clients call it by. */
export interface NamedPrompt {
  name: string
  text: string
}

/** The Hub's suggestions as prompts, in their order. Names come from the first words and stay unique. */
export function promptsOf(suggestions: readonly string[]): NamedPrompt[] {
  const taken = new Set<string>()
  return suggestions.map((text) => {
    const start = nameOf(text)
    let name = start
    for (let count = 2; taken.has(name); count++) name = `${start}_${count}`
    taken.add(name)
    return { name, text }
  })
}

const nameOf = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
  return words?.slice(0, 6).join('_').slice(0, 60) || 'prompt'
}
