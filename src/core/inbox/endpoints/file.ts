import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { readPlacedYaml, type Place } from '#ground/hub/placed-yaml.ts'
import type { VerificationMode } from './secret.ts'

/** An endpoint as `inbound/webhooks.yaml` names it. */
export interface EndpointEntry {
  name: string
  /** Environment variable that holds its secret. */
  secretVariable: string
  mode: VerificationMode
  /** Null leaves it to `SVC_WEBHOOK_MAX_BYTES`. */
  maxBytes: number | null
  /** Of its name in the file. */
  place: Place
}

/** More than anybody needs, and few enough to be looked through for each request. */
const MOST_ENDPOINTS = 100
/** What is larger can't be read back from an event's file. */
const LARGEST_BYTES = 64 * 1024 * 1024

const Entry = z.strictObject(
  {
    name: EndpointName,
    secret_env: z
      .string('expected the name of a variable')
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]{0,127}$/,
        'expected the name of a variable, such as GITHUB_WEBHOOK_SECRET',
      ),
    mode: z.enum(['token', 'hmac', 'standard'], 'expected token, hmac or standard').default('token'),
    max_bytes: z
      .int('expected a whole number of bytes')
      .min(1, 'expected at least 1')
      .max(LARGEST_BYTES, `expected at most ${LARGEST_BYTES}`)
      .nullish(),
  },
  'expected `name`, `secret_env`, and `mode` or `max_bytes` where they differ',
)

/** @param taken Name of the endpoint that the environment configures. */
const keysBeside = (taken: string) =>
  z
    .strictObject({
      endpoints: z
        .array(Entry, 'expected a list of endpoints')
        .max(MOST_ENDPOINTS, `expected at most ${MOST_ENDPOINTS} endpoints`)
        .nullish(),
    })
    .superRefine(({ endpoints }, context) => {
      const names = new Set<string>()
      for (const [index, { name }] of (endpoints ?? []).entries()) {
        const message =
          name === taken
            ? `${name} is the endpoint of WEBHOOK_INBOUND_NAME`
            : names.has(name)
              ? `there is another endpoint called ${name}`
              : null
        if (message) context.addIssue({ code: 'custom', path: ['endpoints', index, 'name'], message })
        names.add(name)
      }
    })

/**
 * Read the file of further endpoints. Every problem is placed.
 *
 * @param file Relative to the Hub's folder.
 */
export function parseEndpointsFile(
  content: string,
  { file, taken }: { file: string; taken: string },
): Result<{ endpoints: EndpointEntry[] }, HubProblem[]> {
  const read = readPlacedYaml(keysBeside(taken), content.replace(/^\uFEFF/, ''), 1)
  if (!read.ok) return refused(read.refusal.map((complaint) => ({ file, ...complaint })))
  const { value, placeOf } = read.value
  const endpoints = (value.endpoints ?? []).map(({ name, secret_env, mode, max_bytes }, index) => ({
    name,
    secretVariable: secret_env,
    mode: mode === 'token' ? ('secret' as const) : mode,
    maxBytes: max_bytes ?? null,
    place: placeOf('endpoints', index, 'name'),
  }))
  return accepted({ endpoints })
}
