import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { GroupSection, moveFocus } from './group-section.tsx'
import type { ChatGroup } from './groups.ts'

/** Estimated row height in pixels before measurement. */
const ROW_PX = 32
/** Rows rendered beyond the visible rows, so that arrow keys find the next row. */
const READY = 12
/** Distance from the end, in rows, at which the list requests the next page. */
const NEAR = 30

export interface WindowedGroupsProps {
  groups: readonly ChatGroup[]
  scroller: RefObject<HTMLElement | null>
  row(chat: ChatSummary, ref?: (element: HTMLElement | null) => void): ReactNode
  onEndNear(): void
}

interface Line {
  key: string
  group: ChatGroup
  chat: ChatSummary | null
}

export function WindowedGroups({ groups, scroller, row, onEndNear }: WindowedGroupsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(0)
  // Content above the list can change its height without a render of this component, so an observer measures it.
  useLayoutEffect(() => {
    const look = new ResizeObserver(() => setAbove(box.current?.offsetTop ?? 0))
    if (box.current?.parentElement) look.observe(box.current.parentElement)
    return () => look.disconnect()
  }, [])
  const lines = groups.flatMap((group): Line[] => [
    { key: group.title, group, chat: null },
    ...group.chats.map((chat) => ({ key: chat.id, group, chat })),
  ])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => lines[index]!.key,
    estimateSize: () => ROW_PX,
    overscan: READY,
    scrollMargin: above,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)
  const isEndNear = last !== undefined && last.index >= lines.length - NEAR
  useEffect(() => {
    if (isEndNear) onEndNear()
  })

  const measure = (index: number) => (element: HTMLElement | null) => {
    element?.setAttribute('data-index', String(index))
    virtual.measureElement(element)
  }
  const shown = groups.flatMap((group) => {
    const own = items.filter(({ index }) => lines[index]?.group === group)
    return own.length > 0 ? [{ group, own }] : []
  })
  return (
    // Keydown events bubble from the focused link.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={box}
      onKeyDown={(event) => moveFocus(event, () => virtual.scrollToOffset(0))}
      style={{
        paddingTop: (items[0]?.start ?? above) - above,
        paddingBottom: last ? virtual.getTotalSize() + above - last.end : 0,
      }}
    >
      {shown.map(({ group, own }) => (
        <GroupSection
          key={group.title}
          title={group.title}
          heading={
            own[0]!.index === lines.findIndex((line) => line.group === group)
              ? measure(own[0]!.index)
              : undefined
          }
        >
          {own.map(({ index }) => {
            const { chat } = lines[index]!
            return chat && row(chat, measure(index))
          })}
        </GroupSection>
      ))}
    </div>
  )
}
