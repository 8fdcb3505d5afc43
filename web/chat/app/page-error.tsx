import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { newVersion } from '../../ui/messages.ts'
import { isMissingPart, useIsNewVersion } from '../../ui/new-version.ts'
import { useServerReturn } from '../../ui/use-server-return.ts'
import { errorText, isChatappUnreachable } from '../api/client.ts'
import { common } from '../messages.ts'
import { problems } from './messages.ts'

export function PageError({ error }: { error: unknown }) {
  const router = useRouter()
  const isNewVersion = useIsNewVersion()
  const client = useQueryClient()
  const isMissing = isMissingPart(error)
  const isLost = !isNewVersion && (isMissing || isChatappUnreachable(error))
  async function retry() {
    // Browsers may keep a failed import, so only a reload fetches the part again.
    if (isNewVersion || isMissing) return window.location.reload()
    await client.resetQueries()
    await router.invalidate()
  }
  useServerReturn(isLost, () => void retry())
  return (
    <main className="flex h-full flex-col items-center justify-center gap-2 px-4 text-center">
      <div role="alert">
        <h1 className="text-20 font-semibold">{isLost ? problems.lost : problems.page}</h1>
        <p className="mt-2 text-14 text-muted">
          {isNewVersion ? newVersion.text : isLost ? problems.lostText : errorText(error)}
        </p>
      </div>
      <Button look="primary" className="mt-2" onClick={() => void retry()}>
        {isNewVersion ? newVersion.reload : common.retry}
      </Button>
    </main>
  )
}

export function NotFoundPage() {
  return (
    <main className="flex h-full flex-col items-center justify-center gap-2 px-4 text-center">
      <h1 className="text-20 font-semibold">{problems.notFound}</h1>
      <p className="text-14 text-muted">{problems.notFoundText}</p>
      <Link
        to="/"
        className="mt-2 inline-flex min-h-hit items-center text-14 text-accent-text underline underline-offset-4"
      >
        {problems.home}
      </Link>
    </main>
  )
}
