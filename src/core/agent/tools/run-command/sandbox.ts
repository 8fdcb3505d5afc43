import { lstat, readlink } from 'node:fs/promises'
import { sep } from 'node:path'
import type { Bubblewrap } from './bubblewrap.ts'
import { cover, foundAt, HUB, hubMounts, type HubView } from './mounts.ts'

/**
 * Options that deny access to the network, other processes and the terminal, and drop all capabilities. All processes
 * in the sandbox end with the service.
 */
const ISOLATION =
  '--unshare-all --unshare-user --die-with-parent --new-session --cap-drop ALL --uid 1000 --gid 1000 --hostname sandbox'.split(
    ' ',
  )

const TEMPORARY_BYTES = 512 * 1024 * 1024
const SHARED_BYTES = 64 * 1024 * 1024

/**
 * Mounts the kernel's interfaces read-only. Otherwise a command could change the kernel's settings if the service
 * runs as root.
 */
const KERNEL = ['--proc', '/proc', '--remount-ro', '/proc', '--dev', '/dev']
const SPACE = [
  '--size',
  String(SHARED_BYTES),
  '--perms',
  '1777',
  '--tmpfs',
  '/dev/shm',
  '--remount-ro',
  '/dev',
]
const EMPTY = [...KERNEL, ...SPACE, '--size', String(TEMPORARY_BYTES), '--tmpfs', '/tmp']
const READY = ['--remount-ro', '/', '--chdir', HUB]

/**
 * Programs and the files that they need to start. Nothing else of `/etc` is visible, and nothing of `/home`, `/root`,
 * `/var` and `/run`.
 */
const SYSTEM = ['/usr']
const SYSTEM_LINKS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64']
const SETTINGS = ['/etc/alternatives', '/etc/ld.so.cache', '/etc/localtime', '/etc/fonts', '/etc/magic']

export const SANDBOX_ENVIRONMENT = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  CHAT: `${HUB}/chat`,
}

export async function sandboxOptions(view: HubView, bubblewrap: Bubblewrap): Promise<string[]> {
  return [
    ...isolationOptions(bubblewrap),
    ...(await systemMounts()),
    ...(await coveredInSystem([view.hubFolder, ...view.secretPaths])),
    ...EMPTY,
    ...(await hubMounts(view)),
    ...READY,
  ]
}

export const emptySandbox = async (bubblewrap: Bubblewrap): Promise<string[]> => [
  ...isolationOptions(bubblewrap),
  ...(await systemMounts()),
  ...EMPTY,
]

const isolationOptions = ({ closesNamespaces }: Bubblewrap): string[] =>
  closesNamespaces ? [...ISOLATION, '--disable-userns'] : ISOLATION

const systemMounts = async (): Promise<string[]> => [
  ...SYSTEM.flatMap((path) => ['--ro-bind', path, path]),
  ...(await Promise.all(SYSTEM_LINKS.map(systemLink))).flat(),
  ...SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
]

/** `/bin` and similar are links into `/usr`, or folders on older systems. */
const systemLink = async (path: string): Promise<string[]> => {
  const about = await lstat(path).catch(() => null)
  if (!about) return []
  return about.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path]
}

const coveredInSystem = async (paths: readonly string[]): Promise<string[]> =>
  (await Promise.all(paths.map(foundAt)))
    .filter(({ path }) => [...SYSTEM, ...SYSTEM_LINKS].some((system) => path.startsWith(system + sep)))
    .flatMap(({ path, isFolder }) => cover(path, isFolder))
