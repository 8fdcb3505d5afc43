import { isTimeZone } from '#ground/base/time-zone.ts'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { AccountSettings } from '#ground/identity/account-settings.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { Instance } from '#ground/instances/instance.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { MessageExtra } from '#chatapp/chats/message.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { ChatappFiles } from '#chatapp/files/files.ts'
import type { ModelRefusal, ModelCatalog } from '#chatapp/models/models.ts'
import type { OpenRemoteTurns } from './remote-turns.ts'
import type { TurnLeases } from './leases.ts'
import { createRunningTurns } from './running-turns.ts'
import { openTurn, type OpenedTurn, type OpenRefusal } from './open.ts'
import { RESTARTED } from './recovery.ts'
import { startRun, type StartedTurnRun, type RunParts, type RunSubject } from './run.ts'
import { begunSubject } from './subjects.ts'
import { taskIdOf } from './task-id.ts'
import { promptToName } from './titling.ts'
import type { TurnRequest } from './schema.ts'
import type { UnsavedAnswerQueue } from './unsaved-answers.ts'

export interface StartedTurn {
  chatId: string
  taskIds: string[]
}

export type TurnRefusal = OpenRefusal | ModelRefusal | 'file_missing' | 'message_empty' | 'shutting_down'

/** Open questions of agents in a chat, which a message of the person answers or closes. */
export interface AgentQuestions {
  find(email: string, chatId: string): Promise<{ id: string; question: string; takesText: boolean } | null>
  /** @param text The person's message; empty if the person only wants another answer. */
  settle(email: string, chatId: string, text: string): Promise<void>
}

export interface TurnsParts extends RunParts {
  store: Store
  clock: Clock
  bus: Bus
  models: Pick<ModelCatalog, 'choose'>
  files: Pick<ChatappFiles, 'describe' | 'open'>
  accountSettings: Pick<AccountSettings, 'readTimeZone'>
  unsaved: Pick<UnsavedAnswerQueue, 'save' | 'saveAnswersOf'>
  instance: Pick<Instance, 'id' | 'name'>
  leases: Pick<TurnLeases, 'track'>
  openRemoteTurns: OpenRemoteTurns
  questions?: AgentQuestions | undefined
  agentTitles: boolean
  events: Pick<
    ChatappEvents,
    'turnStarted' | 'turnFinished' | 'turnRequestFailed' | 'turnNotSaved' | 'titleNotSaved'
  >
}

export type ChatTurns = ReturnType<typeof createChatTurns>

type StartTurn = (
  account: Account,
  request: TurnRequest,
  context: TurnContext,
) => Promise<Result<StartedTurn, TurnRefusal>>

export type TurnContext = Pick<RunSubject, 'traceparent' | 'language'> & {
  decision?: NonNullable<MessageExtra['decision']>
  /** A schedule sent the prompt, so that it answers no question. */
  isScheduled?: true
  /** Title of a new chat, instead of a title from the prompt or the agent. */
  title?: string
}

