import { execFile } from 'node:child_process'
import { lstat, readlink } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** What a Hub's folder looks like to git, to tell later what a run has changed. */
export interface Worktree {
  /** Commit what changed since, as one commit. @returns Its id, or null when nothing did. @throws GitFailure */
  commit(message: string, author: { name: string; email: string }): Promise<string | null>
  /** Push the branch. @throws GitFailure The commit stays. */
  push(): Promise<void>
}

/** Git said no. The message is for a person. */
export class GitFailure extends Error {
  override name = 'GitFailure'
}

/**
 * Remember what is changed already in the repository around a Hub's folder: that belongs to others, and stays
 * uncommitted unless the run changes it too.
 *
 * @throws GitFailure when the folder is in no repository.
 */
export async function openWorktree(hubFolder: string, signal: AbortSignal): Promise<Worktree> {
  const git = (...args: string[]) => runGit(hubFolder, args, signal)
  const before = await changedFiles(git, hubFolder)
  return {
    async commit(message, { name, email }) {
      const after = await changedFiles(git, hubFolder)
      const changed = [...after].filter(([path, look]) => before.get(path) !== look).map(([path]) => path)
      // What was changed before and is not any more was put back by the run: then there is nothing of it to commit.
      if (changed.length === 0) return null
      const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
      for (const some of portions(changed)) await git('add', '--all', '--', ...some.map(literal))
      const listed = changed.map(literal)
      await runGit(
        hubFolder,
        [
          ...identity,
          '-c',
          'commit.gpgSign=false',
          'commit',
          '--quiet',
          '--no-verify',
          '--only',
          '--pathspec-from-file=-',
          '--pathspec-file-nul',
          '-m',
          message,
        ],
        signal,
        listed.join('\0'),
      )
      return (await git('rev-parse', 'HEAD')).trim()
    },
    async push() {
      await git('push', '--quiet', ...((await hasUpstream(git)) ? [] : ['--set-upstream', 'origin', 'HEAD']))
    },
  }
}

type Git = (...args: string[]) => Promise<string>

/** Paths below the Hub's folder that differ from the last commit, each with how it looks now. */
async function changedFiles(git: Git, hubFolder: string): Promise<Map<string, string>> {
  const prefix = (await git('rev-parse', '--show-prefix')).replace(/\n$/, '')
  const status = await git(
    'status',
    '--porcelain=v1',
    '-z',
    '--untracked-files=all',
    '--no-renames',
    '--',
    '.',
  )
  const paths = status
    .split('\0')
    .filter((entry) => entry.length > 3)
    .map((entry) => entry.slice(3))
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .filter((path) => !STATE.test(path))
  const looks = new Map<string, string>()
  for (const path of paths) looks.set(path, await lookOf(join(hubFolder, path)))
  return looks
}

/** What the service itself writes, and secrets, whatever `.gitignore` says. */
const STATE = /^(\.inbound|\.chats|\.memory|\.runs|\.svc)\/|(^|\/)\.env$/

async function lookOf(path: string): Promise<string> {
  const entry = await lstat(path).catch(() => null)
  if (entry === null) return 'gone'
  if (entry.isSymbolicLink()) return `link ${await readlink(path)}`
  if (!entry.isFile()) return 'other'
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return `${entry.mode & 0o111} ${hash.digest('hex')}`
}

const hasUpstream = (git: Git): Promise<boolean> =>
  git('rev-parse', '--abbrev-ref', '@{upstream}').then(
    () => true,
    () => false,
  )

/** A path is a name and no pattern, and starts at the Hub's folder. */
const literal = (path: string): string => `:(literal)${path}`

const portions = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 200) }, (_, n) => items.slice(n * 200, (n + 1) * 200))

const MOST_OUTPUT = 64 * 1024 * 1024
const LONGEST_MS = 120_000

const runGit = (
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
  input?: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...gitEnvironment(), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' }
    const options = { cwd: folder, env, signal, maxBuffer: MOST_OUTPUT, timeout: LONGEST_MS }
    const child = execFile('git', [...args], options, (error, out, complaint) => {
      if (!error) return resolve(out)
      const reason = (complaint || error.message).trim().split('\n').slice(-3).join(' ')
      const command = args.find((word, index) => !word.startsWith('-') && args[index - 1] !== '-c')
      reject(new GitFailure(`git ${command}: ${withoutPasswords(reason)}`))
    })
    child.stdin?.on('error', () => {}) // it ended before it had read everything
    child.stdin?.end(input ?? '')
  })

/** What git needs to find its settings and keys; none of ours. */
const gitEnvironment = (): Record<string, string> => {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', HOME = '/', LANG = 'C.UTF-8', SSH_AUTH_SOCK } = process.env
  return { PATH, HOME, LANG, ...(SSH_AUTH_SOCK ? { SSH_AUTH_SOCK } : {}) }
}

/** Addresses may carry a password. */
const withoutPasswords = (text: string): string => text.replaceAll(/(\w+:\/\/)[^\s/@]+@/g, '$1…@')
