import { Refused } from '#ground/api/errors.ts'
import type { ConsoleCaller } from '#ground/api/route.ts'

/** @throws Refused unless the caller manages the Hub. Those who don't manage everything do not learn whether it exists. */
export function checkManaged({ manages, isOrganizationAdmin }: ConsoleCaller, hub: string): void {
  if (manages.includes(hub)) return
  if (isOrganizationAdmin) throw new Refused('not_found', `There is no Hub ${hub}.`)
  throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
}
