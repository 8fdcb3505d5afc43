import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { StoreLocation } from '#ground/store/location.ts'
import type { Ending } from '../../support/console.ts'
import { testProgram } from '../../support/test-program.ts'

export interface SpawnedChatapp {
  url: string
  /** Kills the process with SIGKILL, like a power failure. */
  kill(): Promise<void>
}

export async function spawnChatapp(
  t: Ending,
  { folder, location, agent, bus }: { folder: string; location: StoreLocation; agent: string; bus?: string },
): Promise<SpawnedChatapp> {
  const program = [
    ...testProgram('chatapp-program'),
    JSON.stringify(location),
    folder,
    agent,
    ...(bus ? [bus] : []),
  ]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  t.after(kill)
  for await (const url of createInterface({ input: child.stdout })) return { url, kill }
  throw new Error('the web chat ended before it listened')
}
