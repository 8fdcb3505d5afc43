import { useMutation } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import { signOut } from '#chatapp/accounts/sessions/contract.ts'
import { leaveAccount } from '../../ui/account-page.ts'
import { AccountMenu as Menu } from '../../ui/account-menu.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
import { shell } from './messages.ts'

export function AccountMenu({ me, isNarrow }: { me: Me; isNarrow: boolean }) {
  const leave = useMutation({
    mutationFn: () => call(signOut),
    onSuccess: ({ redirect_url }) => leaveAccount(redirect_url ?? '/auth'),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
  return (
    <Menu person={me} isNarrow={isNarrow} onSignOut={() => leave.mutate()}>
      <MenuItem icon={<MessageSquare aria-hidden />} onSelect={() => window.location.assign('/')}>
        {shell.toChat}
      </MenuItem>
    </Menu>
  )
}
