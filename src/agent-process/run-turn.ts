import { methods, RequestError, type PromptResponse, type StopReason } from '@agentclientprotocol/sdk'
import { sha256 } from '#ground/base/ids.ts'
import type { AgentFile } from '#ground/hub/hub.ts'
import type { FinishReason, TokenUsage, TurnEvent } from '#ground/turn/schema.ts'
import { wholeCharacters } from '#ground/turn/whole-characters.ts'
import { NO_USAGE } from '#core/agent/model/add-usage.ts'
import { definedOverrides, recordTurn } from '#core/agent/turn/run-turn.ts'
import { checkSpending, holdCall, type TurnSpending } from '#core/agent/turn/spending.ts'
import { listedSkills } from '#core/agent/turn/started-skill.ts'
import { dayOf, factsOf, systemPrompt } from '#core/agent/turn/system-prompt.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { AgentTurn, TurnUsage } from '#core/agent/turn/turn.ts'
import { cancelTurn } from './cancel.ts'
import { conversationDigest, splitConversation, messageText } from './conversation.ts'
import { createAgentEventQueue } from './event-queue.ts'
import type { ProcessTurnDeps } from './turn-deps.ts'
import { promptBlocks } from './prompt.ts'
import { serveTurn, type ServedAgentTurn } from './serve-turn.ts'
import { openSession } from './session.ts'
import { turnUsage, type AgentTurnReport, type Tally } from './usage.ts'
import { keepRecord, recordPath } from './session-record.ts'
import type { AgentWorker } from './worker.ts'
import { agentFolders, type AgentFolders } from './workspace.ts'

export async function* runProcessTurn(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const { clock, nesting } = deps
  const startedAt = clock.now()
  const agent = { ...deps.hub.agent(), ...definedOverrides(turn.overrides ?? {}) }
  const begunWith = sha256(JSON.stringify([deps.command, agent.prompt]))
  using spending = deps.openSpending?.({
    email: turn.caller.email,
    runId: turn.runId ?? null,
    models: [deps.modelId],
    startedAt,
  })
  const model = { id: deps.modelId }
  const progress: Progress = { usage: NO_USAGE, steps: 1, outcome: 'aborted', text: '', isPrompted: false }
  await checkSpending(spending)
  if (--nesting.budget.left < 0)
    throw new TurnRefused('agent_failed', 'Too few steps are left (`max_turns`).')
  try {
    const reason = yield* answerWithProcess(deps, turn, { agent, begunWith, spending, signal }, progress)
    progress.outcome = reason
    recordTurn(deps, turn, { model, spending }, startedAt, { ...progress, outcome: reason })
    progress.outcome = 'recorded'
    yield { type: 'finish', reason, usage: progress.usage, model: deps.modelId }
  } catch (error) {
    if (signal.aborted && progress.outcome !== 'recorded') {
      yield { type: 'finish', reason: 'aborted', usage: progress.usage, model: deps.modelId }
      return
    }
    if (progress.outcome !== 'recorded') progress.outcome = 'failed'
    throw error
  } finally {
    const { outcome } = progress
    if (outcome !== 'recorded')
      recordTurn(deps, turn, { model, spending }, startedAt, { ...progress, outcome })
  }
}

interface Progress {
  usage: TokenUsage
  steps: number
  outcome: TurnUsage['outcome'] | 'recorded'
  text: string
  /** Whether a process has received the prompt and may have acted on it. */
  isPrompted: boolean
}

/** If the process exits before it receives the prompt, sends the prompt to another process, at most once per turn. */
async function* answerWithProcess(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  prompting: Omit<Prompting, 'lease'>,
  progress: Progress,
): AsyncGenerator<TurnEvent, FinishReason> {
  const { begunWith, signal } = prompting
  const folders = agentFolders({ hubFolder: deps.hub.folder, chatFolder: turn.files.folder })
  for (let isReplaced = false; ; isReplaced = true) {
    using lease = await leaseWorker(deps, { key: `${turn.chatId}\n${begunWith}`, place: folders }, signal)
    try {
      return yield* promptProcess(deps, turn, { ...prompting, lease }, progress)
    } catch (error) {
      if (signal.aborted) throw error
      const isGone = isBroken(lease.worker, error)
      if (isGone) lease.settled = lease.settled.then(() => false)
      if (!isGone || isReplaced || progress.isPrompted) throw failureOf(deps, lease.worker, error)
    }
  }
}

