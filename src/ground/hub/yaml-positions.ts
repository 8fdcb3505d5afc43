import { isMap, isScalar, LineCounter, parseDocument, type Document, visit } from 'yaml'
import type { z } from 'zod'
import {
  asNumber,
  isExactNumber,
  notANumber,
  numberIn,
  type ExactNumber,
} from '#ground/base/json/exact-number.ts'
import { nearestName } from '#ground/base/nearest-name.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { offsetInScalar } from './scalar-offset.ts'

/** Lines and columns count from 1. */
export interface Complaint {
  line: number
  column: number
  message: string
}

export type FilePosition = Pick<Complaint, 'line' | 'column'>

export interface LocatedValue<T> {
  value: T
  placeOf(...path: PropertyKey[]): FilePosition
}

export function parseYamlWithPositions<S extends z.ZodObject>(
  ...given: [schema: S, text: string, firstLine: number]
): Result<z.infer<S>, Complaint[]> {
  const read = readYamlWithPositions(...given)
  return read.ok ? accepted(read.value.value) : read
}

/**
 * @param schema A strict object, so that unknown keys are errors.
 * @param firstLine Line of the file where `text` starts.
 */
export function readYamlWithPositions<S extends z.ZodObject>(
  schema: S,
  text: string,
  firstLine: number,
): Result<LocatedValue<z.infer<S>>, Complaint[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const positionAt = (offset: number): FilePosition => {
    const { line, col } = lines.linePos(offset)
    return { line: line + firstLine - 1, column: col }
  }
  const complain = (offset: number, message: string): Complaint => ({ ...positionAt(offset), message })
  const unreadable = [...document.errors, ...document.warnings]
  const unquotedHere = () => unquotedIn(text).map(({ offset, message }) => complain(offset, message))
  if (unreadable.length > 0) {
    const unquoted = unquotedHere()
    return refused(
      unquoted.length > 0
        ? unquoted
        : unreadable.map(({ pos: [at], message }) => complain(at, colonMessage(text, at) ?? message)),
    )
  }
  if (document.contents !== null && !isMap(document.contents))
    return refused([complain(0, 'expected `key: value` lines')])

  const dropped = keysThatAreDropped(document)
  if (dropped.length > 0)
    return refused(dropped.map((offset) => complain(offset, '__proto__ is not allowed as a key')))
  const rounded = numbersThatChange(document)
  if (rounded.length > 0)
    return refused(rounded.map(({ at, number }) => complain(at, `${notANumber(number)}, in quotes`)))
  const value = toValue(document)
  if (!value.ok) {
    const unquoted = unquotedHere()
    return refused(unquoted.length > 0 ? unquoted : [complain(0, value.refusal)])
  }
  const parsed = schema.safeParse(value.value ?? {})
  if (parsed.success)
    return accepted({ value: parsed.data, placeOf: (...path) => positionAt(valueOffset(document, path)) })
  return refused(
    parsed.error.issues.flatMap((issue) => complaintsOf(issue, schema, { document, text }, complain)),
  )
}

