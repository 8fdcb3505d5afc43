import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { BROKEN_ANSWER } from '#ground/turn/errors/schema.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import { translateTexts } from '../../ui/language.ts'
import { money } from '../../ui/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { exactTime, relativeTime, shortTime } from '../../ui/time.ts'
import { RequestAccess } from '../access/request-access.tsx'
import { accessRequestsQuery } from '../api/access-requests.ts'
import { errors } from '../messages.ts'
import { useAccessAgain } from './access-again.ts'
import { thread } from './messages.ts'
import { refusals as texts } from './refusal-messages.ts'
import { remedyFor } from './remedies.ts'

export { remedyFor }

export interface FailedAnswerProps {
  message: Pick<MessageView, 'error' | 'model' | 'timestamp'>
  retry: ReactNode
  /** Continues an answer that has text; false if it cannot continue. */
  goOn: ReactNode
}

export function FailedAnswer({ message, goOn, ...again }: FailedAnswerProps) {
  const { error, model } = message
  const retry = (
    <>
      {goOn}
      {again.retry}
    </>
  )
  const remedy = remedyFor(error)
  if (remedy === 'access' && model !== undefined)
    return <WithoutAccess message={message} agent={model} retry={retry} />
  if (remedy === 'budget' && error?.budget)
    return <WithoutBudget message={message} budget={error.budget} retry={retry} />
  return (
    <Failure message={message} actions={remedy === 'retry' && retry}>
      <p>{whyOf(error) || thread.failedText}</p>
    </Failure>
  )
}

const whyOf = (error: MessageView['error']) =>
  error && (translateTexts('chat.faults', faultOf(error)) ?? error.message)

/** One code for two causes: the provider failed, or its connection ended during the answer. */
const faultOf = ({ code, message }: NonNullable<MessageView['error']>): string =>
  code === 'model_unavailable' && message.includes(BROKEN_ANSWER) ? 'model_broken' : code

type Shown = Omit<FailedAnswerProps, 'goOn'>

type FailureProps = Pick<FailedAnswerProps, 'message'> & { actions?: ReactNode; children: ReactNode }

const Failure = ({ message: { error }, actions, children }: FailureProps) => (
  <Notice kind="failure" title={thread.failedTitle} actions={actions} className="mt-1">
    {children}
    {error?.code && <p className="mt-1 text-12 text-faint">{errors.code(error.code)}</p>}
  </Notice>
)

function WithoutAccess({ message, agent, retry }: Shown & { agent: string }) {
  const { data = [] } = useQuery(accessRequestsQuery)
  const [isOpen, setOpen] = useState(false)
  const isListedAgain = useAccessAgain(agent)
  const isGiven =
    isListedAgain ||
    data.some(
      ({ id, state, decided_at: at }) => id === agent && state === 'given' && (at ?? 0) >= message.timestamp,
    )
  return (
    <Failure
      message={message}
      actions={
        <>
          {!isGiven && <RequestAccess id={agent} isInline onOpen={() => setOpen(true)} />}
          {(isGiven || isOpen) && retry}
        </>
      }
    >
      <p>
        {isGiven ? texts.given : message.error?.code === 'no_grant' ? texts.noAccess : whyOf(message.error)}
      </p>
    </Failure>
  )
}

function WithoutBudget({ message, budget, retry }: Shown & { budget: SpentBudget }) {
  const { scope, period, used, held, limit, needed, resets_at: resetsAt } = budget
  const isReset = Date.now() / 1000 >= resetsAt
  const left = Math.max(0, limit - used - held)
  const amount = (value: number) => amountOf(budget, value)
  return (
    <Failure message={message} actions={isReset && retry}>
      <p>{isReset ? texts.resetNow : texts[used >= limit ? 'usedUp' : 'tooSmall'][scope][period]}</p>
      {!isReset && (
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-13 [&_dd]:text-text">
          <dt>{texts.left}</dt>
          <dd>
            {left === 0 ? texts.noneLeft(amount(limit)) : texts.leftOf(amount(left), amount(limit))}
            {held > 0 && ` (${texts.held(amount(held))})`}
          </dd>
          {needed > left && left > 0 && (
            <>
              <dt>{texts.needed}</dt>
              <dd>{texts.upTo(amount(needed))}</dd>
            </>
          )}
          <dt>{texts.resets}</dt>
          <dd>
            <time dateTime={new Date(resetsAt * 1000).toISOString()} title={exactTime(resetsAt)}>
              {shortTime(resetsAt)} ({relativeTime(resetsAt)})
            </time>
          </dd>
        </dl>
      )}
    </Failure>
  )
}

const amountOf = ({ unit }: SpentBudget, value: number): string =>
  unit === 'usd' ? money(value) : texts.tokens(value)
