import { useQuery } from '@tanstack/react-query'
import { agentsQuery } from '../api/agents.ts'
import { knownName } from '../api/agent-names.ts'
import { AgentSign } from '../agents/agent-sign.tsx'

/** An agent that the person may no longer use keeps its last known name; otherwise its id is the name. */
export function AnswerHead({ agent: id }: { agent: string }) {
  const { data } = useQuery({ ...agentsQuery, enabled: false })
  const name = data?.find((agent) => agent.id === id)?.name ?? knownName(id) ?? id
  return (
    <p className="flex min-w-0 items-center gap-2 text-13 font-medium text-muted">
      <AgentSign id={id} name={name} className="size-6 text-12" />
      <bdi className="truncate">{name}</bdi>
    </p>
  )
}
