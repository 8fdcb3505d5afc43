import type { InboxNotices, InboxRefusal } from '../schema.ts'
import type { EndpointNotices } from './schema.ts'

export function shownNotices(endpoint: string, notices: EndpointNotices | undefined): InboxNotices {
  const last = notices?.lastOtherBody ?? null
  return {
    refused: notices?.refused ?? 0,
    refusals: (notices?.refusals ?? []).map(({ at, why, headers = [], seconds = null }): InboxRefusal => ({
      endpoint,
      at: new Date(at).toISOString(),
      why,
      headers,
      seconds,
    })),
    other_bodies: notices?.otherBodies ?? 0,
    last_other_body: last && { ...last, at: new Date(last.at).toISOString() },
  }
}

export const allRefusals = (all: Readonly<Record<string, EndpointNotices>>): InboxRefusal[] =>
  Object.entries(all)
    .flatMap(([endpoint, notices]) => shownNotices(endpoint, notices).refusals)
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
