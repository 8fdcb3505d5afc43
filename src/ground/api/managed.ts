import type { ConsoleCaller } from './console-app.ts'
import { ApiRefused } from './errors.ts'

type Manager = Pick<ConsoleCaller, 'isOrganizationAdmin' | 'manages'>

/**
 * @throws ApiRefused `outside_ceiling` even for an unknown Hub, so that callers cannot find out which Hubs exist.
 * Only an organization administrator gets `not_found`.
 */
export function requireManaged({ manages, isOrganizationAdmin }: Manager, hub: string): void {
  if (manages.includes(hub)) return
  if (isOrganizationAdmin) throw new ApiRefused('not_found', `There is no Hub ${hub}.`)
  throw new ApiRefused('outside_ceiling', `You do not manage the Hub ${hub}.`)
}

/** Null: all Hubs. */
export function managedHubs(caller: Manager, hub: string | undefined): readonly string[] | null {
  if (hub === undefined) return caller.isOrganizationAdmin ? null : caller.manages
  requireManaged(caller, hub)
  return [hub]
}

export function managedPart<Part>(hubs: ReadonlyMap<string, Part>, caller: Manager, hub: string): Part {
  requireManaged(caller, hub)
  const part = hubs.get(hub)
  if (part !== undefined) return part
  throw new ApiRefused('not_found', `The Hub ${hub} is not served here.`)
}

export const managedParts = <Part>(
  hubs: ReadonlyMap<string, Part>,
  caller: Manager,
  hub: string | undefined,
): Part[] =>
  hub === undefined
    ? [...hubs].filter(([slug]) => caller.manages.includes(slug)).map(([, part]) => part)
    : [managedPart(hubs, caller, hub)]
