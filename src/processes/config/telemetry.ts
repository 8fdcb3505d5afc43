import { z } from 'zod'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'
import type { TraceSettings } from '#core/traces/telemetry.ts'
import {
  BadConfiguration,
  flag,
  parseEnvironment,
  secret,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'

export const TelemetryVariables = z.object({
  SVC_OTEL_NORMALIZE: flag(false).describe(
    'Accept traces that agent processes send, and forward them to `SVC_OTEL_ENDPOINT`',
  ),
  SVC_OTEL_ENDPOINT: fetchedAddress().optional().describe('OTLP/HTTP address for traces'),
  SVC_OTEL_HEADERS: secret(
    z
      .string()
      .optional()
      .describe('Headers of requests to the trace address: `name=value,…`, values percent-encoded'),
  ),
  SVC_TRACE_DAYS: wholeVariable({ max: 3650 })
    .default(7)
    .describe('Retention of traces in days; 0 keeps none'),
  SVC_TRACE_MAX_BYTES: wholeVariable({ min: 1024 * 1024 })
    .default(512 * 1024 * 1024)
    .describe('Maximum size of a Hub’s traces; the oldest traces are removed first'),
  SVC_TRACE_SAMPLE: z.coerce
    .number('expected a number from 0 to 1')
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of traces to record, from 0 to 1'),
  SVC_TRACE_CONTENT: flag(false).describe('Record prompts, answers, tool inputs and results in traces'),
  SVC_TRACE_PROPAGATE: flag(false).describe('Send the header `traceparent` to model providers'),
  SVC_EDGE_METRICS_PORT: wholeVariable({ max: 65_535 })
    .optional()
    .describe('Loopback port of the edge’s `/metrics`'),
  SVC_CHATAPP_METRICS_PORT: wholeVariable({ max: 65_535 })
    .optional()
    .describe('Loopback port of the web chat’s `/metrics`'),
})

export interface TelemetryConfig extends TraceSettings {
  normalize: boolean
  mostBytes: number
  content: boolean
  propagate: boolean
  /** If null, the edge serves no metrics. */
  edgeMetricsPort: number | null
  chatappMetricsPort: number | null
}

export function readTelemetryConfig(environment: Environment): TelemetryConfig {
  const env = parseEnvironment(TelemetryVariables, environment)
  const headers = headersOf(env.SVC_OTEL_HEADERS ?? '')
  return {
    endpoint: env.SVC_OTEL_ENDPOINT ? { url: tracesUrl(env.SVC_OTEL_ENDPOINT), headers } : null,
    normalize: env.SVC_OTEL_NORMALIZE && env.SVC_OTEL_ENDPOINT !== undefined,
    days: env.SVC_TRACE_DAYS,
    mostBytes: env.SVC_TRACE_MAX_BYTES,
    sample: env.SVC_TRACE_SAMPLE,
    content: env.SVC_TRACE_CONTENT,
    propagate: env.SVC_TRACE_PROPAGATE,
    edgeMetricsPort: env.SVC_EDGE_METRICS_PORT ?? null,
    chatappMetricsPort: env.SVC_CHATAPP_METRICS_PORT ?? null,
  }
}

const tracesUrl = (endpoint: string): string => {
  const url = new URL(endpoint)
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}

function headersOf(text: string): Record<string, string> {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => /^([\w!#$%&'*+.^`|~-]+)=(.*)$/s.exec(entry))
  try {
    return Object.fromEntries(
      entries.map((match) => [match![1]!.toLowerCase(), decodeURIComponent(match![2]!.trim())]),
    )
  } catch {
    const message = 'expected name=value pairs separated by commas, values percent-encoded'
    throw new BadConfiguration([{ variable: 'SVC_OTEL_HEADERS', message }])
  }
}
