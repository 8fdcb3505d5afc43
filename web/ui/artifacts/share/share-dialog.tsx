import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../copy-button.tsx'
import { Dialog } from '../../dialog.tsx'
import { sharingTexts as sharing } from '../messages.ts'
import { common } from '../../messages.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { viewerAddress } from '../addresses.ts'
import { useApi } from '../../api.ts'
import { artifactQuery } from '../queries.ts'
import { AudienceForm } from './audience-form.tsx'
import { LinkBlock } from './link-block.tsx'

export interface ShareDialogProps {
  artifact: ArtifactView
  onClose(): void
}

export function ShareDialog({ artifact: known, onClose }: ShareDialogProps) {
  const { call } = useApi()
  // Refreshes the artifact: other people may have changed it, and the number of openings of its link may have grown.
  const { data: artifact = known } = useQuery({ ...artifactQuery(call, known.id), refetchOnMount: 'always' })
  const address = window.location.origin + viewerAddress(artifact.id)
  return (
    <Dialog
      open
      onClose={onClose}
      title={sharing.title(artifact.title)}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <div className="flex flex-col gap-5">
        <AudienceForm artifact={artifact} />
        <div className="flex items-center gap-2 rounded-m border border-line bg-sunken ps-3 text-13">
          <span className="min-w-0 flex-1 truncate text-muted" title={address}>
            {address}
          </span>
          <CopyButton label={sharing.copyAddress} copiedLabel={common.copied} text={() => address} />
        </div>
        <LinkBlock artifact={artifact} />
      </div>
    </Dialog>
  )
}
