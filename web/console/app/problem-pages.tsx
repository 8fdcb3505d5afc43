import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { Ban, CircleAlert, DoorClosed, MapPinOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { newVersion } from '../../ui/messages.ts'
import { isMissingPart, useIsNewVersion } from '../../ui/new-version.ts'
import { useServerReturn } from '../../ui/use-server-return.ts'
import { errorText, hasCode, isConsoleUnreachable } from '../kit/api.ts'
import { Calm } from '../kit/calm.tsx'
import { common } from '../kit/messages.ts'
import { CONTENT } from '../kit/page.tsx'
import { entry, problems } from './messages.ts'

export function EntryProblem({ error }: { error: unknown }) {
  if (hasCode(error, 'blocked')) return <Calm icon={<Ban />} title={entry.blocked} text={entry.blockedText} />
  if (hasCode(error, 'forbidden'))
    return (
      <Calm icon={<DoorClosed />} title={entry.nothing} text={entry.nothingText}>
        <Link to="/yours" className="mt-2 text-14 text-accent-text underline underline-offset-4">
          {entry.personal}
        </Link>
        <a href="/" className="text-14 text-accent-text underline underline-offset-4">
          {common.toChat}
        </a>
      </Calm>
    )
  return <PageError error={error} />
}

export function PageError({ error }: { error: unknown }) {
  const router = useRouter()
  const isNewVersion = useIsNewVersion()
  const client = useQueryClient()
  const isMissing = isMissingPart(error)
  const isLost = !isNewVersion && (isMissing || isConsoleUnreachable(error))
  async function retry() {
    // Browsers may keep a failed import, so only a reload fetches the part again.
    if (isNewVersion || isMissing) return window.location.reload()
    await client.resetQueries()
    await router.invalidate()
  }
  useServerReturn(isLost, () => void retry())
  return (
    <main
      id={CONTENT}
      tabIndex={-1}
      className="flex h-full flex-1 flex-col justify-center px-4 text-center outline-none"
    >
      <div role="alert" className="flex flex-col items-center gap-2">
        <CircleAlert aria-hidden className="size-6 text-danger" />
        <h1 className="text-20 font-semibold">{isLost ? problems.lost : problems.page}</h1>
        <p className="text-14 text-muted">
          {isNewVersion ? newVersion.text : isLost ? problems.lostText : errorText(error)}
        </p>
        <Button look="primary" className="mt-2" onClick={() => void retry()}>
          {isNewVersion ? newVersion.reload : common.retry}
        </Button>
      </div>
    </main>
  )
}

export function NotFoundPage() {
  return (
    <Calm icon={<MapPinOff />} title={problems.notFound} text={problems.notFoundText}>
      <Link to="/" className="mt-2 text-14 text-accent-text underline underline-offset-4">
        {problems.home}
      </Link>
    </Calm>
  )
}
