import { cloneElement, lazy, Suspense, useState } from 'react'
import type { PopoverProps } from './overlays/opened-popover.tsx'

const fetchPopover = async () => ({ default: (await import('./overlays/opened-popover.tsx')).OpenedPopover })
const OpenedPopover = lazy(fetchPopover)

/** A small card beside a control. What it takes to show it is fetched when it is opened for the first time. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: () => void fetchPopover(),
    onClick: () => setWasOpened(true),
  })
  if (!wasOpened) return closed
  return (
    <Suspense fallback={closed}>
      <OpenedPopover {...props} />
    </Suspense>
  )
}
