import { ChevronDown } from 'lucide-react'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import type { Agent } from '../api/agents.ts'
import { awayText } from './away.tsx'
import { agents as texts } from './messages.ts'

export interface AgentPickerProps {
  agents: readonly Agent[]
  agent: Agent
  onPick(agentId: string): void
}

/** The agent's name; with several agents, the way to another one. */
export function AgentPicker({ agents, agent, onPick }: AgentPickerProps) {
  if (agents.length < 2) return <span className="truncate px-2 text-14 font-medium">{agent.name}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${texts.choose}: ${agent.name}`}
          className="flex min-h-hit min-w-0 items-center gap-1 rounded-m px-2 text-14 font-medium hover:bg-hover"
        >
          <span className="truncate">{agent.name}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoice
        label={texts.heading}
        value={agent.id}
        options={agents.map(({ id, name, description, away }) => ({
          value: id,
          label: name,
          detail: away ? awayText(away) : description,
          disabled: away !== null,
        }))}
        onChange={onPick}
      />
    </Menu>
  )
}
