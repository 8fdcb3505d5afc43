import { useNavigate } from '@tanstack/react-router'
import { Segmented } from '../../ui/segmented.tsx'
import { inbox } from './messages.ts'

/** What came to a Hub from outside: events of webhooks, or messages of people. Each has a list of its own. */
export function Arrivals({ shown, hub }: { shown: '/inbox' | '/messages'; hub: string | undefined }) {
  const navigate = useNavigate()
  return (
    <Segmented
      label={inbox.arrivals}
      value={shown}
      options={[
        { value: '/inbox', label: inbox.events },
        { value: '/messages', label: inbox.messages },
      ]}
      onChange={(to) => void navigate({ to, search: { hub } })}
    />
  )
}
