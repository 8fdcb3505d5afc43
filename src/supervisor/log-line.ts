/** A log line as a person reads it on the terminal. */
export interface ShownLine {
  level: 'warn' | 'error' | 'text'
  text: string
}

/** Fields that every line has, or that the text already says. */
const UNSHOWN = new Set(['level', 'time', 'pid', 'name', 'event', 'msg', 'err'])

/**
 * What the terminal shows of a line that a process wrote. Pure.
 *
 * @returns Null for lines that only the log file keeps: everything below `warn`.
 */
export function shownLine(name: string, line: string): ShownLine | null {
  if (line.trim() === '') return null
  const entry = parseEntry(line)
  if (!entry) return { level: 'text', text: `${name}: ${line}` }
  if (entry.level !== 'warn' && entry.level !== 'error') return null
  const fields = Object.entries(entry)
    .filter(([key]) => !UNSHOWN.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const cause = entry.err?.message ? `: ${entry.err.message}` : ''
  const details = fields.length > 0 ? ` (${fields.join(' ')})` : ''
  return {
    level: entry.level,
    text: `${entry.name ?? name}: ${entry.msg ?? entry.event ?? ''}${cause}${details}`,
  }
}

interface LogEntry {
  level: string
  name?: string
  event?: string
  msg?: string
  err?: { message?: string }
}

const parseEntry = (line: string): LogEntry | null => {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line) as Partial<LogEntry>
    return typeof entry.level === 'string' ? (entry as LogEntry) : null
  } catch {
    return null
  }
}
