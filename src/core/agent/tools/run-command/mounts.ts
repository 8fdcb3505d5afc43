import type { Dirent } from 'node:fs'
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { hiddenBelow } from './hidden.ts'

export const HUB = '/hub'

/**
 * These paths are never mounted with the Hub's folder: `identity` contains people's handles in messaging apps,
 * `mcp.json` contains tokens of external servers, and `chat` is mounted separately.
 */
const PRIVATE = new Set(['identity', 'mcp.json', 'chat'])

export interface HubView {
  hubFolder: string
  chatFolder: string
  /** Defines the writable part of `files/`: all, nothing, or the paths that match these globs. */
  write: boolean | readonly string[]
  /** Absolute paths that are never mounted, such as the data folder and the other Hubs of a gateway. */
  secretPaths: readonly string[]
}

export async function hubMounts({ hubFolder, chatFolder, write, secretPaths }: HubView): Promise<string[]> {
  const hub = await realpath(hubFolder)
  const entries = (await readdir(hub, { withFileTypes: true })).filter(
    ({ name }) => !name.startsWith('.') && !PRIVATE.has(name),
  )
  const shown = await Promise.all(entries.map((entry) => mountOf(hub, entry)))
  const writable = await writableFolders(hub, write)
  const covered = await Promise.all(
    entries.filter((entry) => entry.isDirectory()).map((entry) => covers(hub, entry)),
  )
  return [
    '--dir',
    HUB,
    ...shown.flat(),
    ...writable.flatMap((folder) => ['--bind', join(hub, folder), join(HUB, folder)]),
    ...covered.flat(),
    ...(await coversOf(secretPaths, hub)),
    '--bind',
    chatFolder,
    join(HUB, 'chat'),
  ]
}

const mountOf = async (hub: string, entry: Dirent): Promise<string[]> => {
  const [path, inside] = [join(hub, entry.name), join(HUB, entry.name)]
  if (entry.isSymbolicLink()) return ['--symlink', await readlink(path), inside]
  return entry.isFile() || entry.isDirectory() ? ['--ro-bind', path, inside] : []
}

const covers = async (hub: string, { name }: Dirent): Promise<string[]> => {
  const hidden = await hiddenBelow(join(hub, name))
  return hidden.flatMap(({ path, isFolder }) => cover(join(HUB, name, path), isFolder))
}

const coversOf = async (paths: readonly string[], hub: string): Promise<string[]> => {
  const found = await Promise.all(paths.map(foundAt))
  return found
    .filter(({ path }) => path.startsWith(hub + sep))
    .map(({ path, isFolder }) => ({ names: relative(hub, path).split(sep), isFolder }))
    .filter(({ names }) => names.every((name) => !name.startsWith('.')))
    .flatMap(({ names, isFolder }) => cover(join(HUB, ...names), isFolder))
}

export const foundAt = async (path: string): Promise<{ path: string; isFolder: boolean }> => {
  const real = await realpath(path).catch(() => path)
  return { path: real, isFolder: (await stat(real).catch(() => null))?.isFile() !== true }
}

export const cover = (path: string, isFolder: boolean): string[] =>
  isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]

/** Omits a folder inside another writable folder, because a command could replace the inner folder with a link. */
const writableFolders = async (hub: string, write: boolean | readonly string[]): Promise<string[]> => {
  const named = write === true ? ['files'] : (write || []).flatMap((glob) => wholeFolder(glob))
  const outermost = named.filter((folder) => !named.some((other) => folder.startsWith(`${other}/`)))
  const real = await Promise.all(
    [...new Set(outermost)].map(async (folder) => ((await isPlain(hub, folder)) ? [folder] : [])),
  )
  return real.flat()
}

const wholeFolder = (glob: string): string[] => {
  const [, folder] = /^(files(?:\/[^*?[\]{}./\\][^*?[\]{}/\\]*)*)\/\*\*(?:\/\*)?$/.exec(glob) ?? []
  return folder ? [folder] : []
}

const isPlain = async (hub: string, folder: string): Promise<boolean> => {
  const path = join(hub, folder)
  const about = await lstat(path).catch(() => null)
  return about !== null && about.isDirectory() && (await realpath(path)) === path
}
