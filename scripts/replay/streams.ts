import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseSync, Visitor, type Expression } from 'oxc-parser'
import type { Release, WireName } from './packages.ts'

export interface RecordedStream {
  place: string
  provider: WireName
  events: readonly string[]
}

export async function streamsOf(release: Release, folder: string): Promise<RecordedStream[]> {
  const found: RecordedStream[] = []
  for (const entry of await readdir(join(folder, 'src'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const place = relative(folder, path)
    const provider = wireFor(release, place)
    if (!provider || !entry.isFile()) continue
    if (place.endsWith('.chunks.txt')) {
      const events = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '')
      found.push({ place: `${release.name} ${place}`, provider, events })
    } else if (place.endsWith('language-model.test.ts'))
      for (const { line, events } of inlineStreams(path, await readFile(path, 'utf8')))
        found.push({ place: `${release.name} ${place}:${line}`, provider, events })
  }
  return found.filter(({ events }) => events.length > 0 && events.every(isJson))
}

const wireFor = ({ wires }: Release, place: string): WireName | undefined =>
  Object.entries(wires).find(([beginning]) => place.startsWith(beginning))?.[1]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function inlineStreams(path: string, source: string): { line: number; events: string[] }[] {
  const found: { line: number; events: string[] }[] = []
  const visitor = new Visitor({
    Property({ key, value, start }) {
      if (key.type !== 'Identifier' || key.name !== 'chunks' || value.type !== 'ArrayExpression') return
      const texts = value.elements.map((one) => (one && one.type !== 'SpreadElement' ? textOf(one) : null))
      if (texts.includes(null)) return
      const events = [...texts.join('').matchAll(/^data: ?(.*)$/gm)].map(([, data]) => data!)
      const line = source.slice(0, start).split('\n').length
      found.push({ line, events: events.filter((data) => data !== '[DONE]') })
    },
  })
  visitor.visit(parseSync(path, source).program)
  return found
}

const textOf = (node: Expression): string | null => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? null) : null
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === null || right === null ? null : left + right
}
