import { Link } from '@tanstack/react-router'
import { cx } from '../../ui/cx.ts'
import type { Agent } from '../api/agents.ts'
import { AgentSign } from './agent-sign.tsx'
import { awayText } from './away.tsx'
import { agents as texts } from './messages.ts'

export function AgentLinks({ agents }: { agents: readonly Agent[] }) {
  return (
    <nav aria-label={texts.heading}>
      <h2 className="px-2 pt-3 pb-1 text-12 font-medium text-faint">{texts.heading}</h2>
      <ul>
        {agents.map((agent) => (
          <li key={agent.id}>
            <Link
              to="/"
              search={{ agent: agent.id }}
              activeOptions={{ includeSearch: true }}
              activeProps={{ className: 'bg-selected' }}
              className="flex min-h-hit items-center gap-2 rounded-m px-2 text-14 hover:bg-hover"
            >
              <AgentSign {...agent} className="size-5 text-[9px]" />
              <span className="min-w-0 py-1 leading-tight" title={agent.name}>
                <span className={cx('block truncate', agent.away && 'text-muted')}>{agent.name}</span>
                {agent.away && (
                  <span className="block truncate text-12 text-faint">{awayText(agent.away)}</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
