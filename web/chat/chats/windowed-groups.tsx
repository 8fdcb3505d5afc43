import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import type { ChatGroup } from './groups.ts'

/** Pixels, until a row has been seen. */
const ROW_PX = 32
/** Rows that stand ready beyond what is seen, so that keys always find the next one. */
const READY = 12
/** So many rows before the end more are asked for. */
const NEAR = 30

export interface WindowedGroupsProps {
  groups: readonly ChatGroup[]
  /** What scrolls around them. */
  scroller: RefObject<HTMLElement | null>
  /** A row; `ref` measures it. */
  row(chat: ChatSummary, ref: (element: HTMLElement | null) => void): ReactNode
  /** The end comes into sight. Called again with every change while it does. */
  onEndNear(): void
}

interface Line {
  key: string
  group: ChatGroup
  /** Null for the heading of its group. */
  chat: ChatSummary | null
}

/** Groups of chats of which only those are in the page that are seen, and a few around them. Arrows lead from row to row. */
export function WindowedGroups({ groups, scroller, row, onEndNear }: WindowedGroupsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [above, setAbove] = useState(0)
  // What stands above grows and shrinks by itself.
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

  /** Rows are measured by their place among all. */
  const measure = (index: number) => (element: HTMLElement | null) => {
    element?.setAttribute('data-index', String(index))
    virtual.measureElement(element)
  }
  const shown = groups.flatMap((group) => {
    const own = items.filter(({ index }) => lines[index]?.group === group)
    return own.length > 0 ? [{ group, own }] : []
  })
  return (
    // Keys lead from link to link, which take the focus themselves.
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
        <section key={group.title} aria-label={group.title}>
          {own[0]!.index === lines.findIndex((line) => line.group === group) && (
            <h2 ref={measure(own[0]!.index)} className="px-2 pt-3 pb-1 text-12 font-medium text-faint">
              {group.title}
            </h2>
          )}
          <ul>
            {own.map(({ index }) => {
              const { chat } = lines[index]!
              return chat && row(chat, measure(index))
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Up and down along the links; Home to the newest chat. */
function moveFocus(event: KeyboardEvent<HTMLElement>, toStart: () => void) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  if (at === -1) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Home') {
    toStart()
    const list = event.currentTarget
    requestAnimationFrame(() => requestAnimationFrame(() => list.querySelector('a')?.focus()))
  } else if (step) links[at + step]?.focus()
  else return
  event.preventDefault()
}
