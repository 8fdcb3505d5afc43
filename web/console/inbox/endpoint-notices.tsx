import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { inbox } from './messages.ts'

const MAX_SHOWN = 5

export function EndpointNotices({ notices }: Pick<InboxEndpoint, 'notices'>) {
  const { refused, refusals, other_bodies, last_other_body } = notices
  return (
    <>
      {last_other_body && (
        <Notice kind="attention" title={inbox.otherBodies(other_bodies)}>
          {inbox.otherBodiesText(last_other_body.header)}
          <p className="mt-1 text-12">
            {inbox.otherBodiesLast} <When at={last_other_body.at} />{' '}
            <code className="font-mono break-all">{last_other_body.id}</code>
          </p>
        </Notice>
      )}
      {refused > 0 && (
        <details className="text-13 text-muted">
          <summary className="cursor-pointer py-1">{inbox.refused(refused)}</summary>
          <p className="mt-1">{inbox.refusedText}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {refusals.slice(0, MAX_SHOWN).map((refusal) => (
              <li key={`${refusal.at} ${refusal.why}`} className="flex flex-wrap gap-x-3">
                <span className="whitespace-nowrap text-faint">
                  <When at={refusal.at} />
                </span>
                <span className="min-w-0 break-words text-text">
                  {inbox.why_refused[refusal.why](refusal)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
