import { readdir } from 'node:fs/promises'
import { join, parse as parsePath } from 'node:path'
import { refused, type Result } from '#ground/base/result.ts'
import type { HubProblem } from './hub.ts'
import { readHubText, readErrorReason } from './read-text.ts'
import { createSignatures } from './signature.ts'

export interface LastGoodFilesOptions<T> {
  root: string
  folder: string
  isFile(name: string): boolean
  misnamed?(name: string): string | null
  /** @param id File name without extension, in NFC. @param file Path relative to the Hub's folder. */
  parse(content: string, id: string, file: string): Result<T, readonly HubProblem[]>
}

/** A file that becomes invalid keeps its last valid version. */
export interface LastGoodFiles<T> {
  readonly folder: string
  current(): readonly T[]
  problems(): readonly HubProblem[]
  isWhole(): boolean
  refresh(): Promise<boolean>
}

export function lastGoodFiles<T>({
  root,
  isFile,
  misnamed = () => null,
  parse,
  ...rest
}: LastGoodFilesOptions<T>): LastGoodFiles<T> {
  const folder = join(root, rest.folder)
  const signatures = createSignatures()
  const good = new Map<string, T>()
  const bad = new Map<string, readonly HubProblem[]>()
  let ignored: readonly HubProblem[] = []
  let unreadable: readonly HubProblem[] = []
  let named: readonly string[] = []
  let current: readonly T[] = []

  const read = async (name: string) => {
    const file = `${rest.folder}/${name}`
    const parsed = await readHubText(join(folder, name)).then(
      // Most editors empty a file before they write it, so an empty file keeps its last valid version.
      (content) =>
        content === '' && good.has(name)
          ? refused([whole(file, 'the file is empty')])
          : parse(content, parsePath(name).name.normalize('NFC'), file),
      (error: NodeJS.ErrnoException) => refused([whole(file, readErrorReason(error))]),
    )
    if (parsed.ok) good.set(name, parsed.value)
    if (parsed.ok) bad.delete(name)
    else bad.set(name, parsed.refusal)
  }

  return {
    folder,
    current: () => current,
    problems: () => [
      ...[...bad].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, problems]) => problems),
      ...ignored,
      ...unreadable,
    ],
    isWhole: () => unreadable.length === 0 && [...bad.keys()].every((name) => good.has(name)),
    async refresh() {
      const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
      unreadable =
        all instanceof Error && all.code !== 'ENOENT' ? [whole(rest.folder, readErrorReason(all))] : []
      if (unreadable.length > 0) return false // if the folder is unreadable, the last valid files stay in use
      const present = all instanceof Error ? [] : all.toSorted()
      const names = present.filter(isFile)
      const removed = named.filter((name) => !names.includes(name))
      named = names
      ignored = present.flatMap((name) => {
        const message = isFile(name) ? null : misnamed(name)
        return message === null ? [] : [whole(`${rest.folder}/${name}`, message)]
      })
      const paths = signatures.changed([...names, ...removed].map((name) => join(folder, name)))
      if (paths.length === 0 && removed.length === 0) return false
      for (const name of removed) for (const map of [good, bad]) map.delete(name)
      await Promise.all(names.filter((name) => paths.includes(join(folder, name))).map(read))
      current = names.flatMap((name) => good.get(name) ?? [])
      return true
    },
  }
}

const whole = (file: string, message: string): HubProblem => ({ file, line: null, column: null, message })
