import type { Clock } from '#ground/base/clock.ts'
import { MAX_DUE, readDueLetters } from './letter-rows.ts'
import { sendLetter, type NoticeSendDeps } from './send.ts'

export interface SenderDeps extends Omit<NoticeSendDeps, 'clock'> {
  clock: Pick<Clock, 'now'>
  onFailure(error: unknown): void
}

/** Disposal waits for the running attempts. */
export interface LetterSender extends AsyncDisposable {
  /** Sends all due letters in the background. */
  start(): void
}

const MAX_PARALLEL = 8

/**
 * Sends in the background and in parallel, so that a slow receiver delays neither the next plan nor the letters to
 * other receivers. The carriers limit the duration of an attempt.
 */
export function openSender(deps: SenderDeps): LetterSender {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempts = new Map<string, Promise<void>>()
  let round: Promise<void> | null = null
  let isDueAgain = false

  async function sendDue(): Promise<void> {
    for (;;) {
      const letters = await readDueLetters(deps.store.db, deps.clock.now())
      let sent = 0
      for (const letter of letters.filter(({ id }) => !attempts.has(id))) {
        while (attempts.size >= MAX_PARALLEL) await Promise.race(attempts.values())
        if (signal.aborted) return
        const attempt = sendLetter(deps, letter, signal)
          .then(() => void sent++, deps.onFailure)
          .finally(() => attempts.delete(letter.id))
        attempts.set(letter.id, attempt)
      }
      // If all attempts failed with an error, another round would read the same letters.
      if (letters.length < MAX_DUE || sent === 0) return
    }
  }

  async function runRounds(): Promise<void> {
    do {
      isDueAgain = false
      await sendDue().catch(deps.onFailure)
    } while (isDueAgain && !signal.aborted)
    round = null
  }

  return {
    start() {
      isDueAgain = true
      round ??= runRounds()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await round
      await Promise.all(attempts.values())
    },
  }
}
