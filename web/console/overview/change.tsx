import { MoveDownRight, MoveRight, MoveUpRight } from 'lucide-react'
import { overview } from './messages.ts'
import { percent } from './numbers.ts'

export interface ChangeProps {
  now: number | null
  before: number | null
  /** How a value is written. */
  write(value: number): string
}

/** A figure against the period before. More is neither good nor bad, so it has no colour. */
export function Change({ now, before, write }: ChangeProps) {
  if (now === null || before === null || (now === 0 && before === 0)) return null
  const Icon = now > before ? MoveUpRight : now < before ? MoveDownRight : MoveRight
  return (
    <dd className="flex min-w-0 items-center gap-1 text-12 text-faint">
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate" title={overview.before(write(before))}>
        {before > 0 && now !== before && `${signed((now - before) / before)} · `}
        {overview.before(write(before))}
      </span>
    </dd>
  )
}

const signed = (share: number): string => `${share > 0 ? '+' : '−'}${percent(Math.min(Math.abs(share), 99))}`
