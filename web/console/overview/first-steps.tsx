import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Summary } from '#core/usage/schema.ts'
import { Button } from '../../ui/button.tsx'
import { overview } from './messages.ts'
import { firstStepsQuery, usePutAway } from './queries.ts'

const { first: texts } = overview

export interface FirstStepsProps {
  summary: Summary
  people: number
}

const isBeginning = ({ summary: { totals, before }, people }: FirstStepsProps): boolean =>
  people <= 1 || totals.messages + before.messages === 0

export function FirstSteps(props: FirstStepsProps) {
  const { data } = useQuery(firstStepsQuery)
  const putAway = usePutAway()
  if (!isBeginning(props) || data?.isPutAway) return null
  return (
    <section
      aria-label={texts.title}
      className="flex flex-col gap-3 rounded-l border border-line bg-raised p-4"
    >
      <header className="flex items-start justify-between gap-4">
        <span>
          <h2 className="font-semibold">{texts.title}</h2>
          <p className="text-13 text-muted">{texts.lead}</p>
        </span>
        <Button
          look="quiet"
          className="-mt-1 -me-2 shrink-0 whitespace-nowrap"
          busy={putAway.isPending}
          onClick={() => putAway.mutate()}
        >
          {texts.putAway}
        </Button>
      </header>
      <Steps {...props} />
    </section>
  )
}

const Steps = ({ summary: { totals, before }, people }: FirstStepsProps) => (
  <ol className="grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
    <Step isDone={totals.messages + before.messages > 0} text={texts.askText}>
      <a href="/" className={LINK}>
        {texts.ask}
      </a>
    </Step>
    <Step isDone={people > 1} text={texts.peopleText}>
      <Link to="/people" className={LINK}>
        {texts.people}
      </Link>
    </Step>
    <Step isDone={totals.runs + before.runs > 0} text={texts.workText}>
      <Link to="/workflows" className={LINK}>
        {texts.work}
      </Link>
    </Step>
    <Step text={texts.connectText}>
      <Link to="/mcp" className={LINK}>
        {texts.connect}
      </Link>
    </Step>
  </ol>
)

const LINK = 'font-medium text-accent-text underline-offset-4 hover:underline after:absolute after:inset-0'

const Step = ({
  isDone = false,
  text,
  children,
}: {
  isDone?: boolean
  text: string
  children: ReactNode
}) => {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="relative flex gap-2.5 rounded-m border border-line p-3 hover:bg-hover">
      <Icon
        aria-hidden
        className={isDone ? 'mt-0.5 size-4 shrink-0 text-ok' : 'mt-0.5 size-4 shrink-0 text-faint'}
      />
      <span className="min-w-0">
        {children}
        {isDone && <span className="sr-only"> ({texts.done})</span>}
        <span className="block text-13 text-muted">{text}</span>
      </span>
    </li>
  )
}
