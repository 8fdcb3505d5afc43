import { Check, Hourglass, Landmark, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { hubs } from './messages.ts'

/** On a phone the legend is below the matrix, so that the people are in sight. */
export const MatrixLegend = () => (
  <ul
    aria-label={hubs.legend}
    className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted max-md:order-last"
  >
    <Entry
      text={hubs.held.granted}
      sign={
        <Sign className="rounded-s border-accent bg-accent text-on-accent">
          <Check />
        </Sign>
      }
    />
    <Entry
      text={hubs.held.organization}
      sign={
        <Sign className="rounded-full border-accent-text text-accent-text">
          <Landmark />
        </Sign>
      }
    />
    <Entry
      text={hubs.held.everyone}
      sign={
        <Sign className="rounded-full border-accent-text text-accent-text">
          <UsersRound />
        </Sign>
      }
    />
    <Entry text={hubs.held.none} sign={<Sign className="rounded-s border-line-strong" />} />
    <Entry text={hubs.ends} sign={<Hourglass className="size-3.5 text-muted" />} />
    <Entry text={hubs.edited} sign={<span className="size-2 rounded-full bg-warn" />} />
  </ul>
)

const Entry = ({ text, sign }: { text: string; sign: ReactNode }) => (
  <li className="inline-flex items-center gap-1.5">
    <span aria-hidden className="inline-flex">
      {sign}
    </span>
    {text}
  </li>
)

const Sign = ({ className, children }: { className: string; children?: ReactNode }) => (
  <span className={`flex size-4 items-center justify-center border [&_svg]:size-2.5 ${className}`}>
    {children}
  </span>
)
