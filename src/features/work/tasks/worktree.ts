import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sha256 } from '#ground/base/ids.ts'
import { portions } from '#ground/base/portions.ts'
import { gitIn, type Git } from './git.ts'

export type WorktreeState = Readonly<Record<string, string>>

export interface Author {
  name: string
  email: string
}

export interface Committed {
  commit: string | null
  /** A changed folder that is a repository of its own, so git cannot commit its files. */
  nested: string | null
}

/** Commits only paths whose state differs from `before`. @throws GitFailure */
export async function commitSince(
  git: Git,
  hubFolder: string,
  before: WorktreeState,
  { message, author }: { message: string; author: Author },
): Promise<Committed> {
  const after = await readWorktreeState(git, hubFolder)
  // A path in `before` that is missing now was reverted by the run, so it needs no commit.
  const changed = Object.keys(after).filter((path) => after[path] !== before[path])
  const nested = changed.find((path) => after[path]!.startsWith(REPOSITORY)) ?? null
  const files = changed.filter((path) => !after[path]!.startsWith(REPOSITORY))
  if (files.length === 0) return { commit: null, nested }
  for (const some of portions(files, PATH_BATCH_SIZE)) await git(['add', '--all', '--', ...some.map(literal)])
  const { name, email } = author
  const settings = [`user.name=${name}`, `user.email=${email}`, 'commit.gpgSign=false']
  const options = ['--quiet', '--no-verify', '--only', '--pathspec-from-file=-', '--pathspec-file-nul']
  await git(
    [...settings.flatMap((setting) => ['-c', setting]), 'commit', ...options, '-m', message],
    files.map(literal).join('\0'),
  )
  return { commit: (await git(['rev-parse', 'HEAD'])).trim(), nested }
}

/** @throws GitFailure */
export async function pushBranch(git: Git): Promise<void> {
  const hasUpstream = await git(['rev-parse', '--abbrev-ref', '@{upstream}']).then(
    () => true,
    () => false,
  )
  await git(['push', '--quiet', ...(hasUpstream ? [] : ['--set-upstream', 'origin', 'HEAD'])])
}

/** @throws GitFailure if the folder is in no repository. */
export async function readWorktreeState(git: Git, hubFolder: string): Promise<WorktreeState> {
  const prefix = await prefixOf(git)
  const status = await git([
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--',
    '.',
  ])
  const paths = status
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => !SERVICE_FILES.test(path) && !isSecret(path))
  const state: Record<string, string> = Object.create(null)
  for (const path of paths) state[path] = await fingerprintOf(join(hubFolder, path))
  return state
}

export const prefixOf = async (git: Git): Promise<string> =>
  (await git(['rev-parse', '--show-prefix'])).replace(/\n$/, '')

/** Never committed, even if `.gitignore` does not name them. */
const SERVICE_FILES = /^(\.inbound|\.chats|\.memory|\.published|\.runs|\.svc)\//

/** Matches `.env` and `.env.local`, but not examples such as `.env.example`. */
const isSecret = (path: string): boolean =>
  /(^|\/)\.env(\.[^/]+)?$/.test(path) && !/\.(example|sample|template|dist)$/.test(path)

const REPOSITORY = 'repository '

async function fingerprintOf(path: string): Promise<string> {
  const entry = await lstat(path).catch(() => null)
  if (entry === null) return 'gone'
  if (entry.isSymbolicLink()) return `link ${await readlink(path)}`
  if (entry.isDirectory()) return `${REPOSITORY}${await repositoryFingerprint(path)}`
  if (!entry.isFile()) return 'other'
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return `${entry.mode & 0o111} ${hash.digest('hex')}`
}

async function repositoryFingerprint(folder: string): Promise<string> {
  const git = gitIn(folder, AbortSignal.timeout(30_000))
  const head = await git(['rev-parse', 'HEAD']).catch(() => '')
  return sha256(`${head}${await git(['status', '--porcelain=v1', '-z', '--untracked-files=all'])}`)
}

const PATH_BATCH_SIZE = 200

/** Git must not read the path as a pattern. */
const literal = (path: string): string => `:(literal)${path}`
