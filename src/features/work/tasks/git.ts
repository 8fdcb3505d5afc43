import { execFile } from 'node:child_process'

/** @throws GitFailure */
export type Git = (args: readonly string[], input?: string) => Promise<string>

export class GitFailure extends Error {
  override name = 'GitFailure'
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 120_000

export const gitIn =
  (folder: string, signal?: AbortSignal): Git =>
  (args, input = '') =>
    new Promise((resolve, reject) => {
      const env = { ...gitEnvironment(), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' }
      const options = { cwd: folder, env, signal, maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS }
      const child = execFile('git', [...args], options, (error, out, complaint) => {
        if (!error) return resolve(out)
        const command = args.find((word, index) => !word.startsWith('-') && args[index - 1] !== '-c')
        const reason = wordsOf(complaint || out || error.message)
        reject(new GitFailure(`git ${command}: ${withoutPasswords(reason)}`))
      })
      child.stdin?.on('error', () => {}) // git may exit before it has read all of its input
      child.stdin?.end(input)
    })

/** Leaves out git's hints, because they are for users of a terminal. */
function wordsOf(complaint: string): string {
  const lines = complaint.trim().split('\n')
  const shown = lines.filter((line) => line.trim() !== '' && !line.startsWith('hint:'))
  const wrong = shown.filter((line) => /^(fatal:|error:| ! )/.test(line))
  return (wrong.length > 0 ? wrong : shown.slice(-3)).map((line) => line.trim()).join(' ')
}

/** Only the variables that git needs for its settings and keys. `LANG` makes its error messages English. */
const gitEnvironment = (): Record<string, string> => {
  const { PATH = '/usr/local/bin:/usr/bin:/bin', HOME = '/', SSH_AUTH_SOCK } = process.env
  return { PATH, HOME, LANG: 'C.UTF-8', ...(SSH_AUTH_SOCK ? { SSH_AUTH_SOCK } : {}) }
}

/** Addresses may contain a password. */
const withoutPasswords = (text: string): string => text.replaceAll(/(\w+:\/\/)[^\s/@]+@/g, '$1…@')
