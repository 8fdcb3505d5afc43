import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newToken } from '#ground/base/ids.ts'
import type { CommandLimits } from './limits.ts'

export interface ControlGroup extends AsyncDisposable {
  joinFiles: readonly string[]
}

type Hierarchies = readonly Hierarchy[]

interface Hierarchy {
  parent: string
  settings(limits: CommandLimits): readonly (readonly [file: string, value: string, isNeeded: boolean])[]
}

const ROOT = '/sys/fs/cgroup'
const PREFIX = 'hub-command-'

let found: Promise<Hierarchies | null> | undefined

/** Null if the kernel or the operator permits no control group. */
export async function openControlGroup(limits: CommandLimits): Promise<ControlGroup | null> {
  const place = await (found ??= findHierarchies(limits))
  return place && openIn(place, limits)
}

async function findHierarchies(limits: CommandLimits): Promise<Hierarchies | null> {
  for (const place of await candidates()) {
    await Promise.all(place.map(({ parent }) => removeStale(parent)))
    const group = await openIn(place, limits)
    if (!group) continue
    await using _ = group
    if (await canJoin(group)) return place
  }
  return null
}

async function openIn(place: Hierarchies, limits: CommandLimits): Promise<ControlGroup | null> {
  const name = `${PREFIX}${process.pid}-${newToken(64)}`
  const folders = place.map(({ parent }) => join(parent, name))
  const remove = async () => void (await Promise.all(folders.map(removeWhenEmpty)))
  try {
    for (const [index, { settings }] of place.entries()) {
      await mkdir(folders[index]!)
      for (const [file, value, isNeeded] of settings(limits))
        await writeFile(join(folders[index]!, file), value, { flag: 'r+' }).catch((error: unknown) => {
          if (isNeeded) throw error
        })
    }
  } catch {
    await remove()
    return null
  }
  return { joinFiles: folders.map((folder) => join(folder, 'cgroup.procs')), [Symbol.asyncDispose]: remove }
}

/** cgroup v2 has one hierarchy for all controllers, v1 one per controller. */
async function candidates(): Promise<Hierarchies[]> {
  const own = await ownGroups()
  const unified = own.get('')
  const beside = unified === undefined ? [] : [join(ROOT, unified), dirname(join(ROOT, unified))]
  // A cgroup that contains processes cannot limit its subgroups, so the new group is created beside the service's own
  // group.
  const candidateGroups: Hierarchies[] = beside
    .filter((parent) => parent.startsWith(ROOT))
    .map((parent) => [{ parent, settings: BOTH }])
  const [pids, memory] = [own.get('pids'), own.get('memory')]
  if (pids !== undefined && memory !== undefined)
    candidateGroups.push([
      { parent: join(ROOT, 'pids', pids), settings: PIDS },
      { parent: join(ROOT, 'memory', memory), settings: OLD_MEMORY },
    ])
  await Promise.all(candidateGroups.map(([first]) => delegate(first!.parent)))
  return candidateGroups
}

const ownGroups = async (): Promise<Map<string, string>> => {
  const text = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
  const rows = text.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    return path === undefined ? [] : controllers!.split(',').map((name) => [name, path] as const)
  })
  return new Map(rows)
}

const delegate = (parent: string): Promise<void> =>
  writeFile(join(parent, 'cgroup.subtree_control'), '+pids +memory', { flag: 'r+' }).catch(() => {})

const PIDS: Hierarchy['settings'] = ({ processes }) => [['pids.max', String(processes), true]]

const BOTH: Hierarchy['settings'] = (limits) => [
  ...PIDS(limits),
  ['memory.max', String(limits.memory), true],
  ['memory.swap.max', '0', false],
]

const OLD_MEMORY: Hierarchy['settings'] = ({ memory }) => [
  ['memory.limit_in_bytes', String(memory), true],
  ['memory.memsw.limit_in_bytes', String(memory), false],
]

export const joining = ({ joinFiles }: Pick<ControlGroup, 'joinFiles'>): string[] => [
  '/bin/sh',
  '-c',
  'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"',
  'sh',
  ...joinFiles,
  '--',
]

const canJoin = async (group: ControlGroup): Promise<boolean> => {
  const [program, ...args] = [...joining(group), 'true']
  const child = spawn(program, args, { stdio: 'ignore' })
  const [code] = (await once(child, 'exit').catch(() => [null])) as [number | null]
  return code === 0
}

/** Retries, because the group's last process may take a moment to exit. */
const removeWhenEmpty = async (folder: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    const error = await rmdir(folder).then(
      () => null,
      (thrown: NodeJS.ErrnoException) => thrown,
    )
    if (error?.code !== 'EBUSY') return
    await setTimeout(10)
  }
}

const removeStale = async (parent: string): Promise<void> => {
  const names = await readdir(parent).catch(() => [])
  const stale = await Promise.all(
    names
      .filter((name) => name.startsWith(PREFIX))
      .map(async (name) => {
        const [pid = ''] = name.slice(PREFIX.length).split('-')
        const isThere = await access(`/proc/${pid}`).then(
          () => true,
          () => false,
        )
        return isThere ? [] : [join(parent, name)]
      }),
  )
  await Promise.all(stale.flat().map((folder) => rmdir(folder).catch(() => {})))
}
