import { exactTime, relativeTime } from './time.ts'
import { tooltip } from './tooltips.ts'

/** Relative time; hover and focus show the exact time in the reader's zone. `at` is ISO 8601. */
export function When({ at, className }: { at: string; className?: string }) {
  const seconds = Date.parse(at) / 1000
  return (
    <time dateTime={at} className={className} {...tooltip(exactTime(seconds))}>
      {relativeTime(seconds)}
    </time>
  )
}