function unquotedIn(text: string): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = []
  for (const line of text.matchAll(/^[ \t]*(?:- +)?([\w-]+)?:?[ \t]+.*$|^- .*$/gm)) {
    const [whole] = line
    const value = /^([ \t]*(?:- +)?(?:[\w-]+:[ \t]+)?)([*@&%`!].*?)[ \t]*(?:[ \t]#.*)?$/.exec(whole)
    if (value) {
      const [, before, plain] = value as unknown as [string, string, string]
      if (/:[ \t]+$|- +$/.test(before))
        found.push({
          offset: line.index + before.length,
          message: quoteMessage(before + plain, plain, `${before.trimStart()}"${plain}"`),
        })
      continue
    }
    const list = /^([ \t]*[\w-]+:[ \t]+)\[(.*)\][ \t]*(?:#.*)?$/.exec(whole)
    if (!list) continue
    const [, before, items] = list as unknown as [string, string, string]
    const parts = items.split(',').map((item) => item.trim())
    const plain = parts.find((item) => /^[*@&%`!]/.test(item))
    if (plain === undefined) continue
    const quoted = parts.map((item) => (/^[*@&%`!]/.test(item) ? `"${item}"` : item)).join(', ')
    const offset = line.index + before.length + 1 + items.indexOf(plain)
    found.push({ offset, message: quoteMessage(whole, plain, `${before.trimStart()}[${quoted}]`) })
  }
  return found
}

/** Suggests quotes for a value with a colon, such as `title: Report: May`. */
function colonMessage(text: string, at: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0]!
  const [, key, value] =
    /^\s*(?:- +)?([\w-]+):[ \t]+([^\s"'[{|>#&*!][^"]*:(?:[ \t][^"]*)?)$/.exec(line.trimEnd()) ?? []
  if (key === undefined || value === undefined) return null
  return `${key}: a value with a colon and a space in it needs quotes; write ${key}: "${value}"`
}

const quoteMessage = (line: string, value: string, right: string): string => {
  const key = /^\s*(?:- +)?([\w-]+):/.exec(line)?.[1]
  return `${key === undefined ? '' : `${key}: `}a value that begins with ${value[0]} needs quotes; write ${right}`
}

/** Offsets of keys `__proto__`, which schemas would drop silently. */
function keysThatAreDropped(document: Document): number[] {
  const offsets: number[] = []
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === '__proto__') offsets.push(key.range?.[0] ?? 0)
    },
  })
  return offsets
}

/** Finds numbers that JavaScript would round, because a rounded id would identify another object. */
function numbersThatChange(document: Document): { at: number; number: ExactNumber }[] {
  const found: { at: number; number: ExactNumber }[] = []
  visit(document, {
    Scalar(_, { value, source = '', range }) {
      if (typeof value !== 'number') return
      const number = numberIn(source)
      if (isExactNumber(number) && asNumber(number) === null) found.push({ at: range?.[0] ?? 0, number })
    },
  })
  return found
}

/** Reports unknown anchors and alias bombs, which the parser detects only during this conversion. */
function toValue(document: Document): Result<unknown, string> {
  try {
    return accepted(document.toJS())
  } catch (error) {
    return refused((error as Error).message)
  }
}

function complaintsOf(
  issue: z.core.$ZodIssue,
  schema: z.ZodObject,
  { document, text }: { document: Document; text: string },
  complain: (offset: number, message: string) => Complaint,
): Complaint[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const nearest = nearestName(key, keysAt(schema, issue.path))
      const hint = nearest ? `; did you mean ${nearest}?` : ''
      return complain(keyOffset(document, [...issue.path, key]), `unknown key ${key}${hint}`)
    })
  const at = issue.code === 'custom' ? issue.params?.['at'] : undefined
  const scalar = typeof at === 'number' ? document.getIn(issue.path, true) : null
  const offset = isScalar(scalar)
    ? offsetInScalar(text, scalar, at as number)
    : valueOffset(document, issue.path)
  return [complain(offset, `${issue.path.join('.')}: ${issue.message}`)]
}

type Path = readonly PropertyKey[]

function keysAt(schema: z.ZodObject, path: Path): string[] {
  let at: unknown = schema
  for (const part of path) at = (plain(at) as Partial<z.ZodObject> | undefined)?.shape?.[String(part)]
  return Object.keys((plain(at) as Partial<z.ZodObject> | undefined)?.shape ?? {})
}

const plain = (schema: unknown): unknown => {
  const inner = (schema as { def?: { innerType?: unknown } } | undefined)?.def?.innerType
  return inner === undefined ? schema : plain(inner)
}

function valueOffset(document: Document, path: Path): number {
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
  if (node?.range) return node.range[0]
  return path.length === 0 ? 0 : valueOffset(document, path.slice(0, -1))
}

function keyOffset(document: Document, path: Path): number {
  const map = document.getIn(path.slice(0, -1), true)
  const pair = isMap(map)
    ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
    : undefined
  return (isScalar(pair?.key) ? pair.key.range?.[0] : undefined) ?? valueOffset(document, path.slice(0, -1))
}
