import { useNavigate } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { KEYS_ADDRESS, shell } from './messages.ts'
import { PERSONAL_PAGES } from './page-table.ts'

export function PersonalItems() {
  const navigate = useNavigate()
  return (
    <>
      {PERSONAL_PAGES.map(({ path, texts, icon: Icon }) => (
        <MenuItem key={path} icon={<Icon aria-hidden />} onSelect={() => void navigate({ to: path as '/' })}>
          {texts().title}
        </MenuItem>
      ))}
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => window.location.assign(KEYS_ADDRESS)}>
        {shell.keys}
      </MenuItem>
      <MenuLine />
    </>
  )
}
