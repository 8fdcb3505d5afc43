import { useNavigate } from '@tanstack/react-router'
import { Download, Ellipsis, ExternalLink, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { artifacts as texts } from '../messages.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { downloadAddress } from '../../../ui/artifacts/addresses.ts'
import { DeleteDialog } from '../delete-dialog.tsx'
import { lazyOpened } from '../../../ui/lazy-opened.tsx'

const ShareDialog = lazyOpened(
  async () => (await import('../../../ui/artifacts/share/share-dialog.tsx')).ShareDialog,
)

export function ArtifactMenu({ artifact }: { artifact: ArtifactView }) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'share' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const { id, title, version, mine } = artifact
  return (
    <>
      <Menu
        trigger={
          <IconButton label={texts.actsFor(title)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          icon={<ExternalLink aria-hidden />}
          onSelect={() => void navigate({ to: '/artifacts/$id', params: { id } })}
        >
          {texts.open}
        </MenuItem>
        {mine && (
          <MenuItem icon={<Share2 aria-hidden />} onSelect={() => setDialog('share')}>
            {texts.share}
          </MenuItem>
        )}
        <MenuItem
          icon={<Download aria-hidden />}
          onSelect={() => window.location.assign(downloadAddress(id, version))}
        >
          {texts.download}
        </MenuItem>
        {mine && (
          <>
            <MenuLine />
            <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDialog('delete')}>
              {texts.delete}
            </MenuItem>
          </>
        )}
      </Menu>
      {dialog === 'share' && <ShareDialog artifact={artifact} onClose={close} />}
      <DeleteDialog artifact={artifact} open={dialog === 'delete'} onClose={close} />
    </>
  )
}
