import type { NamedSource, ToolActivity } from '#ground/turn/schema.ts'
import { inItsDirection } from '../../ui/markdown/directions.ts'

/** A source of an answer: a read file, or a source named by a tool's author. */
export interface ReadSource {
  /** Path, address or title: its identity. */
  id: string
  /** As short as possible while unambiguous. */
  name: string
  /** A page of the web. */
  link: { url: string; host: string } | null
  /** Excerpts that were read, as far as the tools' output shows them. */
  excerpts: readonly string[]
}

/** Tools that return a file's content. */
const READING = new Set(['read_file'])

/** Sources of an answer, each once, from its tools' output. */
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

/** Independent of the stored value: pages only link to the web. */
function linkTo(text: string | undefined): ReadSource['link'] {
  const url = text === undefined ? null : URL.parse(text)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return { url: url.href, host: url.host }
}

/** Undefined also for arguments that were cut off, which are no JSON any more. */
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
