import type { HubProblem } from '#ground/hub/hub.ts'
import type { Definition, WebhookTrigger } from '../definition.ts'
import { receivedEvent, wants, type ReceivedEvent } from './event-condition.ts'

export type EventListener = Definition & { trigger: WebhookTrigger }

const isListener = (definition: Definition): definition is EventListener =>
  definition.trigger.kind === 'webhook'

/** Includes disabled listeners, so that their events keep waiting. */
export const listenersOf = (definitions: readonly Definition[], endpoint: string): EventListener[] =>
  definitions
    .filter(isListener)
    .filter(({ trigger }) => trigger.name === endpoint)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))

const orderOf = ({ workflow, enabled }: Definition): string => {
  const name = workflow.replace(/^md:/, '')
  return `${enabled ? 0 : 1}${name}\n${name === workflow ? 1 : 0}`
}

export const mustBeRead = ([first]: readonly EventListener[]): boolean =>
  first !== undefined && first.trigger.when !== null

/**
 * Null if no listener matches. `event` is null for an invalid file, which matches only listeners without a condition.
 */
export const listenerFor = (
  listeners: readonly EventListener[],
  event: ReceivedEvent | null,
): EventListener | null =>
  listeners.find(({ trigger: { when } }) => when === null || (event !== null && wants(when, event))) ?? null

/** Name of the task or workflow that would handle the event; null: none. */
export async function takerOf(
  listeners: readonly EventListener[],
  event: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  const taker = listenerFor(listeners, await receivedEvent(event))
  return taker?.enabled ? taker.workflow : null
}

/**
 * Reports each listener without a condition if its endpoint has other listeners, because it takes all events that no
 * earlier listener takes.
 */
export function listenerProblems(definitions: readonly Definition[]): HubProblem[] {
  const enabled = definitions.filter(isListener).filter((one) => one.enabled)
  return [...new Set(enabled.map(({ trigger }) => trigger.name))].flatMap((endpoint) => {
    const listeners = listenersOf(enabled, endpoint)
    if (listeners.length < 2) return []
    return listeners
      .filter(({ trigger }) => trigger.when === null)
      .map((listener) => {
        const others = listeners.filter((other) => other !== listener).map(({ file }) => file)
        const message = `on_webhook: ${others.join(' and ')} ${others.length > 1 ? 'listen' : 'listens'} to “${endpoint}” too; add \`when\` to each, so that every event has one handler`
        return { file: listener.file, ...listener.trigger.place, message }
      })
  })
}
