import { createHash } from 'node:crypto'

const MAX_NAME = 64
const MAX_PREFIX = 24

/** Contains no `__`, which separates the prefix from the tool's name. */
export function prefixOf(server: string): string {
  const clean = server.replace(/[^a-zA-Z0-9-]+/g, '_').replace(/^_|_$/g, '')
  const started = /^[a-zA-Z]/.test(clean) ? clean : `mcp_${clean}`.replace(/_$/, '')
  return started.length <= MAX_PREFIX ? started : shortened(started, server, MAX_PREFIX)
}

export const mayBeOutside = (servers: readonly { name: string }[], tool: string): boolean =>
  servers.some(({ name }) => tool.startsWith(`${prefixOf(name)}__`))

/** `<prefix>__<tool>`, valid with every provider. Adding tools does not change names that were already valid. */
export function offeredNames(prefix: string, tools: readonly string[]): Map<string, string> {
  const plain = new Map(tools.map((tool) => [tool, `${prefix}__${tool.replace(/[^a-zA-Z0-9_-]+/g, '_')}`]))
  const times = Map.groupBy(plain.values(), (name) => name)
  return new Map(
    [...plain].map(([tool, name]) => {
      const isClean = name === `${prefix}__${tool}`
      const isFree = isClean || times.get(name)!.length === 1
      return [tool, isFree && name.length <= MAX_NAME ? name : shortened(name, tool, MAX_NAME)]
    }),
  )
}

const shortened = (name: string, origin: string, most: number): string => {
  const mark = createHash('sha256').update(origin).digest('hex').slice(0, 8)
  return `${name.slice(0, most - mark.length - 1).replace(/_+$/, '')}_${mark}`
}
