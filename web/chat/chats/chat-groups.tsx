import { lazy, Suspense, type ReactNode } from 'react'
import { GroupSection, moveFocus } from './group-section.tsx'
import type { WindowedGroupsProps } from './windowed-groups.tsx'

export interface ChatGroupsProps extends WindowedGroupsProps {
  waiting: ReactNode
}

const MANY = 60

const WindowedGroups = lazy(async () => ({
  default: (await import('./windowed-groups.tsx')).WindowedGroups,
}))

export function ChatGroups({ waiting, ...props }: ChatGroupsProps) {
  const { groups, row } = props
  if (groups.reduce((sum, { chats }) => sum + chats.length, 0) >= MANY)
    return (
      <Suspense fallback={waiting}>
        <WindowedGroups {...props} />
      </Suspense>
    )
  return (
    // Keydown events bubble from the focused link.
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
