import { Link } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import type { Agent } from '../api/agents.ts'
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
              <Bot aria-hidden className="size-4 shrink-0 text-muted" />
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
