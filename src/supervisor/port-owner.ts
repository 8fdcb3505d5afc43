import { readdir, readFile, readlink } from 'node:fs/promises'

/**
 * The process that listens on a TCP port of this machine.
 *
 * @returns Its pid; null when it cannot be told: not Linux, or another user's process.
 */
export async function portOwner(port: number): Promise<number | null> {
  try {
    const inodes = await listeningInodes(port)
    if (inodes.size === 0) return null
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)))
      if (await holdsSocket(pid, inodes)) return Number(pid)
    return null
  } catch {
    return null
  }
}

const LISTEN = '0A'

async function listeningInodes(port: number): Promise<Set<string>> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  )
  return new Set(
    tables
      .flatMap((table) => table.split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === LISTEN && local?.endsWith(`:${hexPort}`))
      .map((fields) => `socket:[${fields[9]}]`),
  )
}

async function holdsSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const folder = `/proc/${pid}/fd`
  const handles = await readdir(folder).catch(() => [])
  const targets = await Promise.all(handles.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return targets.some((target) => inodes.has(target))
}
