import { Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { ApiError } from '../../ui/call.ts'
import { errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { thread } from '../thread/messages.ts'
import { problems } from './messages.ts'
import { MainPart } from './main-part.tsx'
import { PageHeader } from './page-header.tsx'

/** The server sends the same response for another person's chat and for a missing chat. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [401, 404].includes(error.status)

export function ChatProblem({
  missing,
  error,
  onRetry,
}: {
  missing?: boolean
  error: unknown
  onRetry(): void
}) {
  return (
    <>
      <PageHeader />
      <MainPart className="flex flex-col items-center justify-center gap-2 px-4 text-center">
        <h1 className="text-20 font-semibold">{missing ? thread.missingTitle : thread.failedToLoad}</h1>
        <p className="text-14 text-muted">{missing ? thread.missingText : errorText(error)}</p>
        {missing ? (
          <Link
            to="/"
            className="mt-2 inline-flex min-h-hit items-center text-14 text-accent-text underline underline-offset-4"
          >
            {problems.home}
          </Link>
        ) : (
          <Button look="primary" className="mt-2" onClick={onRetry}>
            {common.retry}
          </Button>
        )}
      </MainPart>
    </>
  )
}
