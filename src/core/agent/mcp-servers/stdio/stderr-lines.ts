import type { Clock } from '#ground/base/clock.ts'

/** Lines logged per window; the rest is dropped. */
const MAX_PASSED_ON = 20
const WINDOW_MS = 10_000

/** Useful lines that form the reason of an exit, and the maximum time between them. */
const MAX_LAST = 3
const LAST_WITHIN_MS = 1_000

export interface ProgramOutput {
  hear(line: string): void
  /** The program sent a protocol message, so earlier lines do not explain its exit. */
  noteMessage(): void
  /** The last useful lines, if written together and after the last protocol message; otherwise the last line. */
  last(): string
}

interface Line {
  line: string
  at: number
  isAfterMessage: boolean
  isUseful: boolean
}

export function createSaid({ clock, onSaid }: { clock: Clock; onSaid(line: string): void }): ProgramOutput {
  let last: Line[] = []
  let since = clock.now()
  let heard = 0
  let isSource = false
  let isNote = false
  const passOn = (line: string, at: number) => {
    if (at - since >= WINDOW_MS) [since, heard] = [at, 0]
    if (++heard <= MAX_PASSED_ON) onSaid(line)
  }
  return {
    hear(line) {
      if (line.trim() === '') return
      const at = clock.now()
      isNote = isNoteLine(line, isNote)
      if (isNote) return passOn(line, at)
      const isUseful = !isSource && !NOISE.some((noise) => noise.test(line))
      isSource = PYTHON_FRAME.test(line) // the next line quotes the source code
      const heardNow = { line, at, isAfterMessage: true, isUseful }
      const together = last.filter((one) => one.isAfterMessage && at - one.at < LAST_WITHIN_MS)
      if (isUseful) last = [...together.filter((one) => one.isUseful), heardNow].slice(-MAX_LAST)
      else if (together.length === 0) last = [heardNow]
      else last = together.map((one) => ({ ...one, at })) // keeps an error together with the text after its stack trace
      passOn(line, at)
    },
    noteMessage() {
      last = last.slice(-1).map((one) => ({ ...one, isAfterMessage: false }))
    },
    last: () => last.map(({ line }) => (last.length > 1 ? line.trim() : line)).join('; '),
  }
}

const PYTHON_FRAME = /^\s*File ".*", line \d+/

/** Whether a line belongs to a banner or a log entry below warning level. These lines never explain an exit. */
const isNoteLine = (line: string, isAfterNote: boolean): boolean =>
  NOTES.some((note) => note.test(line)) || (isAfterNote && WRAPPED.test(line))

const NOTES: readonly RegExp[] = [
  /^\s*[\u2500-\u259f]/, // box-drawing and block characters
  /^\s*(\[[^\]]*\]\s*)?(TRACE|DEBUG|INFO|NOTICE)\b/, // rich, uvicorn
  /^\s*\[(trace|debug|info|notice)\]/i,
  /^\s*\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,+Z-]+\s+(\S+\s+)?([-|[]\s*)?(\S+\s+-\s+)?(TRACE|DEBUG|INFO|NOTICE)\b/, // Python's logging, log4j
  /\blevel=(trace|debug|info)\b/i, // logfmt
  /^\s*\{.*"level"\s*:\s*("(trace|debug|info)"|[123]0\b)/i, // JSON, with names or pino's numbers
]

/** Continuation of an entry that Python's rich library wraps in its narrow column. */
const WRAPPED = /^\s{16,}\S/

/** Lines of stack traces and runtime notes, which do not name the failure. */
const NOISE: readonly RegExp[] = [
  /^[^\p{L}\p{N}]*$/u, // carets, brackets
  PYTHON_FRAME,
  /^\s*Traceback \(most recent call last\):/,
  /^\s*For further information visit /, // pydantic
  /^\s+at\s+\S/, // JavaScript, Java, .NET
  /^\s*\.\.\. \d+ (more|common frames omitted)/, // Java
  /^\s*Node\.js v\d/,
  /^node:internal\//,
  /^note: (run with|Some details are omitted)/, // Rust
  /^\s*stack backtrace:/,
  /^\s+\d+:\s+(0x[\da-f]+ - )?\S+$/, // Rust stack frame
  /^goroutine \d+ \[/, // Go
  /^\s+\S+:\d+ \+0x[\da-f]+/,
  /^[\w/-]+\.[\w./-]*\(.*\)$/,
  /^exit status \d+$/,
]
