import { cloneElement, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { lazily } from './lazily.ts'
import { notOpened } from './lazy-opened.tsx'
import type * as menuParts from './overlays/menu-parts.tsx'
import type { MenuChoiceProps, MenuItemProps, MenuProps } from './overlays/menu-parts.tsx'

let parts: typeof menuParts | undefined
const fetchParts = async (): Promise<typeof menuParts> => (parts = await import('./overlays/menu-parts.tsx'))
const useParts = lazily(fetchParts)

// Menu entries are rendered in an open menu, by when its code is loaded.
export const MenuItem = (props: MenuItemProps) => parts!.MenuItem(props)
export const MenuLine = () => parts!.MenuLine()
/** One of several, with a tick on the current one. */
export const MenuChoice = <Value extends string>(props: MenuChoiceProps<Value>) => parts!.MenuChoice(props)

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown'])

/** A menu behind a control. Its code is loaded, and its content rendered, when it is first opened. */
export function Menu(props: MenuProps) {
  /** The key that opened it; null: a mouse or a finger; undefined: not opened yet. */
  const [openedBy, setOpenedBy] = useState<string | null>()
  const wanted = openedBy !== undefined
  const opened = useParts(wanted, () => notOpened(() => setOpenedBy(undefined)))
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void fetchParts().catch(() => {}), // it is fetched again when it is opened
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || event.ctrlKey || props.trigger.props.disabled) return
      event.preventDefault() // so that the menu gets the focus
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
