/** A number with more digits than JavaScript can keep. */
export class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const MAX_DEPTH = 100
export const STEP = 200
const MAX_LINES = 10_000

export interface JsonLine {
  /** JSON Pointer from the root. */
  path: string
  depth: number
  /** Null for the root and for `more`. */
  key: string | null
  /** `more`: the hidden entries of a long list. */
  kind: 'branch' | 'leaf' | 'more'
  value: unknown
  /** For `more`: number of hidden entries. */
  count: number
  isOpen: boolean
}

export interface JsonShown {
  open: ReadonlySet<string>
  shown: ReadonlyMap<string, number>
}

/** @throws SyntaxError for invalid JSON, RangeError for too deep nesting. */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    return isExact(value, context.source) ? value : new ExactNumber(context.source)
  })
}

const isExact = (value: number, source: string): boolean =>
  Number.isFinite(value) && (Number.isSafeInteger(value) || source.replace(/\D/g, '').length <= 15)

export function visibleLines(root: unknown, state: JsonShown): JsonLine[] {
  const lines: JsonLine[] = []
  const add = (value: unknown, key: string | null, path: string, depth: number): void => {
    if (lines.length >= MAX_LINES) return
    const entries = depth < MAX_DEPTH ? entriesOf(value) : null
    if (!entries) return void lines.push({ path, depth, key, kind: 'leaf', value, count: 0, isOpen: false })
    const isOpen = state.open.has(path) && entries.length > 0
    lines.push({ path, depth, key, kind: 'branch', value, count: entries.length, isOpen })
    if (!isOpen) return
    const upTo = state.shown.get(path) ?? STEP
    for (const [name, inner] of entries.slice(0, upTo))
      add(inner, name, `${path}/${escaped(name)}`, depth + 1)
    const left = entries.length - upTo
    if (left > 0)
      lines.push({
        path: `${path}/…`,
        depth: depth + 1,
        key: null,
        kind: 'more',
        value: path,
        count: left,
        isOpen: false,
      })
  }
  add(root, null, '', 0)
  return lines
}

export function startOpen(root: unknown): Set<string> {
  const open = new Set<string>([''])
  let lines = entriesOf(root)?.length ?? 0
  for (const [name, value] of entriesOf(root)?.slice(0, STEP) ?? []) {
    const count = entriesOf(value)?.length ?? 0
    if (count === 0 || lines + count > 60) continue
    lines += count
    open.add(`/${escaped(name)}`)
  }
  return open
}

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function entriesOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return null
  return Object.entries(value)
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
