import type { AttentionItem } from '../schema.ts'

/** @param publicUrl Without a trailing slash. */
export const noticesPageOf = (publicUrl: string): string => `${publicUrl}/portal/notices`

/** The page of the Console that shows the item, as on the Overview. */
export function linkOf(publicUrl: string, item: AttentionItem): string {
  if (item.kind === 'key_expires') return `${publicUrl}/?settings=key`
  return `${publicUrl}/portal${pathOf(item)}`
}

function pathOf({ kind, hub: slug, subject }: AttentionItem): string {
  const hub = slug ?? ''
  const ofHub = `/hubs/${encodeURIComponent(hub)}`
  switch (kind) {
    case 'hub_problems':
      return `${ofHub}/files`
    case 'run_failed':
    case 'run_retrying':
      return withQuery('/runs', { hub, workflow: subject, status: 'failed' })
    case 'model_failing':
      return withQuery(`${ofHub}/activity/traces`, { state: 'failed' })
    case 'answers_failed':
      return withQuery('/messages', { hub, channel: subject, state: 'failed' })
    case 'channel_silent':
      return withQuery('/messages', { hub, channel: subject })
    case 'events_quarantined':
      return withQuery('/inbox', { hub, state: 'quarantined' })
    case 'budget':
      return `${ofHub}/budgets`
    case 'sign_ups':
      return withQuery('/people', { status: 'pending' })
    case 'access_request':
      return `${ofHub}/access`
    case 'change_requests':
      return withQuery('/change-requests', { state: 'proposed' })
    case 'certificate':
    case 'backup':
      return '/machines'
    case 'hub_broken':
    case 'hub_away':
    case 'key_expires':
      return ofHub
  }
}

const withQuery = (path: string, values: Readonly<Record<string, string | null>>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null)
  return `${path}?${new URLSearchParams(given).toString()}`
}
