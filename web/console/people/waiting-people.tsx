import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { ApproveAllDialog } from './approve-all-dialog.tsx'
import { people } from './messages.ts'
import { nameOf } from './people-table.tsx'
import { usePersonActs } from './person-acts.tsx'
import { waitingQuery } from './queries.ts'

export function WaitingPeople({ me }: { me: Me }) {
  const { data } = useQuery(waitingQuery)
  const { approve, dialogs } = usePersonActs(me)
  const [asksAll, setAsksAll] = useState(false)
  if (!data || data.total === 0) return dialogs
  return (
    <section
      aria-labelledby="waiting-people"
      className="shrink-0 overflow-hidden rounded-l border border-line bg-raised text-14"
    >
      <header className="flex items-center gap-2 bg-warn-soft px-3 py-2">
        <CircleDashed aria-hidden className="size-4 shrink-0 text-warn" />
        <h2 id="waiting-people" className="font-medium">
          {people.waiting(data.total)}
        </h2>
        {approve && data.total > 1 && (
          <Button look="link" className="ms-auto shrink-0" onClick={() => setAsksAll(true)}>
            {people.approveAll}
          </Button>
        )}
        {data.total > data.items.length && (
          <Link
            to="/people"
            search={{ status: 'pending' }}
            className="text-13 text-accent-text underline-offset-4 hover:underline"
          >
            {people.allWaiting}
          </Link>
        )}
      </header>
      <ul>
        {data.items.map((person) => (
          <li key={person.subject} className="flex items-center gap-3 border-t border-line px-3 py-2">
            <div className="min-w-0 flex-1">
              <Link
                to="/people/$subject"
                params={{ subject: person.subject }}
                dir="auto"
                className="block truncate font-medium underline-offset-4 hover:underline"
              >
                {nameOf(person)}
              </Link>
              <span className="flex flex-wrap gap-x-3 text-12 text-faint">
                {person.name && (
                  <span dir="auto" className="max-w-full truncate">
                    {person.subject}
                  </span>
                )}
                {person.created_at && (
                  <span>
                    {people.waitingSince} <When at={person.created_at} />
                  </span>
                )}
              </span>
            </div>
            {approve && (
              <Button icon={<CircleCheck aria-hidden />} onClick={() => approve(person)}>
                {people.approveAsk}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialogs}
      {asksAll && <ApproveAllDialog count={data.total} me={me} onClose={() => setAsksAll(false)} />}
    </section>
  )
}
