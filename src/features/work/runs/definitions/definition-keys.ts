import { z } from 'zod'
import { isTimeZone } from '#ground/base/time-zone.ts'
import { DeliverKey, type Deliver } from '#ground/hub/deliver.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import type { FilePosition, LocatedValue } from '#ground/hub/yaml-positions.ts'
import { shortText } from '#ground/hub/short-text.ts'
import type { LocatedDeliver, Trigger } from './definition.ts'
import { EventCondition } from './listening/event-condition.ts'
import { parseSchedule } from './schedule.ts'

const flag = z.boolean('expected true or false')

export const DefinitionKeys = {
  description: shortText(2000).nullish(),
  schedule: shortText(200).nullish(),
  timezone: z
    .string('expected a time zone')
    .refine(isTimeZone, 'no such time zone; expected such as Europe/Berlin')
    .nullish(),
  on_webhook: z.union([z.boolean(), EndpointName], 'expected true or the name of an endpoint').nullish(),
  when: EventCondition.nullish(),
  run_as: z
    .string('expected an e-mail address')
    .trim()
    .max(320, 'expected an e-mail address')
    .regex(/^([^\s@]+@[^\s@]+|svc:[^\s]+)$/, 'expected an e-mail address')
    .nullish(),
  missed: z.enum(['run_once', 'skip'], 'expected run_once or skip').nullish(),
  enabled: flag.nullish(),
  deliver: DeliverKey,
}

const Shared = z.object(DefinitionKeys)
type Shared = z.infer<typeof Shared>

const isWebhook = ({ on_webhook }: Pick<Shared, 'on_webhook'>): boolean =>
  on_webhook != null && on_webhook !== false

export const triggerKeyOf = (
  keys: Pick<Shared, 'schedule' | 'on_webhook'>,
): 'schedule' | 'on_webhook' | null => (keys.schedule ? 'schedule' : isWebhook(keys) ? 'on_webhook' : null)

export function checkTrigger(
  kind: 'task' | 'workflow',
  keys: Shared,
  complain: (key: keyof Shared, message: string) => void,
): void {
  if (keys.schedule && isWebhook(keys))
    complain('on_webhook', `a ${kind} has on_webhook or schedule, never both`)
  if (keys.schedule) {
    const parsed = parseSchedule(keys.schedule, keys.timezone ?? 'UTC')
    if (!parsed.ok) complain('schedule', parsed.refusal)
  } else {
    if (keys.timezone) complain('timezone', `only a ${kind} with a schedule has a time zone`)
    if (keys.missed) complain('missed', `only a ${kind} with a schedule misses slots`)
  }
  if (keys.when && !isWebhook(keys)) complain('when', `only a ${kind} with on_webhook chooses events`)
  const trigger = triggerKeyOf(keys)
  if (trigger && !keys.run_as) complain(trigger, `the ${kind} needs run_as, the account it acts as`)
}

export function triggerOf({ schedule, timezone, on_webhook, when }: Shared, place: FilePosition): Trigger {
  if (schedule) return { kind: 'schedule', schedule, timezone: timezone ?? null }
  if (!on_webhook) return { kind: 'manual' }
  return { kind: 'webhook', name: on_webhook === true ? 'webhook' : on_webhook, when: when ?? null, place }
}

export const locateDeliver = (
  deliver: readonly Deliver[] | null | undefined,
  placeOf: LocatedValue<unknown>['placeOf'],
): LocatedDeliver[] => (deliver ?? []).map((one, index) => ({ ...one, place: placeOf('deliver', index) }))
