import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { Instance } from '#ground/instances/instance.ts'
import type { Store } from '#ground/store/store.ts'
import type { AnswerOutcome } from '#ground/turn/question/schema.ts'
import type { AnswerMessage } from './question-messages.ts'
import type { StartedTurnRun, RunningTurn } from './run.ts'

/** A turn that another instance runs. */
export interface TurnElsewhere extends RunningTurn {
  chatId: string
}

/** The turns of the other instances on the same database. */
export interface Elsewhere {
  /** Whether other instances may run turns. */
  readonly isShared: boolean
  /** The running turn of a chat; null when there is none. */
  find(chatId: string): Promise<TurnElsewhere | null>
  /** @param chatIds Null for all chats. */
  ofChats(chatIds: readonly string[] | null): Promise<readonly TurnElsewhere[]>
  /** Resolves when the turn has ended. */
  stop(turn: TurnElsewhere): Promise<void>
  stopAllOf(accountId: string): Promise<void>
  /** Null: the instance that runs the turn did not answer. */
  answerQuestion(turn: TurnElsewhere, message: AnswerMessage): Promise<AnswerOutcome | null>
  /** Lets people who are connected to other instances follow a turn that begins here, answer its questions and stop it. */
  offer(chatId: string, run: StartedTurnRun): void
}

export interface ElsewhereParts {
  store: Pick<Store, 'db'>
  clock: Clock
  bus: Bus
  machine: Pick<Instance, 'id'>
  /** The turns of this server, by chat. */
  here: ReadonlyMap<string, StartedTurnRun>
}

export type OpenElsewhere = (parts: ElsewhereParts) => Elsewhere

/** For a SQLite file, which has one instance. */
export const nothingElsewhere: OpenElsewhere = () => ({
  isShared: false,
  find: async () => null,
  ofChats: async () => [],
  async stop() {},
  async stopAllOf() {},
  answerQuestion: async () => null,
  offer() {},
})
