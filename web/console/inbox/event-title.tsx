import type { InboxEvent } from '#core/inbox/schema.ts'

export function EventTitle({
  event: { event, title, event_type, preview },
}: {
  event: Pick<InboxEvent, 'event' | 'title' | 'event_type' | 'preview'>
}) {
  const words = title ?? event_type
  return words === null ? <span className="font-mono text-12">{preview || event}</span> : words
}