/** At most one turn per chat. The turn continues if the person disconnects, and readers can follow it later. */
export function createChatTurns(parts: TurnsParts) {
  const here = new Map<string, StartedTurnRun>()
  const remote = parts.openRemoteTurns({ ...parts, here })
  const running = createRunningTurns({ ...parts, remote }, here)
  /** Chats whose next turn is being stored. Keys contain the owner, so that other people cannot make a chat busy. */
  const reserved = new Set<string>()
  /** Turns that are being started, by owner and answer id, so that a retried request starts only one turn. */
  const starting = new Map<string, ReturnType<StartTurn>>()
  let isClosing = false

  const start: StartTurn = async (account, request, context) => {
    const chatId = request.chat_id ?? null
    if (chatId === null) return open(account, request, context)
    const current = here.get(chatId)
    const isOwn = current?.ownerId === account.id
    if (isOwn && current.answerId === request.id) return accepted({ chatId, taskIds: [current.taskId] })
    const own = `${account.id} ${chatId}`
    const isOver = isOwn && current.message().state !== 'running'
    if ((isOwn && !isOver) || reserved.has(own)) return refused('chat_busy')
    reserved.add(own)
    try {
      // The answer has ended, but may not be saved yet.
      if (isOver) await current.ended
      return await open(account, request, context)
    } finally {
      reserved.delete(own)
    }
  }

  const open: StartTurn = async (account, request, context) => {
    const prepared = await prepare(parts, account, request, context)
    if (!prepared.ok) return prepared
    const { turn, model, untitled } = prepared.value
    if (!turn.isNew) {
      const run = await running.find(turn.chatId)
      return accepted({ chatId: turn.chatId, taskIds: run?.answerId === request.id ? [run.taskId] : [] })
    }
    const taskId = taskIdOf(turn.chatId, request.id)
    const run = startRun(parts, {
      ...turn,
      account,
      model,
      taskId,
      untitled,
      timeZone: (await parts.accountSettings.readTimeZone(account.id)) ?? knownTimeZone(request.time_zone),
      ...context,
    })
    here.set(turn.chatId, run)
    parts.leases.track(turn, run)
    void run.ended.then(() => here.delete(turn.chatId))
    remote.offer(turn.chatId, run)
    parts.bus.publish(begunSubject(turn.chatId), '')
    // `drain` may have started while the turn was stored.
    if (isClosing) run.end('interrupted', RESTARTED)
    return accepted({ chatId: turn.chatId, taskIds: [run.taskId] })
  }

  return {
    start(account: Account, request: TurnRequest, context: TurnContext): ReturnType<StartTurn> {
      if (isClosing) return Promise.resolve(refused('shutting_down'))
      const name = `${account.id} ${request.id}`
      const underWay = starting.get(name)
      if (underWay) return underWay
      const result = start(account, request, context).finally(() => starting.delete(name))
      starting.set(name, result)
      return result
    },

    ...running,

    /** Refuses new turns, and interrupts turns that still run after `graceMs`. */
    async drain(graceMs: number): Promise<void> {
      isClosing = true
      await Promise.all(starting.values())
      await waitFor(endOf(here.values()), graceMs, parts.clock)
      for (const run of here.values()) run.end('interrupted', RESTARTED)
      await endOf(here.values())
    },
  }
}

const endOf = (runs: Iterable<StartedTurnRun>) => Promise.all([...runs].map((run) => run.ended))

async function waitFor(work: Promise<unknown>, longestMs: number, clock: Clock): Promise<void> {
  const done = new AbortController()
  void work.then(() => done.abort())
  await clock.sleep(longestMs, done.signal).catch(() => {})
}

type PreparedTurn = Pick<RunSubject, 'model' | 'untitled'> & { turn: OpenedTurn }

async function prepare(
  { store, clock, models, files, unsaved, questions, instance, agentTitles }: TurnsParts,
  account: Account,
  request: TurnRequest,
  { decision, title, isScheduled }: TurnContext,
): Promise<Result<PreparedTurn, TurnRefusal>> {
  const chatId = request.chat_id ?? null
  const prompt = request.user_message ?? null
  if (prompt && prompt.content.trim() === '' && prompt.files.length === 0) return refused('message_empty')
  const model = await models.choose(account, request.model)
  if (!model.ok) return model
  const attached = await files.describe(account.id, prompt?.files.map(({ id }) => id) ?? [])
  if (!attached.ok) return attached
  // Must precede the turn, because the agent receives the stored messages.
  if (chatId !== null) await unsaved.saveAnswersOf(chatId)
  const question = chatId === null || decision ? null : await questions?.find(account.email, chatId)
  const text = isScheduled ? '' : (prompt?.content.trim() ?? '')
  const repliesTo = question && {
    id: question.id,
    question: question.question,
    isAnswer: question.takesText && text !== '',
  }
  const opened = await openTurn(store, {
    ownerId: account.id,
    chatId,
    answerId: request.id,
    parentId: request.parent_id ?? null,
    prompt: prompt && {
      id: prompt.id,
      content: prompt.content,
      files: attached.value,
      decision,
      ...(repliesTo && { repliesTo }),
    },
    model: request.model,
    revision: request.revision ?? null,
    isTemporary: request.temporary === true,
    title,
    instance,
    now: clock.now(),
  })
  if (!opened.ok) return opened
  if (question && opened.value.isNew) await questions?.settle(account.email, opened.value.chatId, text)
  const isNamed = title !== undefined
  const untitled = agentTitles && !request.temporary && !isNamed ? promptToName(request, model.value) : null
  return accepted({ turn: opened.value, model: model.value, untitled })
}

const knownTimeZone = (name: string | undefined): string | null =>
  name !== undefined && isTimeZone(name) ? name : null
