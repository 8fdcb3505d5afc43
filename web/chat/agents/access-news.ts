import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import type { AccessRequestView } from '#chatapp/access-requests/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { accessRequestsQuery, markNoticeShown } from '../api/access-requests.ts'
import { closedTexts as texts } from '../access/closed-messages.ts'
import { agentsQuery } from '../api/agents.ts'

export function notifyAccessNews(client: QueryClient, open: (agent: string) => void): () => void {
  return new QueryObserver(client, accessRequestsQuery).subscribe(({ data = [] }) => {
    const decided = data.filter(
      ({ state, is_told: isDecisionShown }) => state !== 'asked' && !isDecisionShown,
    )
    if (decided.length === 0) return
    client.setQueryData(
      accessRequestsQuery.queryKey,
      data.map((request) => (decided.includes(request) ? { ...request, is_told: true } : request)),
    )
    void markNoticeShown().catch(() => {}) // the server repeats the notice if this request fails
    void notify(client, decided, open)
  })
}

async function notify(
  client: QueryClient,
  decided: readonly AccessRequestView[],
  open: (agent: string) => void,
) {
  const agents = await client.fetchQuery({ ...agentsQuery, staleTime: 0 }).catch(() => [])
  for (const { id, state } of decided) {
    const name = agents.find((agent) => agent.id === id)?.name ?? id
    if (state === 'given')
      toast({ text: texts.given(name), action: { label: texts.openIt, run: () => open(id) } })
    else toast({ text: texts.notGiven(name) })
  }
}
