import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import type { z } from 'zod'
import { nearestName } from '#ground/base/nearest-name.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { HttpEntry, StdioEntry, type McpServerEntry } from './mcp-file-schema.ts'
import { ownKeysOf, type OwnEntry } from './mcp-foreign-keys.ts'
import type { Complaint } from './yaml-positions.ts'

const MAX_CHARACTERS = 1024 * 1024

export interface ParsedMcpFile {
  entries: McpServerEntry[]
  bad: string[]
  complaints: Complaint[]
}

/** Accepts `servers` for `mcpServers`, as in VS Code. Messages never contain values. */
export function parseMcpFile(source: string): Result<ParsedMcpFile, Complaint[]> {
  const text = source.replace(/^\uFEFF/, '')
  const place = positionsIn(text)
  if (text.length > MAX_CHARACTERS) return refused([{ ...place(0), message: 'is larger than 1 MiB' }])
  const read = readJson(text)
  if (!read.ok) return refused([{ ...place(read.refusal.offset), message: read.refusal.message }])
  const { tree, value } = read.value
  const rootNames = new Set(propertiesOf(tree).map(({ name }) => name))
  const root = rootNames.has('servers') && !rootNames.has('mcpServers') ? 'servers' : 'mcpServers'
  const servers = findNodeAtLocation(tree, [root])
  const complain = (node: Node | undefined, message: string): Complaint => ({
    ...place((node ?? tree).offset),
    message,
  })
  const strange = propertiesOf(tree).filter(({ name }) => name !== root && !ROOT_IGNORED.has(name))
  const complaints = strange.map(({ key, name }) => complain(key, unknownKey(name, ['mcpServers'])))
  if (tree.type !== 'object' || servers?.type !== 'object')
    return refused([...complaints, complain(servers, 'expected { "mcpServers": { … } }')])

  const parsed: ParsedMcpFile = { entries: [], bad: [], complaints }
  const seen = new Set<string>()
  const values = (value as Record<string, Record<string, unknown>>)[root]!
  for (const { key, name, node } of propertiesOf(servers)) {
    const wrong = seen.has(name) ? [complain(key, `two servers have the name ${name}`)] : wrongName(name, key)
    seen.add(name)
    const entry = parseEntry(values[name])
    if (entry.ok && wrong.length === 0) {
      const { isDisabled, notes, ...rest } = entry.value
      for (const note of notes)
        parsed.complaints.push(complain(nearestNode(node, [note.key]) ?? key, `${name}: ${note.message}`))
      if (!isDisabled) parsed.entries.push({ name, ...place(key.offset), ...rest })
      continue
    }
    if (!entry.ok)
      for (const { path, message } of entry.refusal)
        wrong.push(complain(nearestNode(node, path) ?? key, `${name}: ${message}`))
    parsed.bad.push(name)
    parsed.complaints.push(...wrong)
  }
  return accepted(parsed)

  function wrongName(name: string, key: Node): Complaint[] {
    return /^[^\s]([^\r\n\t]{0,62}[^\s])?$/.test(name)
      ? []
      : [complain(key, 'a server’s name has 1 to 64 characters on one line')]
  }
}

interface Wrong {
  path: PropertyKey[]
  message: string
}

type ParsedEntry = (z.output<typeof StdioEntry> | z.output<typeof HttpEntry>) & Pick<OwnEntry, 'notes'>

/** In VS Code, `inputs` prompt a person for values. Here, `inputs` have no effect. */
const ROOT_IGNORED: ReadonlySet<string> = new Set(['$schema', 'inputs'])

function parseEntry(written: unknown): Result<ParsedEntry, Wrong[]> {
  if (typeof written !== 'object' || written === null || Array.isArray(written))
    return refused([{ path: [], message: 'expected an object' }])
  const { entry: value, notes } = ownKeysOf(written as Record<string, unknown>)
  const has = (key: string) => Object.hasOwn(value, key)
  if (value['type'] === 'sse') return refused([{ path: ['type'], message: NO_SSE }])
  if (has('command') === has('url')) return refused([wrongTarget(value)])
  const parsed = (has('command') ? StdioEntry : HttpEntry).safeParse(value)
  if (parsed.success) return accepted({ ...parsed.data, notes })
  const known = Object.keys((has('command') ? StdioEntry : HttpEntry).in.shape)
  return refused(parsed.error.issues.flatMap((issue) => wrongsOf(issue, known)))
}

function wrongTarget(entry: Readonly<Record<string, unknown>>): Wrong {
  const message = 'expected either `command` (a program) or `url` (an address)'
  if (Object.hasOwn(entry, 'url')) return { path: [], message }
  const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\//i.test(value)
  const meant = Object.keys(entry).find((key) => isAddress(entry[key]) || nearestName(key, ['url']) !== null)
  return meant === undefined
    ? { path: [], message }
    : { path: [meant], message: `unknown key ${meant}; did you mean url?` }
}

const NO_SSE =
  'the old SSE transport is not supported; give the server’s Streamable HTTP address, usually …/mcp, with "type": "http"'

const wrongsOf = (issue: z.core.$ZodIssue, known: readonly string[]): Wrong[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({
        path: [...issue.path, key],
        message: unknownKey([...issue.path, key].join('.'), issue.path.length === 0 ? known : []),
      }))
    : [{ path: issue.path, message: `${issue.path.join('.')}: ${issue.message}` }]

const unknownKey = (key: string, known: readonly string[]): string => {
  const nearest = nearestName(key, known)
  return `unknown key ${key}${nearest ? `; did you mean ${nearest}?` : ''}`
}

function readJson(text: string): Result<{ tree: Node; value: unknown }, { offset: number; message: string }> {
  const errors: ParseError[] = []
  try {
    const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
    const [error] = errors
    if (error)
      return refused({
        offset: error.offset,
        message: SYNTAX[printParseErrorCode(error.error)] ?? 'the file is not JSON',
      })
    if (tree) return accepted({ tree, value: JSON.parse(text) })
  } catch {
    // The parser's message may contain secrets, so the refusal omits it.
  }
  return refused({ offset: 0, message: 'the file is not valid JSON' })
}

const SYNTAX: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'comments are not allowed in this file; remove them',
  PropertyNameExpected: 'expected a property name in double quotes (or one comma less)',
  ValueExpected: 'expected a value (or one comma less)',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected the end of the file',
  UnexpectedEndOfString: 'a text without its closing quote',
}

interface Property {
  key: Node
  name: string
  node: Node
}

const propertiesOf = (object: Node): Property[] =>
  object.type === 'object'
    ? (object.children ?? []).flatMap(({ children: [key, node] = [] }) =>
        key && node ? [{ key, name: String(key.value), node }] : [],
      )
    : []

function nearestNode(root: Node, path: readonly PropertyKey[]): Node | undefined {
  for (let length = path.length; length > 0; length--) {
    const found = findNodeAtLocation(root, path.slice(0, length) as string[])
    if (found) return found.parent?.type === 'property' ? found.parent : found
  }
  return undefined
}

const positionsIn = (text: string) => (offset: number) => {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}
