import { isRecord } from '#ground/base/json/lenient.ts'
import { parseJson } from '#ground/base/json/parse.ts'

/** Keys from the outermost to the innermost; `*` means each item of a list. */
export type Path = readonly string[]

export type BodyChange =
  | { kind: 'drop'; name: string; path: Path }
  | { kind: 'rename'; name: string; path: Path; to: string }
  | { kind: 'set'; name: string; path: Path; value: number }
  | { kind: 'role'; name: string; from: string; to: string }
  | { kind: 'replace'; name: string; path: Path; from: string; to: string }

export const bodyChangeKey = (change: BodyChange): string =>
  change.kind === 'role'
    ? `role ${change.from}`
    : `${change.kind} ${change.path.join('.')}${change.kind === 'replace' ? ` ${change.from}` : ''}`

export function changedBody(json: string | Buffer, changes: readonly BodyChange[]): string | Buffer {
  if (changes.length === 0) return json
  const body = parseJson(json.toString()) as Record<string, unknown>
  for (const change of changes) apply(body, change)
  return JSON.stringify(body)
}

function apply(body: Record<string, unknown>, change: BodyChange): void {
  if (change.kind === 'role') {
    for (const list of [body['messages'], body['input']])
      for (const message of Array.isArray(list) ? (list as unknown[]) : [])
        if (isRecord(message) && message['role'] === change.from) message['role'] = change.to
    return
  }
  // The request also omits the tools, because the model could call them without `tool_choice: none`.
  if (change.kind === 'drop' && change.path[0] === 'tool_choice' && isNone(body['tool_choice']))
    delete body['tools']
  if (
    change.kind === 'drop' &&
    change.path[0] === 'toolConfig' &&
    /"NONE"/.test(JSON.stringify(body['toolConfig'] ?? ''))
  )
    delete body['tools']
  const key = change.path.at(-1)!
  for (const holder of holdersOf(body, change.path.slice(0, -1))) {
    if (!(key in holder)) continue
    if (change.kind === 'replace') {
      if (holder[key] === change.from) holder[key] = change.to
      continue
    }
    if (change.kind === 'set') holder[key] = change.value
    else if (change.kind === 'rename') holder[change.to] = holder[key]
    if (change.kind !== 'set') delete holder[key]
  }
  const [outer, inner] = change.path
  const holder = body[outer!]
  if (inner !== undefined && isRecord(holder) && Object.keys(holder).length === 0) delete body[outer!]
}

const isNone = (choice: unknown): boolean =>
  choice === 'none' || (isRecord(choice) && choice['type'] === 'none')

export function valueAt(body: object, path: Path): unknown {
  const key = path.at(-1)!
  const values = holdersOf(body, path.slice(0, -1)).flatMap((holder) =>
    holder[key] === undefined ? [] : [holder[key]],
  )
  return path.includes('*') ? (values.length > 0 ? values : undefined) : values[0]
}

function holdersOf(value: unknown, path: Path): Record<string, unknown>[] {
  const [key, ...rest] = path
  if (key === '*') return Array.isArray(value) ? value.flatMap((item) => holdersOf(item, rest)) : []
  if (!isRecord(value)) return []
  return key === undefined ? [value] : holdersOf(value[key], rest)
}
