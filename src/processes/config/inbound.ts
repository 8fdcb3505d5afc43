import { z } from 'zod'
import { listVariable, parseEnvironment, type Environment } from '#ground/base/environment.ts'
import type { SurfaceKind } from '#surfaces/inbound/kind.ts'
import { SURFACE_KINDS } from '#surfaces/inbound/kinds.ts'
import { SURFACE_NAMES } from '#surfaces/inbound/names.ts'

const OwnVariables = z.object({
  SVC_INBOUND: listVariable()
    .pipe(z.array(z.enum(SURFACE_NAMES, `expected one or more of ${SURFACE_NAMES.join(', ')}`)))
    .default([])
    .describe(`Inbound surfaces to serve: ${SURFACE_NAMES.map((name) => `\`${name}\``).join(', ')}`),
})

export const InboundVariables: z.ZodObject = z.object(
  Object.assign(
    {},
    OwnVariables.shape,
    ...Object.values(SURFACE_KINDS).map(({ variables }) => variables.shape),
  ),
)

export interface InboundConfig {
  surfaces: readonly (readonly [name: string, kind: SurfaceKind])[]
}

export function readInboundConfig(environment: Environment): InboundConfig {
  const { SVC_INBOUND: asked } = parseEnvironment(OwnVariables, environment)
  const names = SURFACE_NAMES.filter((name) => asked.includes(name))
  return { surfaces: names.map((name) => [name, SURFACE_KINDS[name]] as const) }
}
