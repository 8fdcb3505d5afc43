import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { chooseAgent } from '../agents/choice.ts'
import { agentsQuery } from '../api/agents.ts'
import { sessionQuery } from '../session/queries.ts'
import { chatQuery } from '../thread/queries.ts'
import { visibleBranch } from '../thread/tree.ts'
import { Beside } from './beside.tsx'
import { ChatPage } from './chat-page.tsx'
import { ChatProblem, isMissing } from './chat-problem.tsx'
import { useConsoleAddress } from './console-link.tsx'
import { MainPart } from './main-part.tsx'
import { PageHeader } from './page-header.tsx'
import { useLasting } from '../../ui/lasting.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../messages.ts'

const ClosedAgent = lazy(async () => ({
  default: (await import('../agents/closed-agent.tsx')).ClosedAgent,
}))

const home = getRouteApi('/shell/')
const chatRoute = getRouteApi('/shell/c/$chatId')

export function HomeRoute() {
  const { agent: wanted } = home.useSearch()
  const { data: session } = useQuery(sessionQuery)
  const agents = useQuery(agentsQuery)
  const console = useConsoleAddress()
  if (!agents.data)
    return agents.error ? (
      <ChatProblem error={agents.error} onRetry={() => void agents.refetch()} />
    ) : (
      <ChatSkeleton />
    )
  const agent = chooseAgent(agents.data, wanted)
  const isClosed = wanted !== undefined && agent?.id !== wanted
  if (!agent || isClosed) {
    return (
      <>
        <PageHeader />
        <MainPart className="relative overflow-y-auto">
          <Suspense fallback={null}>
            <ClosedAgent
              wanted={wanted}
              other={agent}
              administrator={session?.role === 'admin'}
              console={console}
            />
          </Suspense>
        </MainPart>
      </>
    )
  }
  return <ChatPage chat={null} agents={agents.data} agent={agent} />
}

export function ChatRoute() {
  const { chatId } = chatRoute.useParams()
  const chat = useQuery(chatQuery(chatId))
  const agents = useQuery(agentsQuery)
  const [picked, setPicked] = useState<{ chatId: string; agentId: string }>()
  if (!chat.data && chat.error) {
    const { error, refetch } = chat
    return <ChatProblem missing={isMissing(error)} error={error} onRetry={() => void refetch()} />
  }
  if (!chat.data) return <ChatSkeleton />
  const branch = visibleBranch(chat.data.history)
  const model = branch.findLast((message) => message.model)?.model ?? chat.data.model
  const own = agents.data?.find(({ id }) => id === model)
  const other = picked?.chatId === chatId ? agents.data?.find(({ id }) => id === picked.agentId) : undefined
  const agent = own ?? other
  const onPick = own ? undefined : (agentId: string) => setPicked({ chatId, agentId })
  return (
    <Beside key={chatId} hub={agent?.id}>
      <ChatPage
        chat={chat.data}
        agents={agents.data}
        agent={agent}
        lost={own ? undefined : (model ?? undefined)}
        onPick={onPick}
      />
    </Beside>
  )
}

function ChatSkeleton() {
  const shown = useLasting(true)
  if (!shown) return null
  return (
    <MainPart
      aria-busy
      aria-label={common.loading}
      className="mx-auto flex w-full max-w-reading flex-col gap-8 px-4 pt-20"
    >
      <Skeleton className="h-11 w-2/5 self-end rounded-xl" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </MainPart>
  )
}
