import type { NamedSource, ToolActivity } from '#ground/turn/schema.ts'
import { inItsDirection } from '../../ui/markdown/directions.ts'

export interface ReadSource {
  id: string
  name: string
  link: { url: string; host: string } | null
  excerpts: readonly string[]
}

const READING = new Set(['read_file'])

export function readSources(tools: readonly ToolActivity[]): ReadSource[] {
  const found = new Map<string, Found>()
  for (const tool of tools)
    for (const { id, text, ...named } of sourcesOf(tool)) {
      const known = found.get(id) ?? { ...named, excerpts: [] }
      if (text && !known.excerpts.includes(text)) known.excerpts.push(text)
      found.set(id, known)
    }
  const names = [...found.values()].map(({ title }) => title)
  return [...found].map(([id, { title, link, excerpts }]) => {
    const isTaken = names.indexOf(title) !== names.lastIndexOf(title)
    const name = isTaken && !link ? id : title
    return { id: inItsDirection(id), name: inItsDirection(name), link, excerpts }
  })
}

interface Found extends Pick<ReadSource, 'link'> {
  title: string
  excerpts: string[]
}

interface OneSource extends Omit<Found, 'excerpts'> {
  id: string
  text: string | undefined
}

function sourcesOf({ name, state, input, result, sources = [] }: ToolActivity): OneSource[] {
  if (state !== 'done') return []
  const path = READING.has(name) ? pathIn(input) : undefined
  const read = path === undefined ? [] : [{ id: path, title: lastName(path), link: null, text: result }]
  return [...read, ...sources.map(named)]
}

function named({ title, url, path, text }: NamedSource): OneSource {
  const link = linkTo(url)
  const file = path === undefined ? undefined : plain(path)
  return { id: link?.url ?? file ?? title, title: title || file || link?.host || '', link, text }
}

/** Allows only links to the web, because a tool may store any URL. */
function linkTo(text: string | undefined): ReadSource['link'] {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return { url: url.href, host: url.host }
}

/** Undefined also for truncated arguments, because they are not JSON. */
function pathIn(input: string | undefined): string | undefined {
  try {
    const given: unknown = JSON.parse(input ?? '')
    const path = typeof given === 'object' && given !== null && 'path' in given ? given.path : undefined
    return typeof path === 'string' ? plain(path) : undefined
  } catch {
    return undefined
  }
}

const plain = (path: string): string | undefined => path.replace(/^\.?\/+/, '').trim() || undefined

const lastName = (path: string): string => path.split('/').findLast(Boolean) ?? path
