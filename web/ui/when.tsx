import { exactTime, relativeTime } from './time.ts'
import { tooltip } from './tooltips.ts'

export function When({ at, className }: { at: string; className?: string }) {
  const seconds = Date.parse(at) / 1000
  return (
    <time dateTime={at} className={className} {...tooltip(exactTime(seconds))}>
      {relativeTime(seconds)}
    </time>
  )
}
