import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { changes } from './messages.ts'
import { NewPassword } from '../people/new-password.tsx'
import { isUnapplied, useConfirm, useProposeAgain, useReject } from './queries.ts'

export function ChangeDecision({ change }: { change: ChangeRequestView }) {
  const confirm = useConfirm(change.id)
  const reject = useReject(change.id)
  const [password, setPassword] = useState('')
  if (change.state !== 'proposed' && !isUnapplied(change))
    return change.kind === 'tool_call' && change.state === 'confirmed' ? (
      <CallOutcomeText result={change.result} />
    ) : (
      <div className="flex flex-col gap-4">
        <Outcome change={change} />
        {maybeWanted(change) && <ProposeAgain change={change} />}
      </div>
    )
  const failure = confirm.error ?? reject.error
  const isCall = change.kind === 'tool_call'
  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate({ plan_hash: change.plan_hash, ...(change.needs_password ? { password } : {}) })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {failure && (
        <Notice kind={hasCode(failure, 'stale_plan', 'expired') ? 'attention' : 'failure'}>
          {errorText(failure)}
        </Notice>
      )}
      {isUnapplied(change) && !confirm.isPending && !failure && (
        <Notice kind="attention" title={changes.unapplied}>
          {changes.unappliedText}
        </Notice>
      )}
      {change.needs_password && (
        <div className="max-w-sm">
          <NewPassword value={password} onChange={setPassword} />
        </div>
      )}
      <p className="text-13 text-muted">{isCall ? changes.onlyYouCall : changes.onlyYou}</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={confirm.isPending} disabled={reject.isPending}>
          {isCall ? changes.confirmCall : changes.confirm}
        </Button>
        {change.state === 'proposed' && (
          <Button busy={reject.isPending} disabled={confirm.isPending} onClick={() => reject.mutate()}>
            {changes.reject}
          </Button>
        )}
      </div>
    </form>
  )
}

function ProposeAgain({ change }: { change: ChangeRequestView }) {
  const again = useProposeAgain(change.id)
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-3">
      {again.error && <Notice kind="failure">{errorText(again.error)}</Notice>}
      <div>
        <Button
          look="primary"
          icon={<RotateCcw aria-hidden />}
          busy={again.isPending}
          onClick={() =>
            again.mutate(undefined, {
              onSuccess: ({ id }) => void navigate({ to: '/change-requests/$id', params: { id } }),
            })
          }
        >
          {changes.again}
        </Button>
      </div>
    </div>
  )
}

const maybeWanted = ({ kind, state }: ChangeRequestView): boolean =>
  kind !== 'tool_call' && (state === 'stale' || state === 'expired')

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
