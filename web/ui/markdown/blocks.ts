import { parseMarkdown, type References } from './parser.ts'

/** The joined `blocks` equal the text with LF line ends. */
export interface BlockedText {
  text: string
  blocks: readonly string[]
  references: References
  settledReferences: References
}

export const NO_TEXT: BlockedText = { text: '', blocks: [], references: {}, settledReferences: {} }

/**
 * `previous` is the result for another text. If `text` continues that text, only its last two blocks are parsed
 * again.
 */
export function cutBlocks(text: string, previous: BlockedText = NO_TEXT): BlockedText {
  const normal = text.replace(/\r\n?/g, '\n')
  if (normal === previous.text) return previous
  if (!previous.text || !normal.startsWith(previous.text)) return cut(normal)
  const kept = previous.blocks.slice(0, -MAY_CHANGE)
  const from = kept.reduce((length, block) => length + block.length, 0)
  const tail = cut(normal.slice(from), previous.settledReferences)
  return { ...tail, text: normal, blocks: [...kept, ...tail.blocks] }
}

/** Number of last blocks that appended text may change. */
export const MAY_CHANGE = 2

function cut(text: string, known: References = {}): BlockedText {
  const references = { ...known }
  const tokens = parseMarkdown(text, references)
  const ends = tokens
    .filter(({ level, nesting, map }) => level === 0 && nesting >= 0 && map)
    .map(({ map }) => map![1])
  const starts = lineStarts(text)
  const cuts = [0, ...ends.slice(0, -1).map((line) => starts[line] ?? text.length), text.length]
  const blocks = cuts
    .slice(1)
    .map((end, index) => text.slice(cuts[index], end))
    .filter(Boolean)
  const settled = blocks.slice(0, -MAY_CHANGE).join('')
  const settledReferences = { ...known }
  const hasNew = Object.keys(references).length > Object.keys(known).length
  if (settled && hasNew) parseMarkdown(settled, settledReferences)
  return { text, blocks, references, settledReferences }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
