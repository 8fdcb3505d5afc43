import { execFile } from 'node:child_process'
import { access, realpath, stat } from 'node:fs/promises'
import { constants } from 'node:fs'
import { delimiter, join, relative, resolve, sep } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import type { McpProgram } from '#core/agent/mcp-servers/stdio/process-group.ts'
import type { Bubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { hiddenBelow } from '#core/agent/tools/run-command/hidden.ts'
import { cover, foundAt } from '#core/agent/tools/run-command/mounts.ts'
import { SKILLS_FOLDER } from '#ground/hub/skills/skill-folders.ts'
import { hasSkills, type AgentFolders } from './workspace.ts'

/** The process sees all files of the machine but no other processes, and it cannot mount file systems. */
const MACHINE =
  '--die-with-parent --unshare-user --unshare-pid --cap-drop ALL --dev-bind / / --proc /proc'.split(' ')

/** The kernel's files are read-only, because a process that runs as root could write to them. */
const KERNEL = ['--ro-bind', '/proc/sys', '/proc/sys', '--ro-bind', '/sys', '/sys']

const machine = (): string[] => (process.getuid?.() === 0 ? [...MACHINE, ...KERNEL] : MACHINE)

export const viewProblem = ({ program }: Bubblewrap): Promise<string | null> =>
  new Promise((done) => {
    execFile(program, [...machine(), 'true'], { timeout: 10_000 }, (error, _out, complaint) =>
      done(error ? complaint.trim().split('\n', 1)[0] || error.message : null),
    )
  })

/**
 * The program sees only these parts of the Hub's folder: `files/`, `skills/`, the chat's files and its own files.
 * @param secretPaths Absolute paths that are hidden from the program.
 */
export async function viewToolCall(
  program: McpProgram,
  bubblewrap: Bubblewrap,
  { hubFolder, chatFolder, workspace, secretPaths }: AgentFolders & { secretPaths: readonly string[] },
): Promise<McpProgram> {
  if (!(await isThere(program))) return program
  const hub = await realpath(hubFolder)
  const files = join(hub, 'files')
  const own = await Promise.all([
    realpath(process.execPath),
    real(PACKAGE_FOLDER),
    ...[program.command, ...program.args].filter(isPath).map((word) => real(resolve(hub, word))),
  ])
  const secret = await existing(secretPaths)
  const around = secret.map(({ path }) => path).filter((path) => isBelow(path, hub))
  const inside = secret.filter(({ path }) => !around.includes(path))
  const isSecret = (path: string) => inside.some((one) => one.path === path || isBelow(one.path, path))
  const shown = new Set(
    own.flatMap((path) => {
      if (path === null || isSecret(path)) return []
      return isBelow(hub, path) ? entryOf(hub, path) : around.flatMap((folder) => entryAround(folder, path))
    }),
  )
  const hidden = await hiddenBelow(files)
  const skills = (await hasSkills(hub)) ? await skillMounts(hub, workspace, secret) : []
  const secretFiles = secret
    .filter(({ path }) => isBelow(files, path))
    .map(({ path, isFolder }) => ({ path: relative(files, path), isFolder }))
  const mounted = [files, join(workspace, 'files')]
  const hasFiles = (await real(files)) !== null
  const args = [
    ...machine(),
    ...[...around, hub].flatMap((folder) => cover(folder, true)),
    ...inside
      .filter(({ path }) => !isBelow(hub, path))
      .flatMap(({ path, isFolder }) => cover(path, isFolder)),
    ...[...shown].flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    chatFolder,
    chatFolder,
    '--tmpfs',
    workspace,
    '--bind',
    chatFolder,
    join(workspace, 'chat'),
    ...(hasFiles ? mounted.flatMap((folder) => ['--bind', files, folder]) : []),
    ...mounted.flatMap((place) =>
      [...hidden, ...secretFiles].flatMap(({ path, isFolder }) => cover(join(place, path), isFolder)),
    ),
    ...skills,
    '--chdir',
    workspace,
    program.command,
    ...program.args,
  ]
  return { ...program, command: bubblewrap.program, args }
}

interface Covered {
  path: string
  isFolder: boolean
}

/** Read-only, because skills are instructions for other people's chats too. */
async function skillMounts(hub: string, workspace: string, secret: readonly Covered[]): Promise<string[]> {
  const skills = join(hub, SKILLS_FOLDER)
  const hidden = [
    ...(await hiddenBelow(skills)),
    ...secret
      .filter(({ path }) => isBelow(skills, path))
      .map(({ path, isFolder }) => ({ path: relative(skills, path), isFolder })),
  ]
  return [skills, join(workspace, SKILLS_FOLDER)].flatMap((place) => [
    '--ro-bind',
    skills,
    place,
    ...hidden.flatMap(({ path, isFolder }) => cover(join(place, path), isFolder)),
  ])
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(folder + sep)

const isPath = (word: string): boolean => word.includes('/')

const real = (path: string): Promise<string | null> => realpath(path).catch(() => null)

const existing = async (paths: readonly string[]): Promise<Covered[]> => {
  const found = (await Promise.all(paths.map(real))).filter((path) => path !== null)
  return Promise.all(found.map(foundAt))
}

/**
 * Programs such as `node_modules/.bin/x` need the files beside them, so the top-level folder that contains `path` is
 * mounted. If the folder's name starts with a dot, only `path` itself is mounted.
 */
const entryOf = (hub: string, path: string): string[] => {
  const [first = ''] = relative(hub, path).split(sep)
  return [first.startsWith('.') ? path : join(hub, first)]
}

const entryAround = (folder: string, path: string): string[] => {
  if (!isBelow(folder, path)) return []
  const modules = join(folder, 'node_modules')
  return [isBelow(modules, path) ? modules : path]
}

const isThere = async ({ command, env, cwd }: McpProgram): Promise<boolean> => {
  const candidates = isPath(command)
    ? [resolve(cwd, command)]
    : (env['PATH'] ?? '')
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, command))
  const found = await Promise.all(
    candidates.map(async (place) => {
      const about = await stat(place).catch(() => null)
      return (
        about?.isFile() &&
        access(place, constants.X_OK).then(
          () => true,
          () => false,
        )
      )
    }),
  )
  return found.includes(true)
}
