/** A log line as a person reads it on the terminal. */
export interface ShownLine {
  level: 'warn' | 'error' | 'text'
  text: string
}

/** Parts of a position, most general first. */
const PLACE = ['file', 'line', 'column'] as const

/** Successes that the editor of the Hub's folder waits for. */
const NEWS = new Set(['hub.mended', 'hub.reloaded'])

/** Fields that every line has, or that are part of the text. */
const UNSHOWN = new Set([
  'level',
  'time',
  'pid',
  'name',
  'event',
  'msg',
  'err',
  'reason',
  ...PLACE,
  'message',
])

/**
 * The terminal's form of a process's log line. Pure.
 *
 * @returns Null for lines of the log file only: everything below `warn`.
 */
export function shownLine(name: string, line: string): ShownLine | null {
  if (line.trim() === '') return null
  const entry = parseEntry(line)
  if (!entry) return { level: 'text', text: `${name}: ${line}` }
  if (entry.level === 'warn' || entry.level === 'error')
    return { level: entry.level, text: formatLogLine(name, entry) }
  return NEWS.has(entry.event ?? '') ? { level: 'text', text: formatLogLine(name, entry) } : null
}

/** A log line as text: sender, message, position, reason, and other facts. */
export function formatLogLine(name: string, entry: LogEntry): string {
  const place = PLACE.flatMap((key) => entry[key] ?? []).join(':')
  const causes = [place, entry.message ?? entry.err?.message ?? entry.reason ?? '']
  const facts = Object.entries(entry)
    .filter(([key, value]) => !UNSHOWN.has(key) && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = entry.msg ?? entry.event ?? ''
  // The text of some events names the place and the reason itself.
  const said = [text, ...causes.filter((cause) => !text.includes(cause))].filter(Boolean).join(': ')
  return `${entry.name ?? name}: ${said}${facts.length > 0 ? ` (${facts.join(' ')})` : ''}`
}

/** A structured line, of which only the level is sure to be there. */
export interface LogEntry extends Partial<Record<(typeof PLACE)[number], string | number | null>> {
  level: string
  time?: string
  name?: string
  event?: string
  msg?: string
  message?: string
  reason?: string
  err?: { message?: string }
}

/** Null for an unstructured line. */
export const parseEntry = (line: string): LogEntry | null => {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line) as Partial<LogEntry>
    return typeof entry.level === 'string' ? (entry as LogEntry) : null
  } catch {
    return null
  }
}
