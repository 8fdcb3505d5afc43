import type { ToolActivity } from '#ground/turn/schema.ts'
import { inItsDirection } from '../../ui/markdown/directions.ts'

/** A file that an answer rests on. */
export interface ReadSource {
  path: string
  /** As short as it can be without standing for another one, too. */
  name: string
  /** What was read of it, as far as the lines of the tools show that. */
  excerpts: readonly string[]
}

/** Tools that give what stands in a file. */
const READING = new Set(['read_file'])

/** The files that were read for an answer, each once, as its tools' lines already say. */
export function readSources(tools: readonly ToolActivity[]): ReadSource[] {
  const read = new Map<string, string[]>()
  for (const { name, state, input, result } of tools) {
    const path = READING.has(name) && state === 'done' ? pathIn(input) : undefined
    if (path === undefined) continue
    const excerpts = read.get(path) ?? []
    if (result && !excerpts.includes(result)) excerpts.push(result)
    read.set(path, excerpts)
  }
  const names = [...read.keys()].map(lastName)
  return [...read].map(([path, excerpts], index) => {
    const name = names[index]!
    const isTaken = names.indexOf(name) !== names.lastIndexOf(name)
    return { path: inItsDirection(path), name: inItsDirection(isTaken ? path : name), excerpts }
  })
}

/** Undefined also for arguments that were cut off, which are no JSON any more. */
function pathIn(input: string | undefined): string | undefined {
  try {
    const given: unknown = JSON.parse(input ?? '')
    const path = typeof given === 'object' && given !== null && 'path' in given ? given.path : undefined
    return typeof path === 'string' ? path.replace(/^\.?\/+/, '').trim() || undefined : undefined
  } catch {
    return undefined
  }
}

const lastName = (path: string): string => path.split('/').findLast(Boolean) ?? path
