import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'

export interface PortOwner {
  pid: number
  /** Name of the executable, such as `nginx`; null if the process has exited. */
  name: string | null
}

/** Null when unknown, as for another user's process. */
export async function portOwner(port: number): Promise<PortOwner | null> {
  try {
    const inodes = await inodesAt(port)
    if (inodes.size === 0) return null
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
      if (await holdsSocket(pid, inodes)) return { pid: Number(pid), name: await nameOf(pid) }
    return null
  } catch {
    return null
  }
}

export async function describePortOwner(port: number): Promise<string> {
  const owner = await portOwner(port)
  if (owner === null) return 'another process'
  return owner.name === null ? `pid ${owner.pid}` : `pid ${owner.pid} (${owner.name})`
}

/** Uses the name of the executable, because all Node processes have the process name `MainThread`. */
const nameOf = (pid: string): Promise<string | null> =>
  readlink(`/proc/${pid}/exe`).then(basename, () => null)

const LISTEN = '0A'

async function inodesAt(port: number): Promise<ReadonlySet<string>> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  const sockets = tables
    .flatMap((table) => table.split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(`:${hexPort}`))
  const listening = sockets.filter(([, , , state]) => state === LISTEN)
  return new Set((listening.length > 0 ? listening : sockets).map((fields) => `socket:[${fields[9]}]`))
}

async function holdsSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const handles = await readdir(folder).catch(() => [])
  const targets = await Promise.all(handles.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return targets.some((target) => inodes.has(target))
}
