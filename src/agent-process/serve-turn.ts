import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk'
import { newId } from '#ground/base/ids.ts'
import type { ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import { howItEnded, runCall, type ToolCallDeps, type ToolCallOutcome } from '#core/agent/turn/call.ts'
import { createEnding } from '#core/agent/turn/ending-call.ts'
import { createEventIds } from '#core/agent/turn/event-ids.ts'
import { createIdenticalCalls } from '#core/agent/turn/identical-calls.ts'
import { tracedCall } from '#core/agent/turn/tracing.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { InsideTurn, TurnNesting } from '#core/agent/turn/turn-tool.ts'
import { judgePermission } from './judge-permission.ts'
import type { ProcessEvents } from './log-events.ts'
import { readFor, writeFor } from './files.ts'
import { addNamed, NO_NAMED_PATHS, type NamedPaths } from './named-paths.ts'
import { createOurCalls, type OurCalls } from './our-calls.ts'
import { chosenOption, permissionRule } from './permission.ts'
import type { PermissionKind } from './settings/permission-kinds.ts'
import { createTerminals } from './terminals.ts'
import { createUpdates } from './updates.ts'
import { addReportedUsage, newTally, type Tally } from './usage.ts'
import { agentFolders, type AgentFolders } from './workspace.ts'
import type { ServedTurn } from './worker.ts'

export interface ServeDeps extends ToolCallDeps {
  allow: readonly PermissionKind[]
  processEvents: Pick<ProcessEvents, 'permission' | 'imitated'>
  nesting: TurnNesting
  masked(text: string): string
}

export interface ServedAgentTurn extends ServedTurn, Disposable {
  listenTo(sessionId: string): void
  readonly tally: Tally
  finish(state: 'done' | 'failed'): void
}

interface CallDescription extends Pick<ToolCallUpdate, 'locations' | 'name' | 'title'> {
  kind: ToolKind | null
  namedPaths: NamedPaths
}

interface Served {
  deps: ServeDeps
  turn: AgentTurn
  emit(events: readonly TurnEvent[]): void
  signal: AbortSignal
  folders: AgentFolders
  eventId: ReturnType<typeof createEventIds>
  repeats: ReturnType<typeof createIdenticalCalls>
  ending: ReturnType<typeof createEnding>
  ours: OurCalls
  tally: Tally
  descriptions: Map<string, CallDescription>
  refusals: Map<string, string>
  calls: number
}

export function serveTurn(
  deps: ServeDeps,
  turn: AgentTurn,
  emit: (events: readonly TurnEvent[]) => void,
  signal: AbortSignal,
): ServedAgentTurn {
  const { toolbox, clock } = deps
  const folders = agentFolders({ hubFolder: deps.hub.folder, chatFolder: turn.files.folder })
  const ours = createOurCalls(toolbox.names, () => deps.processEvents.imitated({ chat: turn.chatId }))
  const served: Served = {
    deps,
    turn,
    emit,
    signal,
    folders,
    eventId: createEventIds(),
    repeats: createIdenticalCalls(),
    ending: createEnding(toolbox),
    ours,
    tally: newTally(),
    descriptions: new Map(),
    refusals: new Map(),
    calls: 0,
  }
  const { tally, descriptions, refusals } = served
  const updates = createUpdates({
    clock,
    eventId: served.eventId,
    ours: {
      claimedTool: (piece) =>
        ours.claimedTool({ ...descriptions.get(piece.toolCallId), rawInput: piece.rawInput }),
      recordEnd: ours.recordEnd,
    },
    refusalOf: (id) => refusals.get(id) ?? null,
    masked: deps.masked,
  })
  let sessionId: string | null = null

  const access = (stop: AbortSignal) => ({
    folders,
    toolbox,
    call: (name: string, input: unknown) => callQuietly(served, name, input, stop),
  })
  const terminals = createTerminals({
    folders,
    newId,
    run: (command, stop) => callQuietly(served, 'run_command', { command }, stop),
  })
  return {
    toolbox,
    call: (asked, stop) => callShown(served, asked, stop),
    permission: (request) => decide(served, request),
    terminals,
    tally,
    listenTo: (id) => void (sessionId = id),
    update({ sessionId: from, update }) {
      if (from !== sessionId) return
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
        mergeUpdate(descriptions, update)
      if (update.sessionUpdate === 'usage_update') addReportedUsage(tally, update)
      emit(updates.add(update))
    },
    readFile: async (request, stop) => ({ content: await readFor(access(stop), request) }),
    writeFile: (request, stop) => writeFor(access(stop), request),
    finish: (state) => emit(updates.end(state)),
    [Symbol.dispose]: () => terminals[Symbol.dispose](),
  }
}

async function callShown(
  served: Served,
  call: Omit<ToolCall, 'id'>,
  stop: AbortSignal,
): Promise<ToolCallOutcome> {
  const { deps, turn, emit, signal, ending } = served
  served.ours.recordArrival(call.name)
  const request = { ...call, id: `call_${++served.calls}` }
  const about = { type: 'tool', id: served.eventId(request.id), name: request.name } as const
  const startedAt = deps.clock.now()
  const started = (title: string) => emit([{ ...about, state: 'running', title }])
  const inside: Omit<InsideTurn, 'turn'> = {
    ...deps.nesting,
    emit: (event) => emit([{ ...event, id: `${about.id}/${event.id}` }]),
  }
  const hindrance = ending.refusal() ?? served.repeats.refusalOf(request)
  ending.begin(request.name)
  const isKnown = deps.toolbox.get(request.name) !== undefined
  const outcome = await tracedCall(deps.tracing, turn, { ...request, isKnown }, (traced) =>
    runCall(deps, traced, request, AbortSignal.any([signal, stop]), {
      inside: { ...inside, turn: traced },
      hindrance,
      started,
    }),
  )
  ending.end(request, outcome)
  const ms = deps.clock.now() - startedAt
  emit([{ ...about, ...howItEnded(request, outcome, ms) }])
  served.tally.inputChars += outcome.text.length
  return outcome
}

/** Runs a tool call without showing it, because the agent itself shows it. */
const callQuietly = (
  { deps, turn, signal, ending }: Served,
  name: string,
  inputValue: unknown,
  stop: AbortSignal,
): Promise<ToolCallOutcome> =>
  runCall(deps, turn, { name, inputValue }, AbortSignal.any([signal, stop]), { hindrance: ending.refusal() })

async function decide(
  { deps, turn, signal, folders, ours, ending, descriptions, refusals }: Served,
  { toolCall, options }: RequestPermissionRequest,
): Promise<RequestPermissionResponse> {
  if (signal.aborted) return { outcome: { outcome: 'cancelled' } }
  const about = mergeUpdate(descriptions, toolCall)
  if (ours.claimedTool({ ...about, rawInput: toolCall.rawInput })) {
    ours.allow(toolCall.toolCallId)
    return chosenOption(options, { isAllowed: true, isForGood: false })
  }
  const judged = await judgePermission(about, folders)
  const rule = permissionRule(judged, deps.allow)
  const reason =
    ending.refusal() ??
    (rule.allowed
      ? null
      : turn.hasForeignText
        ? FOREIGN_TEXT_REFUSAL
        : await refusalOf(deps, turn, rule.needs))
  if (reason !== null) refusals.set(toolCall.toolCallId, reason)
  const isAllowed = reason === null
  deps.processEvents.permission({ chat: turn.chatId, kind: judged.kind ?? 'other', isAllowed })
  const isForGood = rule.allowed && about.namedPaths.paths.size === 0 // an agent would apply a lasting permission for one file to other files too
  return chosenOption(options, { isAllowed, isForGood })
}

const FOREIGN_TEXT_REFUSAL =
  'Others wrote in this conversation, so nothing is done here that only this person may do. They ask for it in a chat of their own.'

function mergeUpdate(descriptions: Map<string, CallDescription>, piece: ToolCallUpdate): CallDescription {
  const about = merged(descriptions.get(piece.toolCallId), piece)
  descriptions.set(piece.toolCallId, about)
  return about
}

const merged = (before: CallDescription | undefined, piece: ToolCallUpdate): CallDescription => ({
  kind: piece.kind ?? before?.kind ?? null,
  locations: [...(before?.locations ?? []), ...(piece.locations ?? [])],
  name: piece.name ?? before?.name ?? null,
  title: piece.title ?? before?.title ?? null,
  namedPaths: addNamed(before?.namedPaths ?? NO_NAMED_PATHS, piece),
})

async function refusalOf(deps: ServeDeps, turn: AgentTurn, needs: Parameters<ToolCallDeps['mayUse']>[0]) {
  try {
    const origin = { chatId: turn.chatId, runId: turn.runId ?? null }
    const decision = await deps.mayUse(needs, turn.caller, origin)
    return decision.allowed ? null : decision.reason
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
