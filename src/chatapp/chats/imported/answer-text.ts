import { decodeEntities } from './entities.ts'

/** A part of an answer that Open WebUI writes into the text as `<details type="…">`. */
export interface Block {
  type: string
  attributes: ReadonlyMap<string, string>
  /** Text of the block without its summary and without Markdown's quote marks (`>`). */
  text: string
  at: number
}

const OPENING = '<details type="'
const CLOSING = '</details>'
const SEPARATOR = '\n\n'
const KNOWN = new Set(['reasoning', 'tool_calls', 'code_interpreter', 'code_execution'])

/**
 * A block begins on its own line outside of fenced code. If an answer was cut off within a block, the block contains
 * the rest of the text.
 */
export function separateBlocks(content: string): { text: string; blocks: Block[] } {
  const blocks: Block[] = []
  if (!content.includes(OPENING)) return { text: content, blocks }
  const texts: string[] = []
  let length = 0
  let from = 0
  let read = 0
  let isInFence = false
  for (let start = content.indexOf(OPENING); start !== -1; start = content.indexOf(OPENING, read)) {
    // Counts the fences only since the last tag, because a count from the start for each tag would take quadratic
    // time.
    if (hasOddFences(content.slice(read, start), read === from)) isInFence = !isInFence
    const tag = isInFence || !beginsLine(content, start) ? null : readTag(content, start)
    read = start + OPENING.length
    if (!tag) continue
    const closing = content.indexOf(CLOSING, tag.end)
    const end = closing === -1 ? content.length : closing
    const text = content.slice(from, start).trimEnd()
    if (text) length += text.length + (texts.length > 0 ? SEPARATOR.length : 0)
    if (text) texts.push(text)
    blocks.push({ ...tag, text: blockText(content.slice(tag.end, end)), at: length })
    from = Math.min(content.length, end + CLOSING.length)
    while (from < content.length && /\s/.test(content[from]!)) from++
    read = from
  }
  return { text: [...texts, content.slice(from)].join(SEPARATOR).trim(), blocks }
}

const MAX_TAG_LENGTH = 1024 * 1024

/** Quoted attributes may contain `>`. */
function readTag(
  content: string,
  start: number,
): (Pick<Block, 'type' | 'attributes'> & { end: number }) | null {
  const attributes = new Map<string, string>()
  let at = start + '<details'.length
  while (at - start < MAX_TAG_LENGTH) {
    while (content[at] === ' ') at++
    if (content[at] === '>') break
    const equals = content.indexOf('="', at)
    const name = equals === -1 ? '' : content.slice(at, Math.min(equals, at + 40))
    if (!/^[\w-]+$/.test(name)) return null
    const end = content.indexOf('"', equals + 2)
    if (end === -1) return null
    attributes.set(name, decodeEntities(content.slice(equals + 2, end)))
    at = end + 1
  }
  const type = attributes.get('type') ?? ''
  return KNOWN.has(type) && content[at] === '>' ? { type, attributes, end: at + 1 } : null
}

function beginsLine(content: string, start: number): boolean {
  let at = start
  while (content[at - 1] === ' ' || content[at - 1] === '\t') at--
  return at === 0 || content[at - 1] === '\n'
}

function hasOddFences(part: string, isLineStart: boolean): boolean {
  let fences = 0
  for (let at = part.indexOf('```'); at !== -1; at = part.indexOf('```', at + 3))
    if (at === 0 ? isLineStart : part[at - 1] === '\n') fences++
  return fences % 2 === 1
}

function blockText(inner: string): string {
  const summary = inner.indexOf('</summary>')
  const body = summary === -1 ? inner : inner.slice(summary + '</summary>'.length)
  const lines = decodeEntities(body).trim().split('\n')
  const isQuoted = lines.every((line) => line.startsWith('>') || line.trim() === '')
  return lines
    .map((line) => (isQuoted ? line.replace(/^> ?/, '') : line))
    .join('\n')
    .trim()
}
