import { parseMarkdown, type References } from './parser.ts'

/** A text cut at its top-level blocks. Joining `blocks` gives the text (with line ends as `\n`). */
export interface BlockedText {
  text: string
  blocks: readonly string[]
  references: References
  /** Those before the last two blocks: they can't change any more. */
  settledReferences: References
}

export const NO_TEXT: BlockedText = { text: '', blocks: [], references: {}, settledReferences: {} }

/**
 * Cut a text into its top-level blocks, so that each can be rendered and cached alone.
 *
 * A text that grew at its end is cut again only from its last block but one on: the line it ends with may still become
 * part of the block before, and nothing further up can change. `previous` is the cut of any earlier text.
 */
export function cutBlocks(text: string, previous: BlockedText = NO_TEXT): BlockedText {
  const normal = text.replace(/\r\n?/g, '\n')
  if (normal === previous.text) return previous
  if (!previous.text || !normal.startsWith(previous.text)) return cut(normal)
  const kept = previous.blocks.slice(0, -GROWING)
  const from = kept.reduce((length, block) => length + block.length, 0)
  const tail = cut(normal.slice(from), previous.settledReferences)
  return { ...tail, text: normal, blocks: [...kept, ...tail.blocks] }
}

/** Blocks at the end of a text that more text may change. */
const GROWING = 2

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
  const settled = blocks.slice(0, -GROWING).join('')
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
