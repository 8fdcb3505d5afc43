import { methods } from '@agentclientprotocol/sdk'
import type { Clock } from '#ground/base/clock.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { ProcessEvents } from './log-events.ts'
import type { AgentWorker } from './worker.ts'

const CANCEL_MS = 3000

/**
 * @returns False if the process cannot serve another turn: the agent did not end this turn within `CANCEL_MS`, or the
 * process has exited.
 */
export async function cancelTurn(
  { clock, processEvents }: { clock: Clock; processEvents: Pick<ProcessEvents, 'ignoredCancel'> },
  { chatId }: Pick<AgentTurn, 'chatId'>,
  worker: AgentWorker,
  done: Promise<void>,
): Promise<boolean> {
  if (worker.session)
    worker.agent.notify(methods.agent.session.cancel, { sessionId: worker.session.id }).catch(() => {})
  const timer = new AbortController()
  const late = clock.sleep(CANCEL_MS, timer.signal).then(
    () => true,
    () => false,
  )
  const isLate = await Promise.race([done.then(() => false), worker.exited.then(() => false), late])
  timer.abort()
  if (isLate) processEvents.ignoredCancel({ chat: chatId })
  return !isLate && worker.ending() === null
}
