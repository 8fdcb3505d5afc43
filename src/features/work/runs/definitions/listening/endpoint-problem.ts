import { hintAt } from '#ground/base/nearest-name.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Trigger } from '../definition.ts'

/** @param endpoints Names of the Hub's endpoints; null if unknown. */
export function endpointProblems(
  { file, trigger }: { file: string; trigger: Trigger },
  endpoints: readonly string[] | null,
): HubProblem[] {
  if (trigger.kind !== 'webhook' || endpoints === null || endpoints.includes(trigger.name)) return []
  const known = endpoints.map((name) => `“${name}”`).join(', ')
  const message = `on_webhook names “${trigger.name}”, but deliveries arrive under ${known} (WEBHOOK_INBOUND_NAME, inbound/webhooks.yaml)${hintAt(trigger.name, endpoints)}`
  return [{ file, ...trigger.place, message }]
}
