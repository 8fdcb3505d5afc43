import { methods, RequestError, type NewSessionRequest } from '@agentclientprotocol/sdk'
import type { Clock } from '#ground/base/clock.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { ProcessEvents } from './log-events.ts'
import { readRecord } from './session-record.ts'
import type { AgentWorker, AgentSession } from './worker.ts'

export interface SessionRequest {
  worker: AgentWorker
  chatId: string
  begunWith: string
  before: string | null
  record: string | null
  cwd: string
  chatFolder: string
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  events: Pick<ProcessEvents, 'sessionLost'>
}

export async function openSession(
  request: SessionRequest,
): Promise<{ session: AgentSession; isContinued: boolean }> {
  const { worker, begunWith, before } = request
  const fits = (candidate: Pick<AgentSession, 'begunWith' | 'seen'>) =>
    before !== null && candidate.begunWith === begunWith && candidate.seen === before
  const open = worker.session
  if (open && fits(open)) return { session: open, isContinued: true }
  const where = newSessionRequestOf(request)
  if (open) closeSession(request, open)
  const record = request.record === null ? null : await readRecord(request.record)
  if (record && fits({ begunWith: record.begun_with, seen: record.seen })) {
    const id = record.session_id
    if (await resumeSession(request, { ...where, sessionId: id }))
      return { session: setSession(request, { id, seen: before, usage: record.usage }), isContinued: true }
  }
  const id = await newSession(request, where)
  return { session: setSession(request, { id, seen: null, usage: null }), isContinued: false }
}

const setSession = (
  { worker, begunWith }: SessionRequest,
  about: Omit<AgentSession, 'begunWith'>,
): AgentSession => (worker.session = { ...about, begunWith })

const newSessionRequestOf = ({ worker, cwd, chatFolder }: SessionRequest): NewSessionRequest => {
  const { sessionCapabilities, mcpCapabilities = {} } = worker.capabilities
  return {
    cwd,
    mcpServers: [worker.tools.serverFor(mcpCapabilities)],
    ...(sessionCapabilities?.additionalDirectories && { additionalDirectories: [chatFolder] }),
  }
}

/** While the agent loads a session, it sends the old messages again. These are not shown. */
async function resumeSession(
  { worker, chatId, clock, signal, events }: SessionRequest,
  sessionParams: NewSessionRequest & { sessionId: string },
): Promise<boolean> {
  const { loadSession, sessionCapabilities } = worker.capabilities
  const options = { cancellationSignal: signal }
  try {
    if (sessionCapabilities?.resume)
      await worker.agent.request(methods.agent.session.resume, sessionParams, options)
    else if (loadSession) {
      await worker.agent.request(methods.agent.session.load, sessionParams, options)
      await waitForReplayEnd(worker, clock, signal)
    } else return false
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof RequestError)) throw error
    events.sessionLost({ chat: chatId, reason: `code ${error.code}` })
    return false
  }
}

/** Agents send old messages without pauses. If no message arrives within this time, all have arrived. */
const QUIET_MS = 250
const MAX_WAITS = 40

async function waitForReplayEnd(
  worker: AgentWorker,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
): Promise<void> {
  let messageCount = -1
  for (let waits = 0; waits < MAX_WAITS && messageCount !== worker.messageCount(); waits++) {
    messageCount = worker.messageCount()
    await clock.sleep(QUIET_MS, signal)
  }
}

const AUTH_REQUIRED = -32_000

async function newSession({ worker, signal }: SessionRequest, where: NewSessionRequest): Promise<string> {
  try {
    const options = { cancellationSignal: signal }
    return (await worker.agent.request(methods.agent.session.new, where, options)).sessionId
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof RequestError)) throw error
    const message =
      error.code === AUTH_REQUIRED
        ? 'The agent process is not signed in. Its operator must sign in with the program’s own command, ' +
          'or pass its key with SVC_AGENT_ENV.'
        : `The agent process created no session (code ${error.code}).`
    throw new TurnRefused('agent_failed', message, { cause: error })
  }
}

function closeSession({ worker }: SessionRequest, { id }: AgentSession): void {
  worker.session = null
  if (worker.capabilities.sessionCapabilities?.close)
    worker.agent.request(methods.agent.session.close, { sessionId: id }).catch(() => {})
}
