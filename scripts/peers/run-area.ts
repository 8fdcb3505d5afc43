import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AreaOutcome } from '../../tests/peers/report.ts'
import type { Area } from './areas.ts'
import type { AreaResult } from './summary.ts'

/** The longest area, `templates`, takes an hour. */
const MAX_AREA_MS = 90 * 60_000

/**
 * Runs an area in its own process, so that a crash of the area does not end the other areas. The area's temporary
 * files are deleted.
 */
export async function runArea(area: Area, names: readonly string[], stop: AbortSignal): Promise<AreaResult> {
  const needs = [...area.needs, ...(area.uses ?? []).filter((program) => !area.needs.includes(program))]
  console.log(`\n== ${area.name}: ${area.tries}. Needs ${needs.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'peers-'))
  chmodSync(folder, 0o755) // Postgres runs as another user
  try {
    return { area: area.name, ...(await outcomeOf([area.name, ...names], folder, stop)) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

const outcomeOf = (args: readonly string[], folder: string, stop: AbortSignal): Promise<AreaOutcome> =>
  new Promise((resolve) => {
    let outcome: AreaOutcome = { passed: 0, failures: [], notInstalled: [] }
    let isComplete = false
    const child = spawn(process.execPath, [join(import.meta.dirname, 'area-process.ts'), ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: folder },
      timeout: MAX_AREA_MS,
    })
    const end = () => void child.kill('SIGTERM')
    stop.addEventListener('abort', end)
    child.on('message', (message) => {
      outcome = message as AreaOutcome
      isComplete = true
    })
    child.on('close', (code, signal) => {
      stop.removeEventListener('abort', end)
      const failures = isComplete ? outcome.failures : [`the process ended with ${signal ?? code}`]
      resolve({ ...outcome, failures })
    })
  })
