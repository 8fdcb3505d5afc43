import { isRecord } from '#ground/base/json/lenient.ts'

/** HTTP header name (RFC 9110): no spaces, control characters or separators. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

const HEADER_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

/**
 * An HTTP client must not offer a tool with a faulty `x-mcp-header` field (MCP revision 2026-07-28). Null: no fault.
 */
export function headerFault(schema: unknown): string | null {
  const names = new Map<string, string>()
  const visit = (node: unknown, path: string, isProperty: boolean): string | null => {
    if (Array.isArray(node)) return firstOf(node, (part) => visit(part, path, false))
    if (!isRecord(node)) return null
    if ('x-mcp-header' in node) {
      const fault = isProperty ? faultOf(node, names) : 'is allowed on the properties of an object only'
      if (fault) return `\`x-mcp-header\`${path && ` of “${path}”`} ${fault}`
    }
    return firstOf(Object.entries(node), ([key, part]) => {
      if (key === 'properties' && isRecord(part))
        return firstOf(Object.entries(part), ([name, property]) =>
          visit(property, path === '' ? name : `${path}.${name}`, isProperty || path === ''),
        )
      return DATA.has(key) ? null : visit(part, path, false)
    })
  }
  return visit(schema, '', false)
}

/** JSON Schema keywords whose value is data, in which `x-mcp-header` has no meaning. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'x-mcp-header'])

function faultOf(property: Record<string, unknown>, names: Map<string, string>): string | null {
  const { 'x-mcp-header': name, type } = property
  if (typeof name !== 'string' || name === '') return 'is not the name of a header'
  if (!TOKEN.test(name)) return `has characters that a header’s name cannot have: ${JSON.stringify(name)}`
  if (!HEADER_TYPES.has(type)) return 'is allowed on texts, integers and booleans only'
  const other = names.get(name.toLowerCase())
  if (other !== undefined) return `is used twice: “${other}”`
  names.set(name.toLowerCase(), name)
  return null
}

function firstOf<T>(parts: readonly T[], find: (part: T) => string | null): string | null {
  for (const part of parts) {
    const found = find(part)
    if (found !== null) return found
  }
  return null
}
