import { X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'

export interface ToastMessage {
  text: string
  failure?: boolean
  action?: { label: string; run(): void }
}

export interface ShownToast extends ToastMessage {
  id: number
}

const SHOWN_MS = 6_000

interface ToastCardProps {
  item: ShownToast
  closeLabel: string
  /** The toast stays while a person points at the toasts or focuses them. */
  isHeld: boolean
  onGone(): void
}

export function ToastCard({ item: { text, failure, action }, closeLabel, isHeld, onGone }: ToastCardProps) {
  const gone = useRef(onGone)
  gone.current = onGone
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => gone.current(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  function act() {
    action?.run()
    onGone()
  }
  return (
    <div
      role={failure ? 'alert' : 'group'}
      {...useRemoval(onGone)}
      className={cx(
        'pointer-events-auto flex animate-rise touch-pan-y items-center gap-2 rounded-m border border-line bg-raised py-1.5 ps-4 pe-1.5 text-14 shadow-2',
        failure && 'border-s-4 border-s-danger',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <p className="min-w-0 flex-1 basis-40 break-words">{text}</p>
        {action && (
          <Button look="link" onClick={act}>
            {action.label}
          </Button>
        )}
      </div>
      <IconButton label={closeLabel} onClick={onGone}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

const SWIPE_PX = 60

/** Escape removes a toast, and so does a finger that moves it sideways. */
function useRemoval(onGone: () => void) {
  const start = useRef<number | null>(null)
  const distance = (event: PointerEvent) => (start.current === null ? 0 : event.clientX - start.current)
  function move(event: PointerEvent<HTMLElement>, pixels: number) {
    event.currentTarget.style.translate = pixels === 0 ? '' : `${pixels}px`
  }
  function end(event: PointerEvent<HTMLElement>) {
    const isFar = Math.abs(distance(event)) > SWIPE_PX
    start.current = null
    move(event, 0)
    if (isFar) onGone()
  }
  return {
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && onGone(),
    onPointerDown(event: PointerEvent) {
      if (event.pointerType === 'touch') start.current = event.clientX
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => move(event, distance(event)),
    onPointerUp: end,
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null
      move(event, 0)
    },
  }
}
