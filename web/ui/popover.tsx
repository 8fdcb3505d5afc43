import { cloneElement, useState } from 'react'
import { lazily } from './lazily.ts'
import { notOpened } from './lazy-opened.tsx'
import type { PopoverProps } from './overlays/opened-popover.tsx'

const fetchPopover = () => import('./overlays/overlays.ts')
const usePopover = lazily(fetchPopover)

/** Loads the popover's code at the first opening, or earlier when the pointer reaches the button. */
export function Popover(props: PopoverProps) {
  const [wasOpened, setWasOpened] = useState(false)
  const opened = usePopover(wasOpened, () => notOpened(() => setWasOpened(false)))
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: () => void fetchPopover().catch(() => {}), // a failed download is ignored, because opening the popover repeats it
    onClick: () => setWasOpened(true),
  })
  return opened ? <opened.OpenedPopover {...props} /> : closed
}
