import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { Instance } from '#ground/instances/instance.ts'
import type { Store } from '#ground/store/store.ts'
import type { AnswerOutcome } from '#ground/turn/question/schema.ts'
import type { AnswerMessage } from './question-messages.ts'
import type { StartedTurnRun, RunningTurn } from './run.ts'

export interface TurnElsewhere extends RunningTurn {
  chatId: string
}

/** Other instances on the same database. */
export interface Elsewhere {
  /** Whether other instances may run turns. */
  readonly isShared: boolean
  find(chatId: string): Promise<TurnElsewhere | null>
  /** @param chatIds Null for all chats. */
  ofChats(chatIds: readonly string[] | null): Promise<readonly TurnElsewhere[]>
  /** Resolves when the turn has ended. */
  stop(turn: TurnElsewhere): Promise<void>
  stopAllOf(accountId: string): Promise<void>
  /** Null if the instance that runs the turn does not respond. */
  answerQuestion(turn: TurnElsewhere, message: AnswerMessage): Promise<AnswerOutcome | null>
  /** Lets other instances follow and stop the turn, and answer its questions. */
  offer(chatId: string, run: StartedTurnRun): void
}

export interface ElsewhereParts {
  store: Pick<Store, 'db'>
  clock: Clock
  bus: Bus
  instance: Pick<Instance, 'id'>
  /** Turns of this instance, by chat id. */
  here: ReadonlyMap<string, StartedTurnRun>
}

export type OpenElsewhere = (parts: ElsewhereParts) => Elsewhere

/** For SQLite, which has a single instance. */
export const nothingElsewhere: OpenElsewhere = () => ({
  isShared: false,
  find: async () => null,
  ofChats: async () => [],
  async stop() {},
  async stopAllOf() {},
  answerQuestion: async () => null,
  offer() {},
})
