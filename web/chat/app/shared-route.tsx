import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { exactTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import { chats } from '../chats/messages.ts'
import { ReceivedChats } from '../chats/share/received-page.tsx'
import { common } from '../messages.ts'
import { sharedTexts as texts } from '../thread/shared/messages.ts'
import { sharedQuery, useContinue, type SharedConversation } from '../thread/shared/queries.ts'
import { useSharedStream } from '../thread/shared/shared-stream.ts'
import { SharedThread } from '../thread/shared/shared-thread.tsx'
import { THREAD_PARTS } from '../thread/thread.tsx'
import { ChatProblem, isMissing } from './chat-problem.tsx'
import { MainPart } from './main-part.tsx'
import { PageHeader, TitledHeader } from './page-header.tsx'

const ASK_EVERY_MS = 4_000

const route = getRouteApi('/shell/s/$shareId')

export function SharedRoute() {
  const { shareId } = route.useParams()
  return <SharedPage key={shareId} shareId={shareId} />
}

export function ReceivedRoute() {
  return (
    <>
      <TitledHeader title={chats.receivedTitle} />
      <MainPart className="overflow-y-auto">
        <div className="mx-auto w-full max-w-reading px-4 pt-4 pb-8">
          <ReceivedChats />
        </div>
      </MainPart>
    </>
  )
}

function SharedPage({ shareId }: { shareId: string }) {
  const { isOver, isLive } = useSharedStream(shareId)
  const { data, error, refetch } = useQuery({
    ...sharedQuery(shareId),
    enabled: !isOver,
    refetchInterval: ({ state }) => (isLive || isMissing(state.error) ? false : ASK_EVERY_MS),
  })
  const reconnecting = useLasting(!isLive, 2_000)
  const title = data?.title || chats.untitled
  useEffect(() => {
    document.title = data ? title : chats.untitled
  }, [data, title])
  if (isOver || isMissing(error)) return <NotOpen wasOpen={data !== undefined} />
  if (!data) return error ? <ChatProblem error={error} onRetry={() => void refetch()} /> : <Loading />
  return (
    <>
      <PageHeader>
        <h1 dir="auto" title={title} className="min-w-0 truncate px-2 text-14 font-medium">
          {title}
        </h1>
        <bdi className="shrink-0 text-13 text-faint max-sm:hidden">{texts.by(data.owner)}</bdi>
      </PageHeader>
      <main className="flex min-h-0 flex-1 flex-col">
        <SharedThread share={data} reconnecting={reconnecting} parts={THREAD_PARTS} />
        <ReaderBar share={data} />
      </main>
    </>
  )
}

function Loading() {
  const lasting = useLasting(true)
  return (
    <MainPart aria-busy className="pt-20 text-center text-14 text-muted">
      {lasting && common.loading}
    </MainPart>
  )
}

function ReaderBar({ share }: { share: SharedConversation }) {
  const navigate = useNavigate()
  const goOn = useContinue(share.id)
  return (
    <div className="mx-auto w-full max-w-reading px-4 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-raised px-4 py-3 shadow-1">
        <p className="min-w-0 flex-1 basis-60 text-13 text-muted">{describeShare(share)}</p>
        <Button
          icon={<MessageSquarePlus aria-hidden />}
          busy={goOn.isPending}
          onClick={() =>
            goOn.mutate(undefined, {
              onSuccess: ({ id }) => void navigate({ to: '/c/$chatId', params: { chatId: id } }),
              onError: (error) => toast({ text: errorText(error), failure: true }),
            })
          }
        >
          {texts.goOn}
        </Button>
      </div>
    </div>
  )
}

function describeShare({ is_own: isOwn, live, owner, shared_at }: SharedConversation): string {
  if (live) return isOwn ? texts.ownLive : texts.liveOf(owner)
  const time = exactTime(shared_at)
  return isOwn ? texts.ownCopy(time) : texts.copyOf(owner, time)
}

const NotOpen = ({ wasOpen }: { wasOpen: boolean }) => (
  <>
    <PageHeader />
    <MainPart className="flex flex-col items-center justify-center gap-2 px-4 text-center">
      <div role="status">
        <h1 className="text-20 font-semibold">{wasOpen ? texts.endedTitle : texts.missingTitle}</h1>
        <p className="mt-2 text-14 text-muted">{wasOpen ? texts.endedText : texts.missingText}</p>
      </div>
      <Link
        to="/shared"
        className="mt-2 inline-flex min-h-hit items-center text-14 text-accent-text underline underline-offset-4"
      >
        {texts.list}
      </Link>
    </MainPart>
  </>
)
