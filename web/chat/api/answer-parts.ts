import type { ToolActivity } from '#ground/turn/schema.ts'

export type AnswerPart = { text: string } | { reasoning: string } | { tools: readonly ToolActivity[] }

interface Answer {
  content: string
  reasoning?: string | undefined
  tools?: readonly ToolActivity[] | undefined
}

/** In answers of earlier releases, tool calls have no position: reasoning comes first, then the calls. */
export function partsInOrder({ content, reasoning = '', tools = [] }: Answer): AnswerPart[] {
  const parts: AnswerPart[] = []
  let shown = 0
  let reasoned = 0
  const addWords = (textEnd: number, reasoningEnd: number) => {
    const thought = reasoning.slice(reasoned, reasoningEnd)
    const text = content.slice(shown, textEnd)
    reasoned = Math.max(reasoned, reasoningEnd)
    shown = textEnd
    if (thought.trim() !== '') parts.push({ reasoning: thought })
    if (text.trim() !== '') parts.push({ text })
  }
  for (const tool of tools) {
    addWords(Math.max(shown, paragraphEnd(content, tool.at ?? 0)), tool.reasoning_at ?? reasoning.length)
    const last = parts.at(-1)
    if (last && 'tools' in last) parts[parts.length - 1] = { tools: [...last.tools, tool] }
    else parts.push({ tools: [tool] })
  }
  addWords(content.length, reasoning.length)
  return parts
}

const paragraphEnd = (content: string, at: number): number => {
  if (at >= content.length || at === 0) return Math.min(at, content.length)
  const isBetweenWords = /\s/.test(content[at]!) || /\s/.test(content[at - 1]!)
  return isBetweenWords ? at : content.lastIndexOf('\n\n', at) + 1
}
