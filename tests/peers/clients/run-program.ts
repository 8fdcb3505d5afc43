import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Printed } from './checks.ts'

const TIMEOUT_MS = 300_000
const MAX_ERROR_CHARACTERS = 600

export interface Ended {
  printed: Printed[]
  /** Reason why the run is incomplete; null if it completed. */
  failure: string | null
}

export async function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = new Promise<string | null>((resolve) => {
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code, signal) =>
      resolve(code === 0 ? null : `ended with ${signal ?? code}: ${errors.slice(-MAX_ERROR_CHARACTERS)}`),
    )
  })
  const printed: Printed[] = []
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{') && line.includes('"try"')) printed.push(JSON.parse(line) as Printed)
  return { printed, failure: await ended }
}
