import { Option, type Command } from 'commander'
import type { Environment } from '#ground/base/environment.ts'
import type { HubPath } from '#surfaces/inbound/kind.ts'
import { isChannelOption, SURFACE_NAMES, SURFACES, type SurfaceName } from '#surfaces/inbound/names.ts'

export type SurfaceOptions = Readonly<Record<string, unknown>>

export function addSurfaceOptions(command: Command, describe: (receives: string) => string): Command {
  for (const name of SURFACE_NAMES) command.addOption(optionOf(name, describe(SURFACES[name])))
  return command
}

export const surfacesIn = (options: SurfaceOptions): readonly SurfaceName[] =>
  SURFACE_NAMES.filter((name) => options[optionOf(name).attributeName()] === true)

const optionOf = (name: SurfaceName, help?: string): Option => new Option(`--${name}`, help)

export const requestedSurfaces = (names: readonly SurfaceName[]): Environment =>
  names.length > 0 ? { SVC_INBOUND: names.join(',') } : {}

/** Ignores unknown names, because other code that reads this setting reports them. */
export const parseSurfaceNames = ({ SVC_INBOUND = '' }: Environment): readonly SurfaceName[] => {
  const names = SVC_INBOUND.split(/[\s,]+/)
  return SURFACE_NAMES.filter((name) => names.includes(name))
}

export async function lacksOf(
  names: readonly SurfaceName[],
  hub: HubPath,
): Promise<Map<SurfaceName, string>> {
  if (names.length === 0) return new Map()
  const { SURFACE_KINDS } = await import('#surfaces/inbound/kinds.ts')
  const { flag } = await import('#ground/base/environment.ts')
  // Channels that can be set up in the Console while the Hub runs need no settings at its start.
  const mayBeSetUp = flag(false).safeParse(hub.environment['SVC_CONSOLE_SETUP']).data === true
  const needed = mayBeSetUp ? names.filter((one) => !isChannelOption(one)) : names
  return new Map(
    needed.flatMap((name) => {
      const lack = SURFACE_KINDS[name].lack(hub)
      return lack === null ? [] : [[name, lack] as const]
    }),
  )
}
