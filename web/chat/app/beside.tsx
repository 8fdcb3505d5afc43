import { getRouteApi, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, type ReactNode } from 'react'

const ArtifactPanel = lazy(async () => ({
  default: (await import('../artifacts/artifact-panel.tsx')).ArtifactPanel,
}))

const chatRoute = getRouteApi('/shell/c/$chatId')

/** A conversation, and beside it the artifact that its address names. */
export function Beside({ children }: { children: ReactNode }) {
  const { artifact } = chatRoute.useSearch()
  const navigate = chatRoute.useNavigate()
  const { history } = useRouter()
  function close() {
    // The way back doesn't lead to what was just closed.
    if (history.location.state.isOpenedHere) history.back()
    else void navigate({ search: (before) => ({ ...before, artifact: undefined }), replace: true })
  }
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      {artifact && (
        <Suspense>
          <ArtifactPanel id={artifact} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
