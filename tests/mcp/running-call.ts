import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ManualClock } from '../support/manual-clock.ts'
import { bearer, callOf, post, type TestMcp } from '../support/mcp.ts'
import { until } from '../support/until.ts'

export const notesOf = async ({ folder }: Pick<TestMcp, 'folder'>): Promise<string[]> => {
  const notes = await readFile(join(folder, 'Garden/notes.txt'), 'utf8').catch(() => '')
  return notes.split('\n').filter(Boolean)
}

/** @param credential A key, or headers with a key. */
export async function callThatRuns(
  hub: Pick<TestMcp, 'folder'>,
  url: string,
  credential: string | Record<string, string>,
  message: unknown = callOf('wait'),
): Promise<{ answer: Promise<Response> }> {
  const waiting = async () => (await notesOf(hub)).filter((note) => note === 'waiting').length
  const before = await waiting()
  const headers = typeof credential === 'string' ? bearer(credential) : credential
  const answer = post(url, message, headers)
  await until(async () => (await waiting()) !== before)
  return { answer }
}

const POLL_INTERVAL_MS = 3000

export async function endedWithinFiveSeconds(
  clock: Pick<ManualClock, 'advance'>,
  answer: Promise<Response>,
): Promise<Response> {
  for (let second = 0; second < 5; second++) {
    clock.advance(1000)
    const ended = await Promise.race([answer, pause(POLL_INTERVAL_MS, null, { ref: false })])
    if (ended) return ended
  }
  throw new Error('the call goes on after five seconds')
}
