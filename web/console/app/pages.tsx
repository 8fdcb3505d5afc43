import {
  Bot,
  Cable,
  ClipboardCheck,
  Files,
  Gauge,
  History,
  Inbox,
  Landmark,
  ListChecks,
  NotebookPen,
  Play,
  PlugZap,
  ScrollText,
  UsersRound,
  Waypoints,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import { messages } from '../messages.ts'

export interface RailPage {
  to:
    | '/'
    | '/people'
    | '/hubs'
    | '/organization'
    | '/change-requests'
    | '/workflows'
    | '/runs'
    | '/inbox'
    | '/audit'
    | '/access-changes'
    | '/artifacts'
    | '/connections'
    | '/traces'
    | '/memory'
    | '/mcp'
  label: string
  icon: ReactNode
}

const { pages } = messages

/** The pages there are for a person, in the order of the rail. */
export const pagesFor = (me: Pick<Me, 'is_organization_admin'>): RailPage[] => [
  { to: '/', label: pages.overview, icon: <Gauge aria-hidden /> },
  { to: '/people', label: pages.people, icon: <UsersRound aria-hidden /> },
  { to: '/hubs', label: pages.hubs, icon: <Bot aria-hidden /> },
  ...(me.is_organization_admin
    ? [{ to: '/organization', label: pages.organization, icon: <Landmark aria-hidden /> } as const]
    : []),
  { to: '/change-requests', label: pages.changes, icon: <ClipboardCheck aria-hidden /> },
  { to: '/workflows', label: pages.workflows, icon: <ListChecks aria-hidden /> },
  { to: '/runs', label: pages.runs, icon: <Play aria-hidden /> },
  { to: '/inbox', label: pages.inbox, icon: <Inbox aria-hidden /> },
  { to: '/audit', label: pages.audit, icon: <ScrollText aria-hidden /> },
  { to: '/access-changes', label: pages.accessChanges, icon: <History aria-hidden /> },
  { to: '/artifacts', label: pages.artifacts, icon: <Files aria-hidden /> },
  { to: '/connections', label: pages.connections, icon: <Cable aria-hidden /> },
  { to: '/memory', label: pages.memory, icon: <NotebookPen aria-hidden /> },
  { to: '/traces', label: pages.traces, icon: <Waypoints aria-hidden /> },
  { to: '/mcp', label: pages.mcp, icon: <PlugZap aria-hidden /> },
]
