export interface ShownLine {
  level: 'warn' | 'error' | 'text'
  text: string
}

const POSITION_KEYS = ['file', 'line', 'column'] as const

/**
 * The terminal shows these events although their level is below `warn`, because an author who edits the Hub's folder
 * waits for them.
 */
const SHOWN_EVENTS = new Set(['hub.mended', 'hub.reloaded'])

const UNSHOWN = new Set([
  'level',
  'time',
  'pid',
  'name',
  'event',
  'msg',
  'err',
  'reason',
  ...POSITION_KEYS,
  'message',
])

/** @returns Null for a line that only the log file gets, not the terminal. */
export function shownLine(name: string, line: string): ShownLine | null {
  if (line.trim() === '') return null
  const entry = parseEntry(line)
  if (!entry) return { level: 'text', text: `${name}: ${line}` }
  if (entry.level === 'warn' || entry.level === 'error')
    return { level: entry.level, text: formatLogLine(name, entry) }
  return SHOWN_EVENTS.has(entry.event ?? '') ? { level: 'text', text: formatLogLine(name, entry) } : null
}

export function formatLogLine(name: string, entry: LogEntry): string {
  const position = POSITION_KEYS.flatMap((key) => entry[key] ?? []).join(':')
  const causes = [position, entry.message ?? entry.err?.message ?? entry.reason ?? '']
  const facts = Object.entries(entry)
    .filter(([key, value]) => !UNSHOWN.has(key) && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const text = entry.msg ?? entry.event ?? ''
  const message = [text, ...causes.filter((cause) => !text.includes(cause))].filter(Boolean).join(': ')
  return `${entry.name ?? name}: ${message}${facts.length > 0 ? ` (${facts.join(' ')})` : ''}`
}

export interface LogEntry extends Partial<Record<(typeof POSITION_KEYS)[number], string | number | null>> {
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
