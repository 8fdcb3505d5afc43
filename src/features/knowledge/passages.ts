export interface Passage {
  /** Lines count from 1. */
  firstLine: number
  lastLine: number
  text: string
}

const MAX_LINES = 40
const MAX_CHARACTERS = 1500
/** A passage that is at least this long ends before a heading or at an empty line. */
const MIN_CHARACTERS = 400

/** Cuts a text before headings and at empty lines, so that a passage is about one subject. */
export function* cutPassages(lines: Iterable<string>): Generator<Passage> {
  let firstLine = 1
  let number = 0
  let length = 0
  let kept: string[] = []
  const take = (): Passage | null => {
    const text = kept.join('\n').trimEnd()
    const passage = { firstLine, lastLine: firstLine + text.split('\n').length - 1, text }
    kept = []
    length = 0
    return text === '' ? null : passage
  }
  for (const line of lines) {
    number++
    if (kept.length > 0 && endsBefore(line, kept, length)) {
      const passage = take()
      if (passage) yield passage
    }
    if (kept.length === 0 && line.trim() === '') continue
    if (kept.length === 0) firstLine = number
    kept.push(line)
    length += line.length + 1
  }
  const passage = take()
  if (passage) yield passage
}

const HEADING = /^(#{1,6} |--- .+ ---$)/

const endsBefore = (line: string, kept: readonly string[], length: number): boolean =>
  kept.length >= MAX_LINES ||
  length + line.length > MAX_CHARACTERS ||
  (HEADING.test(line) && kept.some((one) => !HEADING.test(one) && one.trim() !== '')) ||
  (length >= MIN_CHARACTERS && kept.at(-1)!.trim() === '')
