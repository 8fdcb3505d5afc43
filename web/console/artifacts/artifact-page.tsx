import { getRouteApi, Link } from '@tanstack/react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListFailure } from '../kit/list.tsx'
import { artifacts } from './messages.ts'
import { common } from '../kit/messages.ts'
import { CONTENT, useTitleOf, useWindowTitle } from '../kit/page.tsx'
import { ArtifactViewer } from './artifact-viewer.tsx'
import { NotOpen } from '../../ui/artifacts/not-open.tsx'
import { useArtifact } from '../../ui/artifacts/use-artifact.ts'

const route = getRouteApi('/shell/artifacts/$id')

export function ArtifactPage() {
  const { id } = route.useParams()
  return <OneArtifact key={id} id={id} />
}

function OneArtifact({ id }: { id: string }) {
  const seen = useArtifact(id)
  const all = useTitleOf('/artifacts')
  useWindowTitle(seen.state === 'open' ? seen.artifact.title : all)
  return (
    <main id={CONTENT} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      {(seen.state === 'loading' || seen.state === 'failed') && <h1 className="sr-only">{all}</h1>}
      {seen.state === 'open' ? (
        <ArtifactViewer artifact={seen.artifact} news={seen.news} />
      ) : seen.state === 'failed' ? (
        <div className="p-4 md:p-8">
          <ListFailure error={seen.error} onRetry={seen.retry} />
        </div>
      ) : seen.state === 'loading' ? (
        <ViewerSkeleton />
      ) : (
        <NotOpen state={seen.state} isPage>
          <Link to="/artifacts" className="text-14 text-accent-text underline underline-offset-4">
            {artifacts.viewer.all}
          </Link>
        </NotOpen>
      )}
    </main>
  )
}

const ViewerSkeleton = () => (
  <div role="status" aria-label={common.loading} className="flex flex-1 flex-col">
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3 md:px-6">
      <Skeleton className="h-6 w-64" />
      <Skeleton className="h-4 w-96 max-w-full" />
    </div>
    <div className="flex flex-col gap-3 p-6">
      <Skeleton className="h-4 w-11/12" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  </div>
)