interface HeldLease extends Disposable {
  readonly worker: AgentWorker
  settled: Promise<boolean>
}

async function leaseWorker(
  { pool }: ProcessTurnDeps,
  wanted: { key: string; place: AgentFolders },
  signal: AbortSignal,
): Promise<HeldLease> {
  const { worker, release } = await pool.lease(wanted, signal)
  const held = { worker, settled: Promise.resolve(false), [Symbol.dispose]: () => release(held.settled) }
  return held
}

interface Prompting {
  agent: AgentFile
  begunWith: string
  spending: TurnSpending | undefined
  lease: HeldLease
  signal: AbortSignal
}

async function* promptProcess(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  { agent, begunWith, spending, lease, signal }: Prompting,
  progress: Progress,
): AsyncGenerator<TurnEvent, FinishReason> {
  const { worker } = lease
  const stop = new AbortController()
  const turnSignal = AbortSignal.any([signal, stop.signal])
  const queue = createAgentEventQueue<TurnEvent>(worker.setPaused)
  using serving = serveTurn(deps, turn, queue.push, turnSignal)
  worker.turn = serving
  const reply = sendPrompt(deps, turn, { agent, begunWith, worker, serving, signal: turnSignal }, progress)
  let answer: PromptResponse | null = null
  const done = reply.then(
    (response) => {
      answer = response
      progress.usage = countUsage(worker, serving.tally, response)
      serving.finish(response.stopReason === 'end_turn' ? 'done' : 'failed')
      queue.close()
    },
    (error: unknown) => {
      serving.finish('failed')
      queue.close(error instanceof Error ? error : new Error(String(error)))
    },
  )
  const abort = () => queue.close()
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    for await (const event of wholeCharacters<TurnEvent>(queue.events())) {
      if (event.type === 'text') progress.text += event.text
      if (event.type === 'text' || event.type === 'reasoning') serving.tally.outputChars += event.text.length
      yield event
      // The end of a tool call is the only sign that the agent will send another request to its model, so the budgets
      // are checked here.
      if (event.type === 'tool' && event.state !== 'running' && spending)
        await holdUsed(spending, usedUntilNow(worker, serving.tally).turn, { clock: deps.clock, signal })
    }
  } finally {
    signal.removeEventListener('abort', abort)
    worker.setPaused(false)
    stop.abort()
    if (answer === null && progress.isPrompted) progress.usage = countUsage(worker, serving.tally, null)
    lease.settled = settle(deps, turn, { worker, done, isOver: () => answer !== null, text: progress.text })
  }
  if (signal.aborted || !answer) return 'aborted'
  await turn.files.push()
  return REASONS[(answer as PromptResponse).stopReason] ?? 'stop'
}

/** An agent's own model requests are not visible, so only the tokens used so far are checked against budgets. */
async function holdUsed(spending: TurnSpending, used: TokenUsage, until: Parameters<typeof holdCall>[3]) {
  const held = await holdCall(spending, used, { input: 0, output: 1, leastOutput: 1, outputs: 1 }, until)
  held.end(used)
}

interface SendPromptDeps {
  agent: AgentFile
  begunWith: string
  worker: AgentWorker
  serving: ServedAgentTurn
  signal: AbortSignal
}

