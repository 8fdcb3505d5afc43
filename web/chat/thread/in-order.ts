import type { ToolActivity } from '#ground/turn/schema.ts'

export type AnswerPart = { text: string } | { tools: readonly ToolActivity[] }

/** Calls stored by older releases have no position and precede the text. */
export function partsInOrder(content: string, tools: readonly ToolActivity[]): AnswerPart[] {
  const parts: AnswerPart[] = []
  let shown = 0
  for (const tool of tools) {
    const at = Math.max(shown, paragraphEnd(content, tool.at ?? 0))
    const text = content.slice(shown, at)
    shown = at
    const last = parts.at(-1)
    if (text.trim() !== '') parts.push({ text }, { tools: [tool] })
    else if (last && 'tools' in last) parts[parts.length - 1] = { tools: [...last.tools, tool] }
    else parts.push({ tools: [tool] })
  }
  const rest = content.slice(shown)
  return rest === '' ? parts : [...parts, { text: rest }]
}

const paragraphEnd = (content: string, at: number): number => {
  if (at >= content.length || at === 0) return Math.min(at, content.length)
  const isBetweenWords = /\s/.test(content[at]!) || /\s/.test(content[at - 1]!)
  return isBetweenWords ? at : content.lastIndexOf('\n\n', at) + 1
}
