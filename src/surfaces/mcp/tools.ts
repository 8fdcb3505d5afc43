import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { isRecord } from '#ground/base/json/lenient.ts'
import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { Tool } from '#core/agent/tools/tool.ts'

const OF_CHATS: ReadonlySet<string> = new Set(['remember', 'delegates'])
const VALID_NAME = /^[A-Za-z0-9_.-]{1,128}$/

export const isOffered = (name: string): boolean => !OF_CHATS.has(name) && VALID_NAME.test(name)

export const listedTools = ({ names, get }: Toolbox): ListedTool[] =>
  names
    .filter(isOffered)
    .toSorted()
    .map((name) => listed(get(name)!))

/** Cached by tool, because tools are replaced and never changed. */
const descriptions = new WeakMap<Tool, ListedTool>()

const listed = (tool: Tool): ListedTool => {
  const known = descriptions.get(tool)
  if (known) return known
  const { name, description, inputSchema, readOnly: readOnlyHint } = tool
  const schema = { ...(withoutRemoteReferences(inputSchema) as object), type: 'object' as const }
  const made: ListedTool = { name, description, inputSchema: schema, annotations: { readOnlyHint } }
  descriptions.set(tool, made)
  return made
}

/** Removes references that clients would fetch. The tool itself still validates its input. */
const withoutRemoteReferences = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withoutRemoteReferences)
  if (!isRecord(schema) || isExactNumber(schema)) return schema
  const kept = Object.entries(schema).filter(([key, value]) => {
    if (typeof value !== 'string') return true // a `$ref` that is no string is the schema of a property, not a reference
    if (key === '$ref' || key === '$dynamicRef') return value.startsWith('#')
    return key !== 'x-mcp-header'
  })
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRemoteReferences(value)]))
}
