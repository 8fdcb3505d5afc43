import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasCode } from '../kit/api.ts'
import { ListFailure } from '../kit/list.tsx'
import { artifacts } from './messages.ts'
import { common } from '../kit/messages.ts'
import { CONTENT, useTitleOf, useWindowTitle } from '../kit/page.tsx'
import { ArtifactViewer } from './artifact-viewer.tsx'
import { Instead } from './body/body-states.tsx'
import { artifactQuery } from './queries.ts'
import { useArtifactLive } from './use-artifact-live.ts'

const route = getRouteApi('/shell/artifacts/$id')
const { viewer } = artifacts

/** One artifact, as anybody sees it with whom it is shared. */
export function ArtifactPage() {
  const { id } = route.useParams()
  // What was being done with one artifact has nothing to do with the next.
  return <OneArtifact key={id} id={id} />
}

function OneArtifact({ id }: { id: string }) {
  const query = useQuery(artifactQuery(id))
  const isMissing = hasCode(query.error, 'not_found', 'forbidden')
  const news = useArtifactLive(id, query.data !== undefined && !isMissing)
  const isGone = news.isGone || (isMissing && query.data !== undefined)
  const shown = isGone || isMissing ? undefined : query.data
  const all = useTitleOf('/artifacts')
  useWindowTitle(shown?.title ?? all)
  return (
    <main id={CONTENT} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
      {shown ? (
        <ArtifactViewer artifact={shown} news={news} />
      ) : isGone || isMissing ? (
        <Missing isGone={isGone} />
      ) : query.error ? (
        <div className="p-4 md:p-8">
          <ListFailure error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : (
        <ViewerSkeleton />
      )}
    </main>
  )
}

const Missing = ({ isGone }: { isGone: boolean }) => (
  <Instead
    icon={<FileX aria-hidden />}
    title={isGone ? viewer.gone : viewer.missing}
    text={isGone ? viewer.goneText : viewer.missingText}
    isAlert={isGone}
  >
    <Link to="/artifacts" className="text-14 text-accent-text underline underline-offset-4">
      {viewer.all}
    </Link>
  </Instead>
)

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
