import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { Instance } from '#ground/instances/instance.ts'
import type { Store } from '#ground/store/store.ts'
import type { AnswerOutcome } from '#ground/turn/question/schema.ts'
import type { AnswerMessage } from './question-messages.ts'
import type { StartedTurnRun, RunningTurn } from './run.ts'

export interface RemoteTurn extends RunningTurn {
  chatId: string
}

export interface RemoteTurns {
  readonly isShared: boolean
  find(chatId: string): Promise<RemoteTurn | null>
  ofChats(chatIds: readonly string[] | null): Promise<readonly RemoteTurn[]>
  stop(turn: RemoteTurn): Promise<void>
  stopAllOf(accountId: string): Promise<void>
  /** Null if the instance that runs the turn does not respond. */
  answerQuestion(turn: RemoteTurn, message: AnswerMessage): Promise<AnswerOutcome | null>
  offer(chatId: string, run: StartedTurnRun): void
}

export interface RemoteTurnsParts {
  store: Pick<Store, 'db'>
  clock: Clock
  bus: Bus
  instance: Pick<Instance, 'id'>
  here: ReadonlyMap<string, StartedTurnRun>
}

export type OpenRemoteTurns = (parts: RemoteTurnsParts) => RemoteTurns

/** For SQLite, which has a single instance. */
export const NO_REMOTE_TURNS: OpenRemoteTurns = () => ({
  isShared: false,
  find: async () => null,
  ofChats: async () => [],
  async stop() {},
  async stopAllOf() {},
  answerQuestion: async () => null,
  offer() {},
})
