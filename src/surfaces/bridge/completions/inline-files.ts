import type { TurnBudget } from '#ground/base/turn-budget.ts'
import { parseDataUrl, type DataUrl } from './data-url.ts'

export type TextPiece = { text: string } | { url: string; data: DataUrl }

/** Number of characters that are searched before the event loop runs other work. */
const PORTION_CHARS = 256 * 1024
const SCHEME = 'data:'
const ANY = /data:/gi
/** All repetitions are bounded, so that no text causes quadratic backtracking. */
const HEAD = /\bdata:(?:[\w.+-]{1,64}\/[\w.+-]{1,128})?(?:;[\w.+-]{1,64}(?:=[^\s;,"'<>()]{0,128})?){0,8},/iy
const BASE64 = /(?:[\w+/-]|%[\da-f]{2}){1,65536}/iy
const PADDING = /={0,2}/y
const PERCENT_ENCODED = /[^\s"'<>()[\]{}`\\]{1,65536}/y
/** Limit per text. Further `data:` URLs remain text. */
const MAX_INLINE_FILES = 1000

/** Splits a text at inline files, such as Markdown images. Invalid `data:` URLs remain text. */
export async function textPieces(text: string, turns: TurnBudget): Promise<TextPiece[]> {
  const pieces: TextPiece[] = []
  let [from, read] = [0, 0]
  for (const start of startsIn(text)) {
    if (turns.isSpent()) await turns.nextTurn()
    if (start === null || start < from) continue
    const head = matchAt(HEAD, text, start)
    const end = head && (await endOfPayload(text, start + head.length, { head, turns }))
    if (!end) continue
    if (++read > MAX_INLINE_FILES) break
    const url = text.slice(start, end)
    const data = parseDataUrl(url)
    if (!data.ok || data.value.size === 0) continue
    if (start > from) pieces.push({ text: text.slice(from, start) })
    pieces.push({ url, data: data.value })
    from = end
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) })
  return pieces
}

function* startsIn(text: string): Generator<number | null> {
  for (let from = 0; from < text.length; from += PORTION_CHARS) {
    for (const { index } of text.slice(from, from + PORTION_CHARS + SCHEME.length - 1).matchAll(ANY))
      yield from + index
    yield null
  }
}

async function endOfPayload(
  text: string,
  start: number,
  { head, turns }: { head: string; turns: TurnBudget },
): Promise<number | null> {
  const isBase64 = /;base64,$/i.test(head)
  let end = start
  for (
    let part;
    (part = matchAt(isBase64 ? BASE64 : PERCENT_ENCODED, text, end)) !== null;
    end += part.length
  )
    if (turns.isSpent()) await turns.nextTurn()
  if (end === start) return null
  return isBase64 ? end + matchAt(PADDING, text, end)!.length : end
}

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? null
}
