import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, CircleCheck, DoorClosed } from 'lucide-react'
import { type ReactNode } from 'react'
import type { BodyOf } from '#ground/api/contract.ts'
import { decideMcpAuthorization, readMcpAuthorization } from '#surfaces/mcp/oauth/contract.ts'
import type { McpAuthorization } from '#surfaces/mcp/oauth/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApiError } from '../../ui/call.ts'
import { call, errorText, goToSignIn } from '../kit/api.ts'
import { Calm } from '../kit/calm.tsx'
import { authorize as texts } from './messages.ts'
import { CONTENT, useWindowTitle } from '../kit/page.tsx'
import { openedAddress, returnAddress } from './authorize-address.ts'
import { readAuthorizationRequest } from './authorization-request.ts'

type Asked = Omit<BodyOf<typeof decideMcpAuthorization>, 'allow'>

export function AuthorizePage() {
  useWindowTitle(texts.title)
  const given = readAuthorizationRequest(openedAddress())
  const origin = given['resource'] === undefined ? { origin: window.location.origin } : {}
  const asked = { ...given, ...origin } as Asked
  const query = useQuery({
    queryKey: ['mcp-authorization', asked],
    queryFn: ({ signal }) => readOrSignIn(asked, signal),
    staleTime: Infinity,
  })
  const decision = useMutation({
    mutationFn: (allow: boolean) => call(decideMcpAuthorization, { body: { ...asked, allow } }),
    onSuccess: ({ redirect_to: target }) => window.location.assign(target),
  })
  if (decision.isSuccess) return <Calm icon={<CircleCheck />} title={texts.left} text={texts.leftText} />
  if (query.data && !query.data.allowed)
    return (
      <Calm icon={<DoorClosed />} title={texts.noAccess(query.data.hub.name)} text={texts.noAccessText} />
    )
  return (
    <Frame>
      {query.data ? (
        <Question
          request={query.data}
          busy={decision.isPending}
          error={decision.error && errorText(decision.error)}
          onDecide={decision.mutate}
        />
      ) : query.error ? (
        <>
          <h1 className="text-20 font-semibold">{texts.failed}</h1>
          <Notice kind="failure">{errorText(query.error)}</Notice>
          <p className="text-14 text-muted">{texts.failedText}</p>
        </>
      ) : (
        <Skeleton className="h-64 w-full rounded-l" />
      )}
    </Frame>
  )
}

async function readOrSignIn(asked: Asked, signal: AbortSignal): Promise<McpAuthorization> {
  try {
    return await call(readMcpAuthorization, { query: asked, signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    goToSignIn(returnAddress())
    return new Promise(() => {}) // waits forever, because the browser leaves this page
  }
}

const Frame = ({ children }: { children: ReactNode }) => (
  <main
    id={CONTENT}
    className="flex min-h-dvh items-start justify-center bg-sunken px-4 py-8 sm:items-center sm:py-10"
  >
    <div className="flex w-full max-w-md flex-col gap-5 rounded-l border border-line bg-raised p-5 shadow-2 sm:p-7">
      <div className="flex items-center gap-2 text-13 font-medium text-muted">
        <Mark className="size-5" />
        {texts.title}
      </div>
      {children}
    </div>
  </main>
)

interface QuestionProps {
  request: McpAuthorization
  busy: boolean
  error: string | null
  onDecide(allow: boolean): void
}

const Question = ({ request, busy, error, onDecide }: QuestionProps) => {
  const { program, described_at: host, hub, email, destination } = request
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <h1 className="text-20 font-semibold break-words">{texts.question(program, hub.name)}</h1>
        <p className="text-14 break-words text-muted">
          {texts.signedInAs} <strong className="font-medium text-text">{email}</strong>
        </p>
        {host !== undefined && (
          <p className="text-14 break-words text-muted">
            {texts.describedAt} <strong className="font-medium text-text">{host}</strong>
          </p>
        )}
      </div>
      <div className="flex flex-col gap-2 text-14">
        <p className="font-medium">{texts.may}</p>
        <ul className="flex flex-col gap-1.5">
          {[texts.mayUse, texts.mayRead].map((act) => (
            <li key={act} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
              {act}
            </li>
          ))}
        </ul>
        <p className="text-13 text-muted">{texts.mayNot}</p>
      </div>
      <Notice kind="attention" title={texts.destination[destination.kind](destination.name)}>
        {texts.warning}
      </Notice>
      {error !== null && <Notice kind="failure">{error}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button busy={busy} onClick={() => onDecide(false)}>
          {texts.deny}
        </Button>
        <Button look="primary" busy={busy} onClick={() => onDecide(true)}>
          {texts.allow}
        </Button>
      </div>
      <p className="text-12 text-muted">{texts.end}</p>
    </>
  )
}
