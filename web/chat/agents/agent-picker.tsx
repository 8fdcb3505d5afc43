import { ChevronDown, Info } from 'lucide-react'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { cx } from '../../ui/cx.ts'
import type { Agent } from '../api/agents.ts'
import { awayText } from './away.tsx'
import { agents as texts } from './messages.ts'

export interface AgentPickerProps {
  agents: readonly Agent[]
  agent: Agent
  onPick(agentId: string): void
  onAbout(): void
}

export function AgentPicker({ agents, agent, onPick, onAbout }: AgentPickerProps) {
  if (agents.length < 2) return <AgentName agent={agent} onAbout={onAbout} className="text-14 font-medium" />
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
      <MenuChoice label={texts.heading} value={agent.id} options={agentChoices(agents)} onChange={onPick} />
      <MenuLine />
      <MenuItem icon={<Info aria-hidden />} onSelect={onAbout}>
        {texts.about}
      </MenuItem>
    </Menu>
  )
}

export const agentChoices = (agents: readonly Agent[]) =>
  agents.map(({ id, name, description, away }) => ({
    value: id,
    label: name,
    detail: away ? awayText(away) : description,
    disabled: away !== null,
  }))

export const AgentName = ({
  agent,
  onAbout,
  className,
}: {
  agent: Agent
  onAbout(): void
  className: string
}) => (
  <button
    type="button"
    title={texts.about}
    onClick={onAbout}
    className={cx('flex min-h-hit min-w-0 items-center rounded-m px-2 hover:bg-hover', className)}
  >
    <span dir="auto" className="truncate">
      {agent.name}
    </span>
  </button>
)
