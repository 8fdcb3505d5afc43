import type { ChangeRequestView } from '#features/changes/schema.ts'
import { QuestionForm } from '../../ui/questions/question-form.tsx'
import { QuestionText } from '../../ui/questions/question-text.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { errorText } from '../kit/api.ts'
import { changes } from './messages.ts'
import { useAnswer, useReject } from './queries.ts'

/** A question of an agent, with its form or its answer. */
export function QuestionPart({ change }: { change: ChangeRequestView }) {
  const hubName = useHubName()
  const answer = useAnswer(change.id)
  const reject = useReject(change.id)
  return (
    <section
      aria-labelledby="question"
      className="flex flex-col gap-3 rounded-l border border-line bg-raised p-4"
    >
      <h2 id="question" className="text-16 font-semibold">
        {changes.question}
      </h2>
      <QuestionText change={change} />
      {change.state === 'proposed' && (
        <QuestionForm
          key={change.id}
          change={change}
          acts={{
            async answer({ plan_hash }, content) {
              const answered = await answer.mutateAsync({ plan_hash, content })
              return answered.status === 'invalid' ? answered.problems : []
            },
            decline: () => reject.mutateAsync(''),
          }}
          errorText={errorText}
          onAnswered={() => {}}
        />
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-line pt-3 text-13 [&_dt]:text-faint">
        <dt>{changes.hub}</dt>
        <dd className="break-words">{hubName(change.hub)}</dd>
        <dt>{changes.proposer}</dt>
        <dd className="break-words">
          {change.proposer} · <When at={change.created_at} />
        </dd>
        {change.decided_at && (
          <>
            <dt>{changes.decided}</dt>
            <dd>
              <When at={change.decided_at} />
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}
