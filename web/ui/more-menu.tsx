import { Ellipsis } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { IconButton } from './icon-button.tsx'
import { lazily } from './lazily.ts'
import { Menu } from './menu.tsx'

export interface MoreMenuProps {
  label: string
  disabled?: boolean
}

/** The entries load before the menu opens, because the menu focuses its first entry. */
export function moreMenu<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const useEntries = lazily(load)
  return function MoreMenu(props: Props & MoreMenuProps) {
    const [isNear, setNear] = useState(false)
    const Entries = useEntries(isNear)
    const onNear = () => setNear(true)
    return (
      <span onPointerEnter={onNear} onFocusCapture={onNear}>
        <Menu
          align="start"
          trigger={
            <IconButton label={props.label} disabled={props.disabled}>
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          {Entries && <Entries {...props} />}
        </Menu>
      </span>
    )
  }
}
