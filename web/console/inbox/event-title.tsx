import type { InboxEvent } from '#core/inbox/schema.ts'

export function EventTitle({
  event: { event, title, event_type, preview },
}: {
  event: Pick<InboxEvent, 'event' | 'title' | 'event_type' | 'preview'>
}) {
  const words = title ?? event_type
  return words === null ? <span className="font-mono text-12">{preview || event}</span> : words
}

export const bytes = (size: number): string =>
  size < 1000
    ? `${size} B`
    : size < 1_000_000
      ? `${(size / 1000).toFixed(size < 9950 ? 1 : 0)} kB`
      : `${(size / 1_000_000).toFixed(1)} MB`
