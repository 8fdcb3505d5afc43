import { lazy, Suspense, type ReactNode } from 'react'
import { GroupSection, moveFocus } from './group-section.tsx'
import type { WindowedGroupsProps } from './windowed-groups.tsx'

export interface ChatGroupsProps extends WindowedGroupsProps {
  /** In the place of many, until what shows them is there. */
  waiting: ReactNode
}

/** Shorter lists are rendered completely, without virtualization. */
const MANY = 60

const WindowedGroups = lazy(async () => ({
  default: (await import('./windowed-groups.tsx')).WindowedGroups,
}))

/** Groups of chats, of which only those are in the page that can be seen when there are many. Arrows lead from row to row. */
export function ChatGroups({ waiting, ...props }: ChatGroupsProps) {
  const { groups, row } = props
  if (groups.reduce((sum, { chats }) => sum + chats.length, 0) >= MANY)
    return (
      <Suspense fallback={waiting}>
        <WindowedGroups {...props} />
      </Suspense>
    )
  return (
    // Keys lead from link to link, which take the focus themselves.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={(event) => moveFocus(event)}>
      {groups.map((group) => (
        <GroupSection key={group.title} title={group.title} heading={null}>
          {group.chats.map((chat) => row(chat))}
        </GroupSection>
      ))}
    </div>
  )
}
