import {
  Ban,
  CircleCheck,
  CircleHelp,
  CircleStop,
  CircleX,
  Hourglass,
  Inbox,
  Send,
  StickyNote,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { MessageDetail, ChannelMessageView } from '#features/messaging/schema.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { messaging } from './messages.ts'

type PartState = MessageDetail['sent'][number]['parts'][number]['state']

const LOOKS: Record<ChannelMessageView['state'], { tone: Tone; icon: ReactNode }> = {
  received: { tone: 'neutral', icon: <Inbox aria-hidden /> },
  answering: { tone: 'accent', icon: <Hourglass aria-hidden /> },
  sending: { tone: 'accent', icon: <Send aria-hidden /> },
  sent: { tone: 'ok', icon: <CircleCheck aria-hidden /> },
  unknown: { tone: 'warn', icon: <CircleHelp aria-hidden /> },
  failed: { tone: 'danger', icon: <CircleX aria-hidden /> },
  refused: { tone: 'neutral', icon: <Ban aria-hidden /> },
  stopped: { tone: 'neutral', icon: <CircleStop aria-hidden /> },
  noted: { tone: 'neutral', icon: <StickyNote aria-hidden /> },
}

export const MessageStateBadge = ({ state }: { state: ChannelMessageView['state'] }) => (
  <Badge {...LOOKS[state]}>{messaging.states[state]}</Badge>
)

export const PartBadge = ({ state }: { state: PartState }) => (
  <Badge {...LOOKS[state === 'waiting' ? 'received' : state]}>{messaging.parts[state]}</Badge>
)
