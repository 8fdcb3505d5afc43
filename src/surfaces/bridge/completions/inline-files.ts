import { parseDataUrl, type DataUrl } from './data-url.ts'

/** A piece of a text: words, or a file that is written into it as a `data:` URL. */
export type TextPiece = { text: string } | { url: string; data: DataUrl }

const ANY = /data:/i
/** Bounded, so that no text makes it look at the same characters again and again. */
const HEAD = /\bdata:(?:[\w.+-]{1,64}\/[\w.+-]{1,128})?(?:;[\w.+-]{1,64}(?:=[^\s;,"'<>()]{0,128})?){0,8},/gi
const BASE64 = /(?:[\w+/-]|%[\da-f]{2})+={0,2}/iy
/** Addresses after this number in one text stay text, since reading each is expensive. */
const MOST_READ = 1000
const PERCENT_ENCODED = /[^\s"'<>()[\]{}`\\]+/y

/**
 * Finds the files in a text, in the syntax of markdown's images. Text that only resembles a `data:` URL stays
 * text: people write about such addresses too. Pure.
 */
export function textPieces(text: string): TextPiece[] {
  if (!ANY.test(text)) return [{ text }]
  const pieces: TextPiece[] = []
  let [from, read] = [0, 0]
  for (const head of text.matchAll(HEAD)) {
    if (head.index < from) continue
    const payload = /;base64,$/i.test(head[0]) ? BASE64 : PERCENT_ENCODED
    payload.lastIndex = head.index + head[0].length
    const rest = payload.exec(text)
    if (!rest) continue
    if (++read > MOST_READ) break
    const url = head[0] + rest[0]
    const data = parseDataUrl(url)
    if (!data.ok || data.value.size === 0) continue
    if (head.index > from) pieces.push({ text: text.slice(from, head.index) })
    pieces.push({ url, data: data.value })
    from = head.index + url.length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) })
  return pieces
}
