export interface TraceContext {
  /** 32 lower-case hex digits. */
  traceId: string
  /** 16 lower-case hex digits. */
  spanId: string
  sampled: boolean
}

const FORMAT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** Null if the header is missing or invalid. Source: W3C Trace Context, 3.2. */
export function parseTraceparent(header: string | undefined | null): TraceContext | null {
  const match = FORMAT.exec(header ?? '')
  if (!match) return null
  const [, version, traceId, spanId, flags, rest] = match as unknown as [string, ...string[]]
  if (version === 'ff' || traceId === NO_TRACE || spanId === NO_SPAN) return null
  if (version === '00' && rest !== undefined) return null
  return { traceId: traceId!, spanId: spanId!, sampled: (Number.parseInt(flags!, 16) & 1) === 1 }
}

export const formatTraceparent = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`

/** Depends only on the trace id, so that all processes decide equally. @param share From 0 (none) to 1 (all). */
export const isSampled = (traceId: string, share: number): boolean =>
  Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < share
