import { readdirSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const MAX_LINKS = 500
const MAX_HOPS = 10

export interface LinkTargets {
  folders: ReadonlySet<string>
  paths: ReadonlySet<string>
}

/**
 * A watch of a folder misses edits behind a link, such as those of Kubernetes (`agent.md` → `..data/agent.md`). The
 * targets of links must therefore be watched, too.
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
    return []
  }
}

function hopsOf(link: string): string[] {
  const hops: string[] = []
  let at: string | null = link
  while (at !== null && hops.length < MAX_HOPS) {
    hops.push(at)
    at = nextOf(at)
  }
  return hops
}

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
    return null
  }
}
