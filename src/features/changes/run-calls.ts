import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { RunConfirmedCall } from '#core/agent/turn/confirmed-call.ts'
import { outputText } from '#core/agent/tools/tool-output.ts'
import type { ChatFiles } from '#core/agent/turn/turn.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { startPollLoop, type PollLoopOptions } from '#ground/bus/poll-loop.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import { createCallQueue, INTERRUPTED } from './call-queue.ts'
import type { CallEvents } from './log-events.ts'
import { callOf, planHash } from './plan.ts'
import { callFactsOf } from './call-facts.ts'
import type { ChangeRequest, ChangeResult } from './requests.ts'

export interface CallRunnerDeps {
  store: Pick<Store, 'db'>
  hub: string
  notifications: PollLoopOptions['notifications']
  clock: Pick<Clock, 'now'>
  background: Clock
  access: Pick<Access, 'decide'>
  /** While this instance drains, another instance runs the waiting calls. */
  isDraining(): Promise<boolean>
  run: RunConfirmedCall
  filesOf(chatId: string, caller: Caller): Promise<ChatFiles>
  events: CallEvents
}

const POLL_INTERVAL_MS = 5000
const SLOW_MS = 30_000
/** A call whose lease was not renewed for this time counts as interrupted. */
const LEASE_MS = 60_000
const RENEW_MS = 20_000
const MAX_PARALLEL_CALLS = 4
/** Maximum length of a stored result, in characters. */
const MAX_OUTPUT_LENGTH = 16 * 1024

/** Runs each confirmed call at most once: it is claimed before it starts, and not retried if its process ends. */
export function startCallRunner(deps: CallRunnerDeps): AsyncDisposable {
  const { clock, background, events } = deps
  const queue = createCallQueue(deps.store, deps.hub)
  const running = new Map<string, Promise<void>>()
  const onFailure = (error: unknown) => events.callsUnreadable({ reason: String(error) })

  const runOne = async (request: ChangeRequest, stop: AbortSignal) => {
    const startedAt = clock.now()
    const renewing = startLoop({
      clock: background,
      firstMs: RENEW_MS,
      everyMs: RENEW_MS,
      work: () => queue.renew(request.id, clock.now() + LEASE_MS),
      onFailure,
    })
    const result = await resultOf(deps, request, stop)
    await renewing[Symbol.asyncDispose]()
    await queue.end(request.id, result)
    const tool = callOf(request.operations)?.tool ?? ''
    events.callEnded({ request: request.id, tool, outcome: result.outcome, ms: clock.now() - startedAt })
  }
  const look = async (stop: AbortSignal): Promise<null> => {
    const count = await queue.interruptLost(clock.now(), [...running.keys()])
    if (count > 0) events.callsInterrupted({ count })
    while (running.size < MAX_PARALLEL_CALLS && !stop.aborted) {
      if (await deps.isDraining()) break
      const request = await queue.claim(clock.now() + LEASE_MS)
      if (!request) break
      const one = runOne(request, stop)
        .catch(onFailure)
        .finally(() => {
          running.delete(request.id)
          void loop.wake()
        })
      running.set(request.id, one)
    }
    return null
  }
  const loop = startPollLoop({
    clock: background,
    notifications: deps.notifications,
    work: 'calls',
    everyMs: POLL_INTERVAL_MS,
    notifiedIntervalMs: SLOW_MS,
    poll: look,
    onFailure,
  })

  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await Promise.all(running.values())
    },
  }
}

/** Runs a call for the confirming person, after another check of the person's permission. Never rejects. */
async function resultOf(
  deps: CallRunnerDeps,
  request: ChangeRequest,
  signal: AbortSignal,
): Promise<ChangeResult> {
  try {
    const call = callOf(request.operations)
    if (!call || planHash(request, []) !== request.planHash)
      return { outcome: 'refused', detail: 'This is not the plan that was confirmed. Nothing was done.' }
    if (request.expiresAt <= deps.clock.now())
      return {
        outcome: 'refused',
        detail: 'The Hub was not running in time. Nothing was done; ask for the call again.',
      }
    const caller: Caller = { email: request.proposer, surface: call.surface, groups: call.groups }
    if (!(await deps.access.decide(caller, request.hub, USE_HUB)).allowed)
      return { outcome: 'refused', detail: 'You may not use this Hub any more. Nothing was done.' }
    const files = await deps.filesOf(call.chat_id, caller)
    const turn = { chatId: call.chat_id, caller, files, ...(call.run_id !== null && { runId: call.run_id }) }
    const outcome = await deps.run(call, turn, signal)
    if ('stale' in outcome)
      return outcome.tool
        ? { outcome: 'stale', detail: outcome.stale, call: callFactsOf(outcome.tool) }
        : { outcome: 'refused', detail: outcome.stale }
    if (outcome.failed && signal.aborted) return INTERRUPTED
    const output = outputText(outcome.text, MAX_OUTPUT_LENGTH)
    return outcome.failed
      ? { outcome: 'failed', detail: 'The call ran, and failed or was refused.', output }
      : { outcome: 'applied', detail: request.summary, output }
  } catch (error) {
    return { outcome: 'failed', detail: `The call could not be run: ${(error as Error).message}` }
  }
}
