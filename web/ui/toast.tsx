import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { ToastCard, type ShownToast, type ToastMessage } from './toast-card.tsx'
import { cx } from './cx.ts'

let shown: readonly ShownToast[] = []
let lastId = 0
const changed = createEmitter()

/** Returns a function that removes the toast. */
export function toast(message: ToastMessage): () => void {
  const id = ++lastId
  publish([...shown.slice(-2), { ...message, id }])
  return () => publish(shown.filter((other) => other.id !== id))
}

export interface ToastsProps {
  label: string
  closeLabel: string
  place?: 'top' | 'bottom'
}

const POSITION_CLASSES = {
  top: 'end-0 top-12',
  bottom: 'end-0 bottom-16',
} as const

/**
 * Must not import code that loads later, because toasts report failed loads. The list is always in the page: screen
 * readers announce only additions to a live region that they have seen.
 */
export function Toasts({ label, closeLabel, place = 'top' }: ToastsProps) {
  const toasts = useSyncExternalStore(changed.subscribe, () => shown)
  const [isHeld, hold] = useState(false)
  const isAway = useIsAway()
  const list = useRef<HTMLDivElement>(null)
  const before = useFocusKey(list)
  const remove = (gone: number) => {
    const hasFocus = list.current!.contains(document.activeElement)
    publish(shown.filter(({ id }) => id !== gone))
    if (shown.length === 0) hold(false)
    if (hasFocus) (shown.length > 0 ? list.current : before.current)?.focus()
  }
  return (
    <div
      ref={list}
      aria-live="polite"
      tabIndex={-1}
      {...(toasts.length > 0 && { role: 'region', 'aria-label': `${label} (F8)` })}
      // A press on a toast does not close the dialog or menu below.
      onPointerDown={(event) => event.stopPropagation()}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      className={cx(
        'pointer-events-none fixed z-50 flex w-full max-w-96 flex-col gap-2 outline-none',
        toasts.length > 0 && 'p-4',
        POSITION_CLASSES[place],
      )}
    >
      {toasts.map((item) => (
        <ToastCard
          key={item.id}
          item={item}
          closeLabel={closeLabel}
          isHeld={isHeld || isAway}
          onGone={() => remove(item.id)}
        />
      ))}
    </div>
  )
}

/** The person does not see a toast while another window has the focus. */
function useIsAway(): boolean {
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    const leave = () => setAway(true)
    const enter = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', enter)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', enter)
    }
  }, [])
  return isAway
}

/** F8 focuses the list. Returns the element that had the focus before. */
function useFocusKey(list: { readonly current: HTMLElement | null }) {
  const before = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const focus = ({ key }: KeyboardEvent) => {
      if (key !== 'F8' || shown.length === 0 || list.current?.contains(document.activeElement)) return
      before.current = document.activeElement as HTMLElement | null
      list.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [list])
  return before
}

function publish(next: readonly ShownToast[]): void {
  shown = next
  changed.emit()
}
