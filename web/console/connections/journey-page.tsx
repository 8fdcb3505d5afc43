import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { JourneyView } from '#features/connections/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { connections } from './messages.ts'
import { JourneyFrame } from './journey-frame.tsx'
import { JourneyOutcome } from './journey-outcome.tsx'
import { JourneyPending } from './journey-pending.tsx'
import { isOpen, journeyQuery, useCancel, useLeave } from './queries.ts'
import { KeyRound } from 'lucide-react'
import { ScopeName } from './scope-name.tsx'

const route = getRouteApi('/connect-frame/connect/$id')
const { journey: texts } = connections

export function JourneyPage() {
  const { id } = route.useParams()
  const query = useQuery(journeyQuery(id))
  const journey = query.data
  if (!journey) return <JourneyPending query={query} />
  return isOpen(journey) ? (
    <Question key={journey.id} journey={journey} />
  ) : (
    <JourneyOutcome journey={journey} />
  )
}

function Question({ journey }: { journey: JourneyView }) {
  const { id, name, lack, scopes } = journey
  const leave = useLeave()
  const cancel = useCancel(id)
  const failure = leave.error ?? cancel.error
  const isLeaving = leave.isPending || leave.isSuccess
  const title = texts.question(name)
  const reason = texts.reasons[lack]
  return (
    <JourneyFrame title={title}>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-20 font-semibold break-words">{title}</h1>
        <p className="text-14 break-words text-muted">
          <Asker journey={journey} /> {reason}
        </p>
      </div>
      {scopes.length > 0 ? (
        <ScopeList title={texts.scopes(name)} scopes={scopes} />
      ) : (
        <p className="text-14 text-muted">{texts.noScopes(name)}</p>
      )}
      <section aria-label={texts.next} className="flex flex-col gap-2 text-14">
        <h2 className="font-medium">{texts.next}</h2>
        <ol className="flex flex-col gap-1.5">
          {[texts.steps.signIn(name), texts.steps.allow(name), texts.steps.back].map((step, index) => (
            <li key={step} className="flex gap-2.5 text-muted">
              <span aria-hidden className="w-4 shrink-0 text-end text-faint tabular-nums">
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      {failure && <Notice kind="failure">{errorText(failure)}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:grid sm:grid-cols-2">
        <Button busy={cancel.isPending} disabled={isLeaving} onClick={() => cancel.mutate()}>
          {texts.notNow}
        </Button>
        <Button
          look="primary"
          busy={isLeaving}
          disabled={cancel.isPending}
          onClick={() => leave.mutate(journey)}
        >
          <span className="truncate">{texts.go(name)}</span>
        </Button>
      </div>
      <p className="text-12 text-muted">{texts.end}</p>
    </JourneyFrame>
  )
}

function Asker({ journey: { hub, tool, name } }: { journey: JourneyView }) {
  if (!hub) return texts.asksSelf
  if (!tool || tool === name) return texts.asks(hub.name)
  const [before, after] = texts.asksFor(hub.name, TOOL).split(TOOL)
  return (
    <>
      {before}
      <code className="font-mono text-13 text-text">{tool}</code>
      {after}
    </>
  )
}

/** Placeholder for the tool's name, whose position in the sentence depends on the language. */
const TOOL = '\uFFFC'

const ScopeList = ({ title, scopes }: { title: string; scopes: readonly string[] }) => (
  <section aria-label={title} className="flex flex-col gap-2 text-14">
    <h2 className="font-medium">{title}</h2>
    <ul className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
      {scopes.map((scope) => (
        <li key={scope} className="flex gap-2.5">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
          <span className="min-w-0">
            <ScopeName scope={scope} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
