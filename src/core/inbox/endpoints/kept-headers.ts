import { KNOWN_PROOF_HEADERS } from './senders.ts'

export const MAX_KEPT_HEADERS = 20

const SECRET_HEADERS: ReadonlySet<string> = new Set([...KNOWN_PROOF_HEADERS, 'cookie', 'proxy-authorization'])

/** Null if events may contain the header. Headers with secrets are refused, because events are not secret. */
export const keptHeaderProblem = (name: string): string | null =>
  SECRET_HEADERS.has(name) ? `${name} proves who sent a delivery; events must not contain it` : null
