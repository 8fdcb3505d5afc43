import { useEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { GroupSection, moveFocus } from './group-section.tsx'
import type { WindowedGroupsProps } from './windowed-groups.tsx'

/** The number of chats of the first page. */
const MANY = 60

export function ChatGroups(props: WindowedGroupsProps) {
  const { groups, row, scroller } = props
  const isLong = groups.reduce((sum, { chats }) => sum + chats.length, 0) >= MANY
  const windowed = useWindowedOnScroll(scroller, isLong)
  if (isLong && windowed) return <windowed.WindowedGroups {...props} />
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

/** Loads the list that requests further pages when the person first scrolls, because few people do so at the start. */
function useWindowedOnScroll(scroller: RefObject<HTMLElement | null>, isLong: boolean) {
  const [windowed, setWindowed] = useState<{ WindowedGroups: ComponentType<WindowedGroupsProps> } | null>(
    null,
  )
  const isLoading = useRef(false)
  useEffect(() => {
    const element = scroller.current
    if (!isLong || windowed || !element) return
    let isOver = false
    const load = async () => {
      if (isLoading.current) return
      isLoading.current = true
      // After a failure, the next scroll tries again.
      const loaded = await import('./windowed-groups.tsx').catch(() => null)
      isLoading.current = false
      if (loaded && !isOver) keepFocus(element, () => flushSync(() => setWindowed(loaded)))
    }
    const onScroll = () => void load()
    const size = new ResizeObserver(() => element.scrollHeight <= element.clientHeight && void load())
    size.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      isOver = true
      size.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, isLong, windowed])
  return windowed
}

/** The other list has new elements, so the focus moves to the link with the same address. */
function keepFocus(list: HTMLElement, replace: () => void): void {
  const before = document.activeElement
  const address = list.contains(before) ? before?.getAttribute('href') : null
  replace()
  if (address)
    list.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true })
}
