import { isRecord } from '#ground/base/json/lenient.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import { withPlainNumbers } from '#ground/base/json/plain.ts'

type Block = CallToolResult['content'][number]

/** True if the text repeats the structured data, which servers also send as text for clients that ignore it. */
export function isRepeatedData(content: readonly Block[], data: unknown): boolean {
  const texts = content.filter(({ type }) => type === 'text')
  const items = (blocks: readonly Block[], value: unknown) =>
    Array.isArray(value) && (isEachItem(blocks, value) || isEachItem(blocks, value.flat(Infinity)))
  return [data, ...wrappedValue(data)].some(
    (value) =>
      content.some((block) => isValueOf(block, value)) || items(content, value) || items(texts, value),
  )
}

/** Python's MCP libraries wrap every text and number in `{"result": …}`. */
const wrappedValue = (data: unknown): unknown[] =>
  isRecord(data) && 'result' in data && Object.keys(data).length === 1 ? [data.result] : []

const isEachItem = (blocks: readonly Block[], items: readonly unknown[]): boolean =>
  items.length > 0 &&
  blocks.length === items.length &&
  blocks.every((block, index) => isValueOf(block, items[index]))

function isValueOf(block: Block, value: unknown): boolean {
  if (isRecord(value) && isPartOf(block, value)) return true
  if (block.type !== 'text') return false
  const text = block.text.trim()
  if (typeof value === 'string' && text === value.trim()) return true
  if (PYTHON.has(text) && PYTHON.get(text) === value) return true
  const parsed = jsonOrUndefined(text)
  return parsed !== undefined && isSame(parsed, value)
}

const PYTHON: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
])

const isPartOf = (block: object, data: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(block).every(([key, field]) => {
    const value = data[key]
    return isRecord(field) && isRecord(value) ? isPartOf(field, value) : isSame(field, value)
  }) && Object.entries(data).every(([key, value]) => key in block || value === null || UNUSED.has(key))

const UNUSED: ReadonlySet<string> = new Set(['annotations', '_meta', 'meta', 'icons', 'title', 'size'])

/** Compares numbers by value: a server may send 1 in the block and 1.0 in the data. */
const isSame = (a: unknown, b: unknown): boolean =>
  isDeepStrictEqual(withPlainNumbers(a), withPlainNumbers(b))
