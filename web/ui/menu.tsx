import { cloneElement, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { lazily } from './lazily.ts'
import { notOpened } from './lazy-opened.tsx'
import type * as menuParts from './overlays/menu-parts.tsx'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './overlays/menu-parts.tsx'

let parts: typeof menuParts | undefined
const fetchParts = async (): Promise<typeof menuParts> =>
  (parts = (await import('./overlays/overlays.ts')).menuParts)
const useParts = lazily(fetchParts)

// Rendered only inside an open menu, so the code has loaded.
export const MenuItem = (props: MenuItemProps) => parts!.MenuItem(props)
export const MenuLine = () => parts!.MenuLine()
export const MenuChoice = <Value extends string>(props: MenuChoiceProps<Value>) => parts!.MenuChoice(props)

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown'])

/** Loads the menu's code at the first opening, or earlier when the pointer reaches the button. */
export function Menu(props: MenuProps) {
  const [openedBy, setOpenedBy] = useState<string | null>()
  const wanted = openedBy !== undefined
  const opened = useParts(wanted, () => notOpened(() => setOpenedBy(undefined)))
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void fetchParts().catch(() => {}), // a failed download is ignored, because opening the menu repeats it
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.ctrlKey || props.trigger.props.disabled) return
      event.preventDefault() // the menu itself moves the focus
      setOpenedBy(null)
    },
    onKeyDown(event: KeyboardEvent) {
      if (!OPENING_KEYS.has(event.key)) return
      event.preventDefault()
      setOpenedBy(event.key)
    },
  })
  return opened && wanted ? <opened.OpenedMenu {...props} openedBy={openedBy} /> : closed
}
