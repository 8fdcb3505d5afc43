import { exactTime, shortTime } from '../../ui/time.ts'
import { tooltip } from '../../ui/tooltips.ts'
import { ending } from './messages.ts'

/** Empty for permanent access. */
export function Until({ at, className }: { at: string | null | undefined; className?: string }) {
  if (at == null) return null
  return (
    <time dateTime={at} className={className} {...tooltip(exactTime(Date.parse(at) / 1000))}>
      {untilText(at)}
    </time>
  )
}

export const untilText = (at: string | null | undefined): string =>
  at == null ? '' : ending.until(shortTime(Date.parse(at) / 1000))
