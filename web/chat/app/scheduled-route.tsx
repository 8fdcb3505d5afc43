import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { chooseAgent } from '../agents/choice.ts'
import { agentsQuery } from '../api/agents.ts'
import { SchedulesPage } from '../schedules/schedules-page.tsx'
import { chatQuery } from '../thread/queries.ts'
import { visibleBranch } from '../thread/tree.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MainPart } from './main-part.tsx'
import { shell } from './messages.ts'
import { TitledHeader } from './page-header.tsx'

export function ScheduledRoute() {
  const { schedule: wanted } = useLocation({ select: ({ state }) => state })
  const navigate = useNavigate()
  const { data: agents } = useQuery(agentsQuery)
  const { data: chat } = useQuery({ ...chatQuery(wanted?.chatId ?? ''), enabled: false })
  const last = chat && (visibleBranch(chat.history).findLast(({ model }) => model)?.model ?? chat.model)
  const model = agents && chooseAgent(agents, wanted?.model ?? last ?? undefined)?.id
  return (
    <>
      <TitledHeader title={shell.scheduled} />
      <MainPart className="overflow-y-auto">
        <div className="mx-auto w-full max-w-reading px-4 pt-4 pb-8">
          {agents ? (
            <SchedulesPage
              agents={agents}
              draft={{ prompt: wanted?.prompt ?? '', model: model ?? '', chatId: wanted?.chatId ?? null }}
              isAdding={wanted !== undefined}
              onAdded={() => void navigate({ to: '/scheduled', replace: true })}
            />
          ) : (
            <Skeleton className="h-40" />
          )}
        </div>
      </MainPart>
    </>
  )
}
