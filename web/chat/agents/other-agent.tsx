import { Menu, MenuChoice } from '../../ui/menu.tsx'
import type { Agent } from '../api/agents.ts'
import { agentChoices } from './agent-picker.tsx'
import { agents as texts } from './messages.ts'

/** Continues a chat with another agent if the chat's agent is missing, such as the model of an imported chat. */
export function OtherAgent({ agents, onPick }: { agents: readonly Agent[]; onPick(agentId: string): void }) {
  const [only, ...more] = agents.filter(({ away }) => away === null)
  if (!only) return null
  if (more.length === 0)
    return (
      <button type="button" className={LINK} onClick={() => onPick(only.id)}>
        {texts.continueWith(only.name)}
      </button>
    )
  return (
    <Menu
      trigger={
        <button type="button" className={LINK}>
          {texts.continueWithOther}
        </button>
      }
    >
      <MenuChoice label={texts.heading} value="" options={agentChoices(agents)} onChange={onPick} />
    </Menu>
  )
}

const LINK = 'min-h-hit text-accent-text underline underline-offset-4'
