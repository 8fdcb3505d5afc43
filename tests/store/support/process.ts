import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { StoreLocation } from '#ground/store/location.ts'
import { COMPILE_CACHE } from '../../support/compile-cache.ts'

export const startProcess = (program: string, location: StoreLocation, ...args: string[]): ChildProcess =>
  spawn(
    process.execPath,
    [COMPILE_CACHE, join(import.meta.dirname, program), JSON.stringify(location), ...args],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )

export async function runProcess(program: string, location: StoreLocation, ...args: string[]): Promise<void> {
  const [code] = await once(startProcess(program, location, ...args), 'exit')
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}