async function sendPrompt(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  { agent, begunWith, worker, serving, signal }: SendPromptDeps,
  progress: Progress,
): Promise<PromptResponse> {
  const exchange = splitConversation(turn.messages)
  await turn.files.pull()
  const chatFolder = turn.files.folder
  const { session, isContinued } = await openSession({
    worker,
    chatId: turn.chatId,
    begunWith,
    before: exchange.before.length > 0 ? conversationDigest(exchange.before) : null,
    record: keepsSession(deps, turn) ? recordPath(chatFolder) : null,
    cwd: agentFolders({ hubFolder: deps.hub.folder, chatFolder }).workspace,
    chatFolder,
    clock: deps.clock,
    signal,
    events: deps.processEvents,
  })
  session.seen = null
  serving.listenTo(session.id)
  const instructions = isContinued ? null : await instructionsFor(deps, turn, agent)
  signal.throwIfAborted()
  const capabilities = worker.capabilities.promptCapabilities ?? {}
  progress.isPrompted = true
  serving.tally.inputChars += charsOf(turn.messages) + (instructions?.length ?? 0)
  const response = await worker.agent.request(methods.agent.session.prompt, {
    sessionId: session.id,
    prompt: promptBlocks({ ...exchange, instructions, chatFolder, capabilities }),
    ...(turn.traceparent && { _meta: { traceparent: turn.traceparent } }),
  })
  await new Promise((resolve) => setImmediate(resolve)) // first handles the updates that arrived before the response
  return response
}

const instructionsFor = async (deps: ProcessTurnDeps, turn: AgentTurn, agent: AgentFile) => {
  const [files, remembered] = await Promise.all([turn.files.list(), deps.recall?.(turn.caller)])
  const day = await dayOf(deps.clock.now(), turn, deps)
  return systemPrompt(agent, factsOf(day, files, remembered, listedSkills(deps.hub, deps.toolbox)))
}

const charsOf = (messages: AgentTurn['messages']): number =>
  messages.reduce((sum, message) => sum + messageText(message).length, 0)

const keepsSession = ({ isNested }: ProcessTurnDeps, turn: AgentTurn): boolean =>
  !isNested && turn.overrides?.prompt === undefined

const usedUntilNow = ({ session }: AgentWorker, tally: Tally) =>
  turnUsage(session?.usage ?? null, tally, null)

const countUsage = ({ session }: AgentWorker, tally: Tally, ending: AgentTurnReport | null): TokenUsage => {
  const { turn, session: used } = turnUsage(session?.usage ?? null, tally, ending)
  if (session) session.usage = used
  return turn
}

interface Settling {
  worker: AgentWorker
  done: Promise<void>
  isOver(): boolean
  text: string
}

async function settle(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  { worker, done, isOver, text }: Settling,
): Promise<boolean> {
  const { session } = worker
  const isAtRest = isOver() || (await cancelTurn(deps, turn, worker, done))
  if (!isOver()) await turn.files.push().catch(() => {})
  worker.turn = null
  if (session && isOver()) session.seen = conversationDigest([...turn.messages, answerOf(text)])
  if (keepsSession(deps, turn))
    await keepRecord(
      recordPath(turn.files.folder),
      session?.seen
        ? {
            session_id: session.id,
            begun_with: session.begunWith,
            seen: session.seen,
            usage: session.usage,
          }
        : null,
    )
  return isAtRest && worker.ending() === null
}

const answerOf = (text: string) => ({ role: 'assistant', text, toolCalls: [] }) as const

const isBroken = (worker: AgentWorker, error: unknown): boolean =>
  worker.ending() !== null || !(error instanceof TurnRefused || error instanceof RequestError)

/**
 * The agent's error message may contain anything, so it is only the cause of the refusal, not part of the refusal's
 * message.
 */
function failureOf({ processEvents }: ProcessTurnDeps, worker: AgentWorker, error: unknown): unknown {
  if (error instanceof TurnRefused) return error
  const ending = worker.ending()
  const reason = ending ?? (error instanceof RequestError ? `error ${error.code}` : 'broken connection')
  processEvents.failed({ reason })
  const message = ending
    ? `The agent process ended in the middle of its answer (${ending}). Ask again: a new process will start.`
    : `The agent process could not answer (${reason}). See the Hub’s log for details.`
  return new TurnRefused('agent_failed', message, { cause: error })
}

const REASONS: Record<StopReason, FinishReason> = {
  end_turn: 'stop',
  max_tokens: 'length',
  max_turn_requests: 'length',
  refusal: 'content-filter',
  cancelled: 'aborted',
}
