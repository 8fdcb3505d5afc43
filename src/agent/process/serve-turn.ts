import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import { newId } from '#base/ids.ts'
import { howItEnded, runCall, type CallDeps, type CallOutcome } from '../call.ts'
import { createEventIds } from '../event-ids.ts'
import type { ToolCall } from '../model/model.ts'
import { createRepeats } from '../repeats.ts'
import { tracedCall } from '../tracing.ts'
import type { Turn, TurnEvent } from '../turn.ts'
import type { InsideTurn, Place } from '../turn-tool.ts'
import type { ProcessEvents } from './events.ts'
import { areaPath, readFor, writeFor } from './files.ts'
import { isOurTool } from './our-tools.ts'
import { chosenOption, permissionRule, type Asked } from './permission.ts'
import type { PermissionKind } from './permission-kinds.ts'
import { createTerminals } from './terminals.ts'
import { createUpdates } from './updates.ts'
import { agentFolders, placeOf, type AgentFolders } from './workspace.ts'
import type { ServedTurn } from './worker.ts'

export interface ServeDeps extends CallDeps {
  /** Kinds of work an agent may do for everybody. */
  allow: readonly PermissionKind[]
  processEvents: Pick<ProcessEvents, 'permission'>
  place: Place
}

export interface Serving extends ServedTurn, Disposable {
  /** Updates of this session count from now on. */
  listenTo(sessionId: string): void
  /** End what the agent left running. */
  finish(state: 'done' | 'failed'): void
}

/** What of an agent's call was told, in pieces. */
type Told = Pick<RequestPermissionRequest['toolCall'], 'kind' | 'locations' | 'name' | 'title'>

/** Work for an agent process while one turn runs: pass on what it tells, run our tools for it, decide what it may. */
export function serveTurn(
  deps: ServeDeps,
  turn: Turn,
  emit: (events: readonly TurnEvent[]) => void,
  signal: AbortSignal,
): Serving {
  const { toolbox, clock, place } = deps
  const folders = agentFolders({ hubFolder: deps.hub.folder, chatFolder: turn.files.folder })
  const eventId = createEventIds()
  const repeats = createRepeats()
  const refusals = new Map<string, string>()
  const told = new Map<string, Told>()
  const isOurs = (call: Pick<Told, 'name' | 'title'>) => isOurTool(call, toolbox.names)
  const updates = createUpdates({ clock, eventId, isOurs, refusalOf: (id) => refusals.get(id) ?? null })
  let sessionId: string | null = null
  let calls = 0

  /** A call that shows. */
  const call = async (asked: Omit<ToolCall, 'id'>, stop: AbortSignal): Promise<CallOutcome> => {
    const request = { ...asked, id: `call_${++calls}` }
    const about = { type: 'tool', id: eventId(request.id), name: request.name } as const
    const startedAt = clock.now()
    const started = (title: string) => emit([{ ...about, state: 'running', title }])
    const inside: Omit<InsideTurn, 'turn'> = {
      ...place,
      emit: (event) => emit([{ ...event, id: `${about.id}/${event.id}` }]),
    }
    const hindrance = repeats.refusalOf(request)
    const isKnown = toolbox.get(request.name) !== undefined
    const outcome = await tracedCall(deps.tracing, turn, { ...request, isKnown }, (traced) =>
      runCall(deps, traced, request, AbortSignal.any([signal, stop]), {
        inside: { ...inside, turn: traced },
        hindrance,
        started,
      }),
    )
    const ms = clock.now() - startedAt
    emit([{ ...about, ...howItEnded(outcome, ms) }])
    return outcome
  }

  /** A call for something the agent shows itself. */
  const quietly = (name: string, given: unknown, stop: AbortSignal): Promise<CallOutcome> =>
    runCall(deps, turn, { name, given }, AbortSignal.any([signal, stop]))

  const permission = async ({
    toolCall,
    options,
  }: RequestPermissionRequest): Promise<RequestPermissionResponse> => {
    if (signal.aborted) return { outcome: { outcome: 'cancelled' } }
    const about = merged(told.get(toolCall.toolCallId), toolCall)
    if (isOurs(about)) return chosenOption(options, { isAllowed: true, isForGood: true }) // decided on when it comes
    const asked: Asked = { kind: about.kind, leavesFiles: await leaves(about, folders) }
    const rule = permissionRule(asked, deps.allow)
    const reason = rule.allowed ? null : await refusalOf(deps, turn, rule.needs)
    if (reason !== null) refusals.set(toolCall.toolCallId, reason)
    const isAllowed = reason === null
    deps.processEvents.permission({ chat: turn.chatId, kind: asked.kind ?? 'other', isAllowed })
    return chosenOption(options, { isAllowed, isForGood: rule.allowed })
  }

  const access = (stop: AbortSignal) => ({
    folders,
    toolbox,
    call: (name: string, input: unknown) => quietly(name, input, stop),
  })
  const terminals = createTerminals({
    folders,
    newId,
    run: (command, stop) => quietly('run_command', { command }, stop),
  })
  return {
    toolbox,
    call,
    permission,
    terminals,
    listenTo: (id) => void (sessionId = id),
    update({ sessionId: from, update }) {
      if (from !== sessionId) return
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update')
        told.set(update.toolCallId, merged(told.get(update.toolCallId), update))
      emit(updates.add(update))
    },
    readFile: async (request, stop) => ({ content: await readFor(access(stop), request) }),
    writeFile: (request, stop) => writeFor(access(stop), request),
    finish: (state) => emit(updates.end(state)),
    [Symbol.dispose]: () => terminals[Symbol.dispose](),
  }
}

const merged = (before: Told | undefined, { kind, locations, name, title }: Told): Told => ({
  kind: kind ?? before?.kind ?? null,
  locations: locations ?? before?.locations ?? null,
  name: name ?? before?.name ?? null,
  title: title ?? before?.title ?? null,
})

/** Whether a path it names, links resolved, is none that file tools show. */
const leaves = async ({ locations }: Told, folders: AgentFolders): Promise<boolean> => {
  const { hubFolder, chatFolder, workspace } = folders
  const real = {
    hubFolder: await realPlace(hubFolder),
    chatFolder: await realPlace(chatFolder),
    workspace: await realPlace(workspace),
  }
  const places = await Promise.all((locations ?? []).map(({ path }) => realPlace(placeOf(path, folders))))
  return places.some((place) => areaPath(place, real) === null)
}

/** Where a path leads; of what is not there yet, where it would be. */
const realPlace = (path: string): Promise<string> =>
  realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await realPlace(dirname(path)), basename(path)),
  )

/** Decide as on a restricted tool, which is recorded. Null: it may. */
async function refusalOf(deps: ServeDeps, turn: Turn, needs: Parameters<CallDeps['mayUse']>[0]) {
  try {
    const place = { chatId: turn.chatId, runId: turn.runId ?? null }
    const decision = await deps.mayUse(needs, turn.caller, place)
    return decision.allowed ? null : decision.reason
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
