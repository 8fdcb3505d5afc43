import { Archive, CircleCheck, CircleHelp, Hand, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { InboxState } from '#core/inbox/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { inbox } from './messages.ts'

const LOOKS: Record<InboxState, { tone: Tone; icon: ReactNode }> = {
  pending: { tone: 'neutral', icon: <Inbox aria-hidden /> },
  claimed: { tone: 'accent', icon: <Hand aria-hidden /> },
  processed: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  unmatched: { tone: 'neutral', icon: <CircleHelp aria-hidden /> },
  quarantined: { tone: 'warn', icon: <Archive aria-hidden /> },
}

export const stateIcon = (state: InboxState): ReactNode => LOOKS[state].icon

export const InboxStateBadge = ({ state }: { state: InboxState }) => (
  <Badge tone={LOOKS[state].tone} icon={LOOKS[state].icon}>
    {inbox.states[state]}
  </Badge>
)
