export interface ShownLine {
  level: 'warn' | 'error' | 'text'
  text: string
}

const PLACE = ['file', 'line', 'column'] as const

/**
 * These events are shown although their level is below `warn`, because an author who edits the Hub's folder waits for
 * them.
 */
const NEWS = new Set(['hub.mended', 'hub.reloaded'])

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

/** @returns Null for lines below `warn`, which only the log file gets. */
export function shownLine(name: string, line: string): ShownLine | null {
  if (line.trim() === '') return null
  const entry = parseEntry(line)
  if (!entry) return { level: 'text', text: `${name}: ${line}` }
  if (entry.level === 'warn' || entry.level === 'error')
    return { level: entry.level, text: formatLogLine(name, entry) }
  return NEWS.has(entry.event ?? '') ? { level: 'text', text: formatLogLine(name, entry) } : null
}

export function formatLogLine(name: string, entry: LogEntry): string {
  const place = PLACE.flatMap((key) => entry[key] ?? []).join(':')
  const causes = [place, entry.message ?? entry.err?.message ?? entry.reason ?? '']
  const facts = Object.entries(entry)
    .filter(([key, value]) => !UNSHOWN.has(key) && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = entry.msg ?? entry.event ?? ''
  const said = [text, ...causes.filter((cause) => !text.includes(cause))].filter(Boolean).join(': ')
  return `${entry.name ?? name}: ${said}${facts.length > 0 ? ` (${facts.join(' ')})` : ''}`
}

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

export const parseEntry = (line: string): LogEntry | null => {
  if (!line.startsWith('{')) return null
  try {
    const entry = JSON.parse(line) as Partial<LogEntry>
    return typeof entry.level === 'string' ? (entry as LogEntry) : null
  } catch {
    return null
  }
}
