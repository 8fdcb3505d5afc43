import type { Clock } from '#ground/base/clock.ts'

const MAX_LINES_PER_WINDOW = 20
const WINDOW_MS = 10_000

const MAX_REASON_LINES = 3
const MAX_REASON_GAP_MS = 1_000

export interface StderrReader {
  readLine(line: string): void
  recordMessage(): void
  lastLines(): string
}

interface Line {
  line: string
  at: number
  isAfterMessage: boolean
  isUseful: boolean
}

export function createStderrReader({
  clock,
  onLine,
}: {
  clock: Clock
  onLine(line: string): void
}): StderrReader {
  let last: Line[] = []
  let since = clock.now()
  let lineCount = 0
  let isSource = false
  let isNote = false
  const logLine = (line: string, at: number) => {
    if (at - since >= WINDOW_MS) [since, lineCount] = [at, 0]
    if (++lineCount <= MAX_LINES_PER_WINDOW) onLine(line)
  }
  return {
    readLine(line) {
      if (line.trim() === '') return
      const at = clock.now()
      isNote = isNoteLine(line, isNote)
      if (isNote) return logLine(line, at)
      const isUseful = !isSource && !NOISE.some((noise) => noise.test(line))
      isSource = PYTHON_FRAME.test(line)
      const current = { line, at, isAfterMessage: true, isUseful }
      const together = last.filter((one) => one.isAfterMessage && at - one.at < MAX_REASON_GAP_MS)
      if (isUseful) last = [...together.filter((one) => one.isUseful), current].slice(-MAX_REASON_LINES)
      else if (together.length === 0) last = [current]
      else last = together.map((one) => ({ ...one, at }))
      logLine(line, at)
    },
    recordMessage() {
      last = last.slice(-1).map((one) => ({ ...one, isAfterMessage: false }))
    },
    lastLines: () => last.map(({ line }) => (last.length > 1 ? line.trim() : line)).join('; '),
  }
}

const PYTHON_FRAME = /^\s*File ".*", line \d+/

/** Banners and log entries below warning level never explain an exit. */
const isNoteLine = (line: string, isAfterNote: boolean): boolean =>
  NOTES.some((note) => note.test(line)) || (isAfterNote && WRAPPED.test(line))

const NOTES: readonly RegExp[] = [
  /^\s*[\u2500-\u259f]/, // box-drawing and block characters
  /^\s*(\[[^\]]*\]\s*)?(TRACE|DEBUG|INFO|NOTICE)\b/, // Python's rich and uvicorn
  /^\s*\[(trace|debug|info|notice)\]/i,
  /^\s*\d{4}[-/]\d\d[-/]\d\d[T ][\d:.,+Z-]+\s+(\S+\s+)?([-|[]\s*)?(\S+\s+-\s+)?(TRACE|DEBUG|INFO|NOTICE)\b/, // Python's logging, log4j
  /\blevel=(trace|debug|info)\b/i, // logfmt
  /^\s*\{.*"level"\s*:\s*("(trace|debug|info)"|[123]0\b)/i, // JSON, with names or pino's numbers
]

/** Continuation of an entry that Python's rich library wraps in its narrow column. */
const WRAPPED = /^\s{16,}\S/

const NOISE: readonly RegExp[] = [
  /^[^\p{L}\p{N}]*$/u,
  PYTHON_FRAME,
  /^\s*Traceback \(most recent call last\):/,
  /^\s*For further information visit /, // Python's pydantic
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
