import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { ModelFailure, type LanguageModel } from '../model.ts'
import { retryAfterOf } from '../retry.ts'
import { failoverOf, type FailoverReason } from './failover.ts'

/**
 * Health of models, in the memory of one process:
 *
 * 1. A failure makes a model unhealthy: requests try the other models of their list first.
 * 2. When the delay has passed, the next request probes the model. Meanwhile, other requests avoid it.
 * 3. A successful probe makes the model healthy. A failed probe doubles the delay.
 */
export interface ModelHealth {
  isUnhealthy(model: Key): boolean
  lacksTools(model: Key): boolean
  /** Starts a request. Call exactly one method of the returned object when the request ends. */
  begin(model: Key): HealthProbe
  unhealthy(): UnhealthyModel[]
  /** Makes all models healthy. Call it after a change of the Hub's files, which may name other models. */
  forget(): void
  onChange(listener: () => void): () => void
}

export interface HealthProbe {
  succeeded(): void
  failed(failure: unknown): void
  /** The request ended without a result, for example because the person stopped the turn. */
  cancelled(): void
}

export interface UnhealthyModel {
  model: string
  reason: Exclude<FailoverReason, 'unfit'>
  code: ModelFailure['code']
  status: number | null
  failures: number
  retryAt: EpochMs
}

type Key = Pick<LanguageModel, 'id' | 'address'>

interface State extends UnhealthyModel {
  isProbed: boolean
}

const FIRST_DELAY_MS = 30_000
const MAX_DELAY_MS = 15 * 60_000
const MAX_RETRY_AFTER_MS = 60 * 60_000
const MAX_MODELS = 500

export function createModelHealth({
  clock,
  events,
}: {
  clock: Pick<Clock, 'now'>
  events?: Partial<Pick<AgentEvents, 'modelUnhealthy' | 'modelMisconfigured' | 'modelRecovered'>> | undefined
}): ModelHealth {
  const states = new BoundedMap<string, State>(MAX_MODELS)
  const withoutTools = new BoundedMap<string, true>(MAX_MODELS)
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())

  const recordSuccess = (key: string) => {
    const state = states.get(key)
    if (!state) return
    states.delete(key)
    events?.modelRecovered?.({ model: state.model, failures: state.failures })
    notify()
  }
  const recordFailure = (key: string, model: string, failure: ModelFailure, isProbe: boolean) => {
    const reason = failoverOf(failure)
    if (failure.lack === 'tools') withoutTools.set(key, true)
    if (reason === null || reason === 'unfit') return
    const before = states.get(key)
    // Requests that began before the first failure was known report the same outage.
    if (before && !isProbe && clock.now() < before.retryAt) return
    const failures = (before?.failures ?? 0) + 1
    const delayMs = delayAfter(failures, retryAfterOf(failure, clock.now()))
    const { code, status } = failure
    const retryAt = clock.now() + delayMs
    states.set(key, { model, reason, code, status, failures, retryAt, isProbed: false })
    const fields = { model, reason, code, status, failures, delayMs }
    if (reason === 'temporary') events?.modelUnhealthy?.(fields)
    else events?.modelMisconfigured?.(fields)
    notify()
  }

  return {
    isUnhealthy(model) {
      const state = states.get(keyOf(model))
      return state !== undefined && (state.isProbed || clock.now() < state.retryAt)
    },
    lacksTools: (model) => withoutTools.get(keyOf(model)) === true,
    begin(model) {
      const key = keyOf(model)
      const state = states.get(key)
      const isProbe = state !== undefined && !state.isProbed && clock.now() >= state.retryAt
      if (isProbe) state.isProbed = true
      const release = () => {
        if (isProbe) state.isProbed = false
      }
      return {
        succeeded: () => recordSuccess(key),
        failed(failure) {
          release()
          if (failure instanceof ModelFailure) recordFailure(key, model.id, failure, isProbe)
        },
        cancelled: release,
      }
    },
    unhealthy: () => [...states.values()].map(({ isProbed: _, ...state }) => state),
    forget() {
      withoutTools.clear()
      if (states.size === 0) return
      states.clear()
      notify()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Doubles with each failure. A longer `Retry-After` of the provider applies. */
export const delayAfter = (failures: number, retryAfterMs: number | null): number =>
  Math.max(
    Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1)),
    Math.min(MAX_RETRY_AFTER_MS, retryAfterMs ?? 0),
  )

const keyOf = ({ id, address }: Key): string => `${id} ${address ?? ''}`
