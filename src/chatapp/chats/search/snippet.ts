/** Positions in UTF-16 code units. */
export type SnippetMark = [from: number, to: number]

export interface Snippet {
  text: string
  marks: SnippetMark[]
}

/** Characters of a snippet, about two lines. */
const LENGTH = 180
const BEFORE = 50

const PART = 4000
const AROUND = 400

export function snippetOf(text: string, words: readonly string[]): Snippet | null {
  for (let from = 0; from < text.length; from += PART) {
    const [start, end] = [Math.max(0, from - AROUND), from + PART + AROUND]
    const part = text.slice(start, end)
    const compared = comparable(part)
    if (!words.some((word) => compared.includes(word))) continue
    const snippet = snippetOfPart(part, words, { isBegun: start > 0, isCut: end < text.length })
    if (snippet) return snippet
  }
  return null
}

function snippetOfPart(
  text: string,
  words: readonly string[],
  { isBegun, isCut }: { isBegun: boolean; isCut: boolean },
): Snippet | null {
  const line = text.replaceAll(/\*\*|```|^#{1,6} /gm, '').replaceAll(/\s+/g, ' ')
  const marks = marksOf(line, words).filter(([from]) => from > 0 || !isBegun) // if the line was cut, its first word may be incomplete
  if (!marks[0]) return null
  const start = startAt(line, marks[0][0])
  const end = endAt(line, start + LENGTH)
  const [before, after] = [start > 0 || isBegun ? '…' : '', end < line.length || isCut ? '…' : '']
  const shift = before.length - start
  return {
    text: before + line.slice(start, end) + after,
    marks: marks.flatMap(([from, to]): SnippetMark[] => (to <= end ? [[from + shift, to + shift]] : [])),
  }
}

export function marksOf(text: string, words: readonly string[]): SnippetMark[] {
  const { plain, places: matchOffsets } = plainOf(text)
  const marks: SnippetMark[] = []
  for (const word of words)
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1))
      if (beginsWord(plain, at)) marks.push([matchOffsets[at]!, matchOffsets[at + word.length]!])
  return joined(marks)
}

/** `places` contains the position in `text` of each UTF-16 code unit of `plain`. */
function plainOf(text: string): { plain: string; places: number[] } {
  let plain = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const read = comparable(character)
    for (let unit = 0; unit < read.length; unit++) places.push(at)
    plain += read
    at += character.length
  }
  places.push(text.length)
  return { plain, places }
}

/** Must normalize as `termsOf` does, so that the words of the search occur in the result. */
const comparable = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')

const PART_OF_WORD = /[\p{L}\p{N}_]/u
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** In scripts without spaces, every character starts a word. */
function beginsWord(plain: string, at: number): boolean {
  const before = /.$/su.exec(plain.slice(Math.max(0, at - 2), at))?.[0]
  const first = String.fromCodePoint(plain.codePointAt(at)!)
  return !before || !PART_OF_WORD.test(before) || UNSPACED.test(before) || UNSPACED.test(first)
}

function joined(marks: readonly SnippetMark[]): SnippetMark[] {
  const all: SnippetMark[] = []
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = all.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else if (to > from) all.push([from, to])
  }
  return all
}

/** Prefers the start of a word. Never a position inside a surrogate pair. */
function startAt(line: string, match: number): number {
  if (match <= BEFORE) return 0
  const space = line.indexOf(' ', match - BEFORE)
  return space >= 0 && space < match ? space + 1 : whole(line, match - BEFORE)
}

function endAt(line: string, wanted: number): number {
  if (wanted >= line.length) return line.length
  const space = line.lastIndexOf(' ', wanted)
  return space > wanted - 30 ? space : whole(line, wanted)
}

const whole = (line: string, at: number): number => (/[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at + 1 : at)
