/**
 * `NAMES` and `IGNORED` must not contain keys that restrict a server, because ignoring a restriction would allow too
 * much.
 */
const NAMES: Readonly<Record<string, string>> = { httpUrl: 'url', serverUrl: 'url', transport: 'type' }

const IGNORED: Readonly<Record<string, string | null>> = {
  $schema: null,
  description: null,
  autoApprove: 'a Hub asks by its own rules',
  alwaysAllow: 'a Hub asks by its own rules',
  trust: 'a Hub asks by its own rules',
  timeout: 'its unit differs between programs; write "hub": { "timeout": <seconds> }',
}

export interface OwnEntry {
  entry: Record<string, unknown>
  notes: { key: string; message: string }[]
}

export function ownKeysOf(entry: Readonly<Record<string, unknown>>): OwnEntry {
  const own: Record<string, unknown> = Object.create(null)
  const notes: OwnEntry['notes'] = []
  for (const [key, value] of Object.entries(entry)) {
    const name = Object.hasOwn(NAMES, key) ? NAMES[key]! : key
    if (name !== key && Object.hasOwn(entry, name)) {
      if (entry[name] !== value) own[key] = value
    } else if (key === 'enabled' && typeof value === 'boolean' && !Object.hasOwn(entry, 'disabled'))
      own['disabled'] = !value
    else if (Object.hasOwn(IGNORED, key)) {
      const message = IGNORED[key]
      if (message) notes.push({ key, message: `${key} has no effect here: ${message}` })
    } else own[name] = key === 'hub' ? value : withOwnVariables(value)
  }
  return { entry: { ...own }, notes }
}

function withOwnVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\$\{env:(\w+)\}/g, '$${$1}')
  if (Array.isArray(value)) return value.map(textWithOwnVariables)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, textWithOwnVariables(part)]))
}

const textWithOwnVariables = (part: unknown): unknown =>
  typeof part === 'string' ? withOwnVariables(part) : part
