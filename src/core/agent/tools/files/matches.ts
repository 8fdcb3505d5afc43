const MAX_MATCHES = 100
const MAX_SHOWN_LINE = 300

export interface Matches {
  beginFile(path: string): void
  /** @param at Position of the match; -1 for a line without a match. */
  line(text: string, at: number): void
  skipped(path: string): void
  addNote(text: string): void
  isFull(): boolean
  text(nothing: string): string
}

export function createMatches(context: number): Matches {
  const shown: string[] = []
  const notes: string[] = []
  let count = 0
  let skipped = 0
  let path = ''
  let number = 0
  let before: { text: string; number: number }[] = []
  let after = 0
  let lastShown = 0

  const show = (text: string, line: number, mark: ':' | '-', at: number) => {
    if (context > 0 && shown.length > 0 && line !== lastShown + 1) shown.push('--')
    shown.push(`${path}${mark}${line}${mark}${around(text, at)}`)
    lastShown = line
  }

  return {
    beginFile(next) {
      path = next
      number = 0
      before = []
      after = 0
      lastShown = -1
    },
    line(text, at) {
      number++
      if (at >= 0) count++
      if (at >= 0 && count <= MAX_MATCHES) {
        for (const earlier of before) show(earlier.text, earlier.number, '-', 0)
        before = []
        show(text, number, ':', at)
        after = context
      } else if (after > 0) {
        show(text, number, '-', 0)
        after--
      } else if (context > 0) {
        before.push({ text, number })
        if (before.length > context) before.shift()
      }
    },
    skipped: () => void skipped++,
    addNote: (text) => void notes.push(text),
    isFull: () => count > MAX_MATCHES,
    text(nothing) {
      const full = count > MAX_MATCHES ? ['… and more; search for something narrower.'] : []
      const unsearched =
        skipped > 0 ? [`(not searched, as not text: ${skipped} ${skipped === 1 ? 'file' : 'files'})`] : []
      const body = shown.length > 0 ? shown : [nothing]
      return [...body, ...full, ...notes.map((note) => `(${note})`), ...unsearched].join('\n')
    },
  }
}

const around = (text: string, at: number): string => {
  const line = text.trimEnd()
  if (line.length <= MAX_SHOWN_LINE) return line
  const from = Math.max(0, Math.min(at - 60, line.length - MAX_SHOWN_LINE))
  const to = from + MAX_SHOWN_LINE
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`
}
