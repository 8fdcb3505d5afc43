import { isRecord } from '#ground/base/json/lenient.ts'
export interface ThoughtFields {
  content?: unknown
  reasoning_content?: string | null
  reasoning?: string | null
  /** OpenRouter's thoughts as a list of blocks. Chunks of one block share its index. */
  reasoning_details?: unknown
  /** LiteLLM's thoughts as a list of blocks in Anthropic's format. A signature ends a block. */
  thinking_blocks?: unknown
}

type Block = Record<string, unknown>

/** Fields for thoughts; if both are present, they contain the same text. */
const TEXT_FIELDS = ['reasoning_content', 'reasoning'] as const

/** Block fields whose values are concatenated over chunks. Every other field keeps its first value. */
const JOINED_FIELDS: ReadonlySet<string> = new Set(['text', 'summary', 'data', 'thinking'])

export function createThoughtRecord() {
  const texts: Record<string, string> = {}
  const details: Block[] = []
  const blocks: Block[] = []
  let partThoughts = ''
  let isInline = false
  let text = ''

  const textIn = (delta: ThoughtFields): string => {
    const field = TEXT_FIELDS.find((name) => typeof delta[name] === 'string' && delta[name] !== '')
    if (field) {
      texts[field] = (texts[field] ?? '') + delta[field]!
      return delta[field]!
    }
    // DeepSeek requires the field even if it is empty.
    if (delta.reasoning_content === '') texts.reasoning_content ??= ''
    return ''
  }

  return {
    add(delta: ThoughtFields): string {
      const newDetails = blocksIn(delta.reasoning_details)
      const newBlocks = blocksIn(delta.thinking_blocks)
      for (const piece of newDetails) addDetail(details, piece)
      for (const piece of newBlocks) addThinking(blocks, piece)
      const inParts = Array.isArray(delta.content)
        ? joinContentText(
            delta.content.map((part: unknown) => (part as { thinking?: unknown } | null)?.thinking),
          )
        : ''
      partThoughts += inParts
      const plain = textIn(delta)
      const inBlocks = newDetails.length > 0 ? newDetails : newBlocks
      const shown =
        plain === ''
          ? inBlocks.map(({ text, summary, thinking }) => joinContentText([text, summary, thinking])).join('')
          : plain
      return shown + inParts
    },
    addText(piece: string, hasThoughts: boolean): void {
      text += piece
      isInline ||= hasThoughts
    },
    fields(): Record<string, unknown> {
      const fields: Record<string, unknown> = Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, value.toWellFormed()]),
      )
      if (details.length > 0) fields.reasoning_details = details
      if (blocks.length > 0) fields.thinking_blocks = blocks
      if (partThoughts !== '') fields.content = partsOf(partThoughts, text)
      else if (isInline) fields.content = text.toWellFormed()
      return fields
    },
  }
}

const partsOf = (thoughts: string, text: string): object[] => [
  { type: 'thinking', thinking: [{ type: 'text', text: thoughts.toWellFormed() }] },
  ...(text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }]),
]

const blocksIn = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isRecord) : [])

function addDetail(details: Block[], piece: Block): void {
  const last = details.at(-1)
  const block =
    typeof piece.index === 'number'
      ? details.find(({ type, index }) => type === piece.type && index === piece.index)
      : last && continues(last, piece)
        ? last
        : undefined
  if (block) joinPiece(block, piece)
  else details.push({ ...piece })
}

const continues = (last: Block, piece: Block): boolean =>
  last.index === undefined &&
  last.type === piece.type &&
  (piece.id == null || piece.id === last.id) &&
  typeof piece.data !== 'string' &&
  !last.signature

function addThinking(blocks: Block[], piece: Block): void {
  const last = blocks.at(-1)
  if (last && last.type === piece.type && piece.type === 'thinking' && !last.signature) joinPiece(last, piece)
  else blocks.push({ ...piece })
}

function joinPiece(block: Block, piece: Block): void {
  for (const [key, value] of Object.entries(piece)) {
    if (value == null) continue
    const known = block[key]
    if (JOINED_FIELDS.has(key) && typeof known === 'string' && typeof value === 'string') {
      const isRepeated = Boolean(piece.signature) && value === known
      block[key] = isRepeated ? known : known + value
    } else if (key === 'signature' || known == null || known === '') block[key] = value
  }
}

export const joinContentText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(joinContentText).join('')
  return typeof content === 'object' && content !== null && 'text' in content
    ? joinContentText(content.text)
    : ''
}
