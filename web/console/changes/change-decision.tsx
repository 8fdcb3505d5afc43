import { Link, useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeActs } from '../../ui/change-request/change-acts.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { changes } from './messages.ts'
import { NewPassword } from '../people/new-password.tsx'
import { isUnapplied, useConfirm, useEdit, useProposeAgain, useReject } from './queries.ts'

export function ChangeDecision({ change }: { change: ChangeRequestView }) {
  const confirm = useConfirm(change.id)
  const reject = useReject(change.id)
  const edit = useEdit(change.id)
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  if (change.state !== 'proposed' && !isUnapplied(change))
    return change.kind === 'tool_call' && change.state === 'confirmed' ? (
      <CallOutcomeText result={change.result} />
    ) : (
      <div className="flex flex-col gap-4">
        <Outcome change={change} />
        {change.next !== null && (
          <Link
            to="/change-requests/$id"
            params={{ id: change.next }}
            className="text-14 font-medium text-accent-text underline-offset-4 hover:underline"
          >
            {changes.next}
          </Link>
        )}
        {maybeWanted(change) && change.next === null && <ProposeAgain change={change} />}
      </div>
    )
  const isCall = change.kind === 'tool_call'
  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate({ plan_hash: change.plan_hash, ...(change.needs_password ? { password } : {}) })
  }
  const failure = confirm.error
  const isStaged = change.needs_password || isUnapplied(change)
  return (
    <div className="flex flex-col gap-4">
      {isUnapplied(change) && !confirm.isPending && !failure && (
        <Notice kind="attention" title={changes.unapplied}>
          {changes.unappliedText}
        </Notice>
      )}
      {isStaged && failure && (
        <Notice kind={hasCode(failure, 'stale_plan', 'expired') ? 'attention' : 'failure'}>
          {errorText(failure)}
        </Notice>
      )}
      <p className="text-13 text-muted">{isCall ? changes.onlyYouCall : changes.onlyYou}</p>
      {isStaged && (
        <form onSubmit={submit} className="flex flex-col gap-4">
          {change.needs_password && (
            <div className="max-w-sm">
              <NewPassword value={password} onChange={setPassword} />
            </div>
          )}
          <div>
            <Button type="submit" look="primary" busy={confirm.isPending} disabled={reject.isPending}>
              {changes.confirm}
            </Button>
          </div>
        </form>
      )}
      {change.state === 'proposed' && (
        <ChangeActs
          change={change}
          approveLabel={isCall ? changes.confirmCall : changes.confirm}
          decisions={{
            approve: ({ plan_hash }) => confirm.mutateAsync({ plan_hash }),
            decline: (_, reason) => reject.mutateAsync(reason),
            async edit({ plan_hash }, input) {
              const { id } = await edit.mutateAsync({ plan_hash, input: input as Record<string, never> })
              void navigate({ to: '/change-requests/$id', params: { id } })
            },
          }}
          errorText={errorText}
          onDecided={() => {}}
        />
      )}
    </div>
  )
}

function ProposeAgain({ change }: { change: ChangeRequestView }) {
  const navigate = useNavigate()
  const again = useProposeAgain(
    change.id,
    ({ id }) => void navigate({ to: '/change-requests/$id', params: { id } }),
  )
  return (
    <div className="flex flex-col gap-3">
      {again.error && <Notice kind="failure">{errorText(again.error)}</Notice>}
      <div>
        <Button
          look="primary"
          icon={<RotateCcw aria-hidden />}
          busy={again.isPending}
          onClick={() => again.mutate()}
        >
          {changes.again}
        </Button>
      </div>
    </div>
  )
}

const maybeWanted = ({ state, result }: ChangeRequestView): boolean =>
  (state === 'stale' && result?.outcome !== 'edited') ||
  (state === 'expired' && result?.outcome !== 'refused')

function Outcome({ change }: { change: ChangeRequestView }) {
  const isGood = change.state === 'confirmed' && change.result?.outcome !== 'partial'
  const isCalm = isGood || change.state === 'rejected' || change.state === 'expired'
  return (
    <Notice kind={isCalm ? 'info' : 'attention'} title={changes.outcomes[change.state as 'confirmed']}>
      {change.result?.detail ?? changes.outcomeTexts[change.state as 'confirmed']}
    </Notice>
  )
}

function CallOutcomeText({ result }: { result: ChangeRequestView['result'] }) {
  const outcome = result?.outcome ?? 'waiting'
  const isCalm = outcome === 'waiting' || outcome === 'running' || outcome === 'applied'
  return (
    <div role="status" className="flex flex-col gap-3">
      <Notice kind={isCalm ? 'info' : 'attention'} title={changes.callOutcomes[outcome]}>
        {result?.detail ?? changes.callWaiting}
      </Notice>
      {result?.output !== undefined && (
        <section aria-labelledby="output">
          <h2 id="output" className="mb-1 text-13 font-medium text-muted">
            {changes.output}
          </h2>
          <pre className="max-h-96 overflow-auto rounded-m border border-line bg-sunken p-3 font-mono text-13 break-words whitespace-pre-wrap">
            {result.output}
          </pre>
        </section>
      )}
    </div>
  )
}
