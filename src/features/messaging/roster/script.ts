import { dirname } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { MAX_OUTPUT_LENGTH, runScript, type ScriptEnd } from '#ground/base/programs/run-script.ts'
import type { Warden } from '#ground/base/programs/warden.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { RosterProblem } from './parse.ts'

const TIMEOUT_MS = 10_000
const MAX_ERROR_LENGTH = 300
const TAIL = 4_096

/** The script receives only these variables of the process, because other variables may contain secrets. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ']

export interface RosterScriptDeps {
  environment: Environment
  clock: Pick<Clock, 'sleep'>
  warden: Warden
}

export async function runRosterScript(
  file: string,
  { environment, clock, warden }: RosterScriptDeps,
  signal: AbortSignal,
): Promise<Result<string, RosterProblem>> {
  const given = INHERITED.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  // Python must not write compiled files next to the script, because they would count as changes to the roster.
  const env = { ...Object.fromEntries(given), PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' }
  let tail = ''
  const output = (text: string) => (tail = (tail + text).slice(-TAIL))
  try {
    const command = { program: 'python3', args: [file], env, cwd: dirname(file) }
    const end = await runScript(command, { signal, timeoutMs: TIMEOUT_MS, clock, warden, output })
    return end.code === 0 && end.stdout.length < MAX_OUTPUT_LENGTH
      ? accepted(end.stdout)
      : refused(failureOf(end, tail, file))
  } catch (error) {
    return refused({ line: null, message: `cannot be run: ${(error as Error).message}` })
  }
}

function failureOf({ code, isLate, signal }: ScriptEnd, tail: string, file: string): RosterProblem {
  const whole = (message: string) => ({ line: null, message })
  if (isLate) return whole(`took longer than ${TIMEOUT_MS / 1000} s`)
  if (code === 0) return whole(`printed more than ${MAX_OUTPUT_LENGTH} characters`)
  if (code === 127) return whole('needs python3, which is not installed: install python3')
  const lastLine = tail.trim().split('\n').at(-1)?.trim().slice(0, MAX_ERROR_LENGTH)
  const line = tail.split(`"${file}", line `).at(-1)?.match(/^\d+/)?.[0]
  const how = code === null ? `was ended by ${signal}` : `ended with ${code}`
  return { line: line === undefined ? null : Number(line), message: lastLine ? `${how}: ${lastLine}` : how }
}
