import type { ConsoleCaller } from './console-app.ts'
import { ApiRefused } from './errors.ts'

type Manager = Pick<ConsoleCaller, 'isOrganizationAdmin' | 'manages'>

/**
 * @throws ApiRefused unless the caller manages the Hub. The error is equal for an unknown Hub and for a Hub of
 * others, so that callers cannot find out which Hubs exist. Only an organization administrator, who manages all Hubs,
 * gets `not_found`.
 */
export function requireManaged({ manages, isOrganizationAdmin }: Manager, hub: string): void {
  if (manages.includes(hub)) return
  if (isOrganizationAdmin) throw new ApiRefused('not_found', `There is no Hub ${hub}.`)
  throw new ApiRefused('outside_ceiling', `You do not manage the Hub ${hub}.`)
}

/**
 * Hubs whose items a list may contain: `hub` if defined, else all that the caller manages. Null: no filter, so that
 * rows without a Hub are included.
 */
export function managedHubs(caller: Manager, hub: string | undefined): readonly string[] | null {
  if (hub === undefined) return caller.isOrganizationAdmin ? null : caller.manages
  requireManaged(caller, hub)
  return [hub]
}

/**
 * The entry of a Hub in `hubs`, after a check that the caller manages the Hub.
 *
 * @param hubs Hubs of this bridge, by slug.
 */
export function managedPart<Part>(hubs: ReadonlyMap<string, Part>, caller: Manager, hub: string): Part {
  requireManaged(caller, hub)
  const part = hubs.get(hub)
  if (part !== undefined) return part
  throw new ApiRefused('not_found', `The Hub ${hub} is not served here.`)
}

/** Like `managedPart`; without `hub`, the entries of all Hubs that the caller manages. */
export const managedParts = <Part>(
  hubs: ReadonlyMap<string, Part>,
  caller: Manager,
  hub: string | undefined,
): Part[] =>
  hub === undefined
    ? [...hubs].filter(([slug]) => caller.manages.includes(slug)).map(([, part]) => part)
    : [managedPart(hubs, caller, hub)]
