import type { InboxNotices, InboxRefusal } from '../schema.ts'
import type { EndpointNotices, RefusedRequests } from './schema.ts'

export function shownNotices(endpoint: string, notices: EndpointNotices | undefined): InboxNotices {
  const last = notices?.lastOtherBody ?? null
  return {
    refused: notices?.refused ?? 0,
    refusals: (notices?.refusals ?? []).map((refusal) => shownRefusal(endpoint, refusal)),
    other_bodies: notices?.otherBodies ?? 0,
    last_other_body: last && { ...last, at: new Date(last.at).toISOString() },
  }
}

export const shownRefusal = (
  endpoint: string,
  { at, why, headers = [], seconds }: RefusedRequests,
): InboxRefusal => ({ endpoint, at: new Date(at).toISOString(), why, headers, seconds: seconds ?? null })

export const allRefusals = (all: Readonly<Record<string, EndpointNotices>>): InboxRefusal[] =>
  Object.entries(all)
    .flatMap(([endpoint, notices]) => shownNotices(endpoint, notices).refusals)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
