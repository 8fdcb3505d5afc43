import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolContext } from '../tool.ts'
import { readWholeFile } from '../files/open.ts'
import { linkTo } from '../files/write.ts'

const MAX_LINKS = 20

export type Snapshot = ReadonlyMap<string, string>

export async function snapshot(folder: string): Promise<Snapshot> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  const facts = await Promise.all(
    names.map(async (name): Promise<[string, string][]> => {
      const about = await lstat(join(folder, name), { bigint: true }).catch(() => null)
      return about ? [[name, `${about.ino} ${about.size} ${about.mtimeNs} ${about.ctimeNs}`]] : []
    }),
  )
  return new Map(facts.flat())
}

export async function madeFiles(
  before: Snapshot,
  ctx: Pick<ToolContext, 'hubFolder' | 'chatFolder' | 'saveFile'>,
): Promise<string[]> {
  const after = await snapshot(ctx.chatFolder)
  const names = [...after].filter(([name, facts]) => before.get(name) !== facts).map(([name]) => name)
  const links = await Promise.all(
    names.slice(0, MAX_LINKS).map(async (name) => {
      try {
        return linkTo(await ctx.saveFile(name, await readWholeFile(ctx, `chat/${name}`)))
      } catch (error) {
        return (error as Error).message
      }
    }),
  )
  const more = names.length - links.length
  return more > 0 ? [...links, `… and ${more} more`] : links
}
