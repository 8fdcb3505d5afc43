import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { pageAddress } from '../artifacts/saved-files.ts'
import { CodeOpening, type OpenedCode } from '../../ui/markdown/opening.ts'
import { LinkAddress } from '../../ui/markdown/link-address.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const ArtifactPanel = lazyOpened(async () => (await import('../artifacts/artifact-panel.tsx')).ArtifactPanel)
const DraftPanel = lazyOpened(async () => (await import('../artifacts/draft-panel.tsx')).DraftPanel)

const chatRoute = getRouteApi('/shell/c/$chatId')

export interface BesideProps {
  hub: string | undefined
  children: ReactNode
}

export function Beside({ hub, children }: BesideProps) {
  const { artifact } = chatRoute.useSearch()
  const [draft, setDraft] = useState<OpenedCode | null>(null)
  const leaveArtifact = useLeaveArtifact()
  useEffect(() => {
    if (artifact !== undefined) setDraft(null)
  }, [artifact])
  const isOpen = artifact !== undefined
  const openCode = useCallback(
    (code: OpenedCode) => {
      setDraft(code)
      if (isOpen) leaveArtifact({ goesBack: false })
    },
    [isOpen, leaveArtifact],
  )
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <CodeOpening value={openCode}>
          <LinkAddress value={pageAddress}>{children}</LinkAddress>
        </CodeOpening>
      </div>
      {draft ? (
        <LinkAddress value={(href) => pageAddress(href, hub)}>
          <DraftPanel draft={draft} hub={hub} onClose={() => setDraft(null)} />
        </LinkAddress>
      ) : (
        artifact && <ArtifactPanel id={artifact} onClose={() => leaveArtifact({ goesBack: true })} />
      )}
    </div>
  )
}

function useLeaveArtifact() {
  const navigate = chatRoute.useNavigate()
  const { history } = useRouter()
  return useCallback(
    ({ goesBack }: { goesBack: boolean }) => {
      if (goesBack && history.location.state.isOpenedHere) return history.back()
      void navigate({ search: (before) => ({ ...before, artifact: undefined }), replace: true })
    },
    [navigate, history],
  )
}
