import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { connections } from './messages.ts'
import { JourneyFrame } from './journey-frame.tsx'
import { JourneyOutcome } from './journey-outcome.tsx'
import { JourneyPending } from './journey-pending.tsx'
import { isOpen, journeyQuery, statusQuery } from './queries.ts'

const route = getRouteApi('/connect-frame/connect/$id/done')
const { journey: texts } = connections

export function DonePage() {
  const { id } = route.useParams()
  const query = useQuery(journeyQuery(id))
  const { data: status } = useQuery(statusQuery(id))
  if (!query.data) return <JourneyPending query={query} />
  const journey = { ...query.data, ...status }
  if (!isOpen(journey)) return <JourneyOutcome journey={journey} />
  return (
    <JourneyFrame title={texts.checking}>
      <div role="status" className="flex flex-col items-start gap-2">
        <LoaderCircle aria-hidden className="size-7 animate-turn text-accent-text" />
        <h1 className="text-20 font-semibold">{texts.checking}</h1>
        <p className="text-14 text-muted">{texts.checkingText}</p>
      </div>
    </JourneyFrame>
  )
}
