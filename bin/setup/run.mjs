import { spawn } from 'node:child_process'
import { SetupFailure } from './report.mjs'

/**
 * Prints the output only if the program fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, doing: string }} options `doing` names the step in an error.
 * @returns {Promise<void>}
 */
export const run = (program, args, { cwd, env = process.env, doing }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output = (output + text).slice(-20_000)
      })
    child.on('error', (error) =>
      reject(
        new SetupFailure(
          `${doing} failed: cannot run ${program} (${error.code ?? error.message}). ${missing(program)}`,
        ),
      ),
    )
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new SetupFailure(`${doing} failed. ${adviceFor(output)}\n${lastLines(output)}`, { output }))
    })
  })

const missing = (program) =>
  program === 'npm'
    ? 'Install npm, or run on a machine that has it and copy the folder here.'
    : `Install ${program}.`

const adviceFor = (output) =>
  ADVICE.find(([pattern]) => pattern.test(output))?.[1] ?? 'The last lines it printed:'

/** npm's message for an incomplete lockfile. */
export const OUT_OF_SYNC = /can only install packages when your package\.json/

const ADVICE = [
  [/ENOSPC|no space left/i, 'The disk is full: free some space and start again.'],
  [/EROFS|EACCES|EPERM|permission denied/i, 'No permission to write here: run as the owner of this folder.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i,
    'The package registry cannot be reached: check the network or npm’s `registry` and `proxy` settings, then start again.',
  ],
  [OUT_OF_SYNC, 'package-lock.json does not match package.json: run `npm install` and start again.'],
  [/EINTEGRITY/i, 'A download does not match the lockfile: run `npm cache clean --force` and start again.'],
]

const lastLines = (output) => output.trimEnd().split('\n').slice(-12).join('\n')
