import type { ConsoleCaller } from './console-app.ts'
import { ApiRefused } from './errors.ts'

type Manager = Pick<ConsoleCaller, 'isOrganizationAdmin' | 'manages'>

/**
 * @throws ApiRefused unless the caller manages the Hub. An unknown Hub and a Hub of others get one answer, so that a caller
 *   does not learn which Hubs exist. Organization administrators manage each Hub: theirs says that it is unknown.
 */
export function requireManaged({ manages, isOrganizationAdmin }: Manager, hub: string): void {
  if (manages.includes(hub)) return
  if (isOrganizationAdmin) throw new ApiRefused('not_found', `There is no Hub ${hub}.`)
  throw new ApiRefused('outside_ceiling', `You do not manage the Hub ${hub}.`)
}

/** The Hubs that a list is limited to, at the caller's choice of one; null for all, and for rows without a Hub. */
export function managedHubs(caller: Manager, hub: string | undefined): readonly string[] | null {
  if (hub === undefined) return caller.isOrganizationAdmin ? null : caller.manages
  requireManaged(caller, hub)
  return [hub]
}

/**
 * The parts of a Hub that this bridge serves.
 *
 * @param hubs By slug: the Hubs that this bridge serves.
 */
export function managedPart<Part>(hubs: ReadonlyMap<string, Part>, caller: Manager, hub: string): Part {
  requireManaged(caller, hub)
  const part = hubs.get(hub)
  if (part !== undefined) return part
  throw new ApiRefused('not_found', `The Hub ${hub} is not served here.`)
}

/** The same for one Hub, or for all that the caller manages. */
export const managedParts = <Part>(
  hubs: ReadonlyMap<string, Part>,
  caller: Manager,
  hub: string | undefined,
): Part[] =>
  hub === undefined
    ? [...hubs].filter(([slug]) => caller.manages.includes(slug)).map(([, part]) => part)
    : [managedPart(hubs, caller, hub)]
