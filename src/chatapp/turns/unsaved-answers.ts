import type { Clock } from '#ground/base/clock.ts'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { createRetry } from '#ground/base/retry.ts'
import { isStoreUnavailable, StoreBusy } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import type { UnsavedAnswers } from '#chatapp/chats/chats.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import { saveAnswer } from '#chatapp/chats/messages.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { faultOf } from './internal-errors.ts'
import { createAnswerFiles, type EndedAnswer } from './answer-files.ts'
import type { TurnLeases } from './leases.ts'

export interface UnsavedAnswerQueue extends UnsavedAnswers, AsyncDisposable {
  /**
   * If the database is unavailable, writes the answer to a file and retries. Never throws.
   * @returns A failed message if neither database nor file could store the answer; otherwise `answer.message`
   */
  save(answer: EndedAnswer): Promise<StoredMessage>
}

export interface UnsavedParts {
  folder: string
  store: Pick<Store, 'transaction'>
  clock: Clock
  leases: Pick<TurnLeases, 'release'>
  events: Pick<
    ChatappEvents,
    'answerWrittenToFile' | 'answerNotWritten' | 'answerSaved' | 'turnNotSaved' | 'unsavedUnreadable'
  >
}

/** After this time, the answer is written to a file instead of waiting for the database. */
const SAVE_TIMEOUT_MS = 500

interface UnsavedAnswer extends EndedAnswer {
  shown: StoredMessage
  saving: Promise<void> | null
  /** True if the first attempt did not succeed in time. */
  isLate: boolean
  wasRefused: boolean
}

export async function openUnsavedAnswerQueue(parts: UnsavedParts): Promise<UnsavedAnswerQueue> {
  const { store, clock, leases, events } = parts
  const files = createAnswerFiles({
    folder: parts.folder,
    onUnreadable: (path) => events.unsavedUnreadable({ path }),
  })
  const unsaved = new Map<string, UnsavedAnswer>()

  const add = (answer: EndedAnswer): UnsavedAnswer => {
    const entry = { ...answer, shown: answer.message, saving: null, isLate: false, wasRefused: false }
    unsaved.set(answer.turnId, entry)
    return entry
  }
  const ofChat = (chatId: string) => [...unsaved.values()].filter((entry) => entry.chatId === chatId)
  const trySaving = (entry: UnsavedAnswer): Promise<void> =>
    (entry.saving ??= saveNow(entry).finally(() => (entry.saving = null)))
  const saveNow = async (entry: UnsavedAnswer) => {
    const { turnId, message } = entry
    const wasRunning = await store.transaction((tx) => saveAnswer(tx, entry, message))
    leases.release(entry)
    if (entry.isLate) events.answerSaved({ ...namesOf(entry), wasRunning })
    unsaved.delete(turnId)
    await files.remove(turnId).catch(() => {}) // if the removal fails, the next start saves the same answer again, which changes nothing
  }
  const logRefusal = (entry: UnsavedAnswer, error: unknown) => {
    if (!entry.wasRefused) events.turnNotSaved({ ...namesOf(entry), error: error as Error })
    entry.wasRefused = true
  }
  const saveAll = async (): Promise<boolean> => {
    for (const entry of unsaved.values())
      try {
        await trySaving(entry)
      } catch (error) {
        if (isStoreUnavailable(error)) return false
        logRefusal(entry, error)
      }
    return unsaved.size === 0
  }
  const retry = createRetry(saveAll, { clock })
  const writeToFile = async (entry: UnsavedAnswer, failure: unknown): Promise<void> => {
    entry.isLate = true
    try {
      await files.write(entry)
      if (unsaved.has(entry.turnId)) events.answerWrittenToFile(namesOf(entry))
      else await files.remove(entry.turnId) // the database saved the answer meanwhile
    } catch (error) {
      if (!unsaved.has(entry.turnId)) return
      events.answerNotWritten({ ...namesOf(entry), error: error as Error })
      entry.shown = failed(entry.message, isDiskFull(error) ? error : failure)
    }
  }

  for (const answer of await files.read()) add(answer).isLate = true
  if (!(await saveAll())) retry.start()

  return {
    async save(answer) {
      const entry = add(answer)
      const failure = await failureWithin(clock, SAVE_TIMEOUT_MS, trySaving(entry))
      if (failure === null) return answer.message
      if (!isStoreUnavailable(failure)) logRefusal(entry, failure)
      await writeToFile(entry, failure)
      retry.start()
      return entry.shown
    },

    answersOf: (chatId) =>
      new Map(ofChat(chatId).flatMap(({ isLate, shown }) => (isLate ? [[shown.id, shown]] : []))),

    async saveAnswersOf(chatId) {
      for (const entry of ofChat(chatId)) await trySaving(entry)
    },

    async [Symbol.asyncDispose]() {
      await retry[Symbol.asyncDispose]()
      await Promise.allSettled([...unsaved.values()].flatMap(({ saving }) => saving ?? []))
    },
  }
}

const namesOf = ({ chatId, message }: EndedAnswer) => ({ chat: chatId, message: message.id })

const failed = (message: StoredMessage, error: unknown): StoredMessage => ({
  ...message,
  state: 'failed',
  extra: { ...message.extra, error: faultOf(error) },
})

async function failureWithin(clock: Clock, ms: number, work: Promise<void>): Promise<unknown> {
  const { promise: timedOut, resolve } = Promise.withResolvers<unknown>()
  const cancel = clock.after(ms, () => resolve(new StoreBusy(ms)))
  const ended = work.then(
    () => null,
    (error: unknown) => error,
  )
  try {
    return await Promise.race([ended, timedOut])
  } finally {
    cancel()
  }
}
