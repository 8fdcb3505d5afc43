import type { Bus } from '#ground/bus/bus.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { RemoteTurns } from './remote-turns.ts'
import { createFollowers } from './followers.ts'
import type { AnswerOutcome } from '#ground/turn/question/schema.ts'
import type { AnswerMessage } from './question-messages.ts'
import type { StartedTurnRun, RunningTurn } from './run.ts'

export function createRunningTurns(
  { bus, clock, remote }: { bus: Bus; clock: Clock; remote: RemoteTurns },
  here: ReadonlyMap<string, StartedTurnRun>,
) {
  const find = async (chatId: string): Promise<RunningTurn | null> =>
    here.get(chatId) ?? (await remote.find(chatId))

  return {
    find,

    follow: createFollowers({ bus, clock, find, isShared: remote.isShared }),

    async findChatsWithRunningTurn(chatIds: readonly string[]): Promise<ReadonlySet<string>> {
      const others = await remote.ofChats(chatIds)
      return new Set([...chatIds.filter((id) => here.has(id)), ...others.map(({ chatId }) => chatId)])
    },

    async chatOfTask(taskId: string): Promise<string | null> {
      const own = here.entries().find(([, run]) => run.taskId === taskId)
      if (own) return own[0]
      return (await remote.ofChats(null)).find((turn) => turn.taskId === taskId)?.chatId ?? null
    },

    async stop(chatId: string): Promise<boolean> {
      const run = here.get(chatId)
      run?.end('stopped')
      await run?.ended
      const other = run ? null : await remote.find(chatId)
      if (other) await remote.stop(other)
      return run !== undefined || other !== null
    },

    async answerQuestion(chatId: string, message: AnswerMessage): Promise<AnswerOutcome | null> {
      const run = here.get(chatId)
      const other = run ? null : await remote.find(chatId)
      if (other) return remote.answerQuestion(other, message)
      if (run?.ownerId !== message.ownerId) return { status: 'over' }
      return run.answerQuestion(message.id, message.answer).catch(() => null)
    },

    async stopAllOf(accountId: string): Promise<void> {
      const theirs = [...here.values()].filter((run) => run.ownerId === accountId)
      for (const run of theirs) run.end('stopped')
      await Promise.all([remote.stopAllOf(accountId), ...theirs.map((run) => run.ended)])
    },
  }
}
