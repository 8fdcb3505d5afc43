import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { readYamlWithPositions, type FilePosition } from '#ground/hub/yaml-positions.ts'
import { EndpointSettings, rulesOf, type EndpointRules } from './entry.ts'
import type { VerificationMode } from './secret.ts'

export interface EndpointEntry {
  name: string
  secretVariable: string
  /** Variable with the previous secret, which is also accepted during a rotation. */
  oldSecretVariable?: string
  mode: VerificationMode
  /** If absent, the defaults of the mode apply. */
  rules?: EndpointRules
  /** If null, `SVC_WEBHOOK_MAX_BYTES` applies. */
  maxBytes: number | null
  place: FilePosition
}

/** The list of endpoints must stay short, because each request searches the list linearly. */
const MAX_ENDPOINTS = 100
const keysBeside = (reservedName: string) =>
  z
    .strictObject({
      endpoints: z
        .array(EndpointSettings, 'expected a list of endpoints')
        .max(MAX_ENDPOINTS, `expected at most ${MAX_ENDPOINTS} endpoints`)
        .nullish(),
    })
    .superRefine(({ endpoints }, context) => {
      const names = new Set<string>()
      for (const [index, { name }] of (endpoints ?? []).entries()) {
        const message =
          name === reservedName
            ? `${name} is the endpoint of WEBHOOK_INBOUND_NAME`
            : names.has(name)
              ? `there is another endpoint called ${name}`
              : null
        if (message) context.addIssue({ code: 'custom', path: ['endpoints', index, 'name'], message })
        names.add(name)
      }
    })

export function parseEndpointsFile(
  content: string,
  { file, reservedName }: { file: string; reservedName: string },
): Result<{ endpoints: EndpointEntry[] }, HubProblem[]> {
  const read = readYamlWithPositions(keysBeside(reservedName), content.replace(/^\uFEFF/, ''), 1)
  if (!read.ok) return refused(read.refusal.map((complaint) => ({ file, ...complaint })))
  const { value, placeOf } = read.value
  const endpoints = (value.endpoints ?? []).map((entry, index): EndpointEntry => {
    const { mode, rules } = rulesOf(entry)
    return {
      name: entry.name,
      secretVariable: entry.secret_env,
      ...(entry.old_secret_env && { oldSecretVariable: entry.old_secret_env }),
      mode,
      ...(Object.keys(rules).length > 0 && { rules }),
      maxBytes: entry.max_bytes ?? null,
      place: placeOf('endpoints', index, 'name'),
    }
  })
  return accepted({ endpoints })
}
