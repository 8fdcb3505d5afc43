import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Links of one folder that are followed, and hops of one link. */
const MAX_LINKS = 500
const MAX_HOPS = 10

/** Paths that decide what the links in some folders lead to: each hop of each link, the folders of a hop included. */
export interface LinkTargets {
  /** Folders of the hops, in addition to the given ones. */
  folders: ReadonlySet<string>
  /** A change of one of these matters. */
  paths: ReadonlySet<string>
}

/**
 * Find where the files of some folders are really kept. A folder's watch does not see an edit behind a link, and
 * Kubernetes changes files by swapping a link (`agent.md` → `..data/agent.md`, `..data` → `..2026_11_28`).
 */
export function linkTargets(folders: ReadonlySet<string>): LinkTargets {
  const paths = new Set<string>()
  for (const folder of folders)
    for (const link of linksIn(folder)) for (const hop of hopsOf(link)) paths.add(hop)
  const found = new Set([...paths].map((path) => dirname(path)).filter((folder) => !folders.has(folder)))
  return { folders: found, paths }
}

function linksIn(folder: string): string[] {
  try {
    const links = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isSymbolicLink())
    return links.slice(0, MAX_LINKS).map(({ name }) => join(folder, name))
  } catch {
    return [] // it is not there now
  }
}

/** The link, what it leads to, and so on; and each link among the folders above. */
function hopsOf(link: string): string[] {
  const hops: string[] = []
  let at: string | null = link
  while (at !== null && hops.length < MAX_HOPS) {
    hops.push(at)
    at = nextOf(at)
  }
  return hops
}

/** The path with its first link replaced by what that leads to; null when it has none. */
function nextOf(path: string): string | null {
  const own = readLink(path)
  if (own !== null) return own
  for (let folder = dirname(path), rest = path.slice(folder.length); folder !== dirname(folder);) {
    const target = readLink(folder)
    if (target !== null) return join(target, rest)
    folder = dirname(folder)
    rest = path.slice(folder.length)
  }
  return null
}

function readLink(path: string): string | null {
  try {
    return resolve(dirname(path), readlinkSync(path))
  } catch {
    return null // no link
  }
}
