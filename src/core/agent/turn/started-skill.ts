import type { Hub } from '#ground/hub/hub.ts'
import type { HubSkill } from '#ground/hub/skills/skill.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { readSkill } from '#core/agent/tools/skills/read-skill.ts'
import { skillTools } from '#core/agent/tools/skills/skill-tools.ts'
import { READ_SKILL } from '#core/agent/tools/skills/source.ts'
import { narrowedTo, type Toolbox } from '#core/agent/tools/toolbox.ts'
import type { AgentTurn } from './turn.ts'

type SkillHub = Pick<Hub, 'folder'> & Partial<Pick<Hub, 'skills'>>

/** A turn that lacks `read_skill` has no skills. */
export const listedSkills = (hub: Partial<Pick<Hub, 'skills'>>, toolbox: Toolbox): readonly HubSkill[] =>
  toolbox.names.includes(READ_SKILL) ? (hub.skills?.() ?? []) : []

/**
 * A request that begins with `/<name of a skill>` starts this skill: the message gets the skill's instructions, and
 * the turn keeps only the tools that `allowed-tools` names.
 */
export async function withStartedSkill(
  turn: AgentTurn,
  { hub, toolbox, signal }: { hub: SkillHub; toolbox: Toolbox; signal: AbortSignal },
): Promise<{ turn: AgentTurn; toolbox: Toolbox }> {
  const index = turn.request ?? turn.messages.findLastIndex(({ role }) => role === 'user')
  const message = turn.messages[index]
  const [first, ...others] = message?.role === 'user' ? message.parts : []
  const [written = '', name] = (first?.type === 'text' && /^\s*\/([a-z\d-]+)(?!\S)\s*/.exec(first.text)) || []
  const skill = name && listedSkills(hub, toolbox).find((one) => one.name === name)
  if (!skill || first?.type !== 'text') return { turn, toolbox }
  const kept = skill.allowedTools && [
    ...skillTools(skill.allowedTools, toolbox.names).names,
    ...(turn.extraTools ?? []).map((tool) => tool.name),
    READ_SKILL,
  ]
  const narrowed = kept ? narrowedTo(toolbox, new Set(kept)) : toolbox
  const reader = { hubFolder: hub.folder, toolNames: narrowed.names, signal }
  const instructions = await readSkill(skill, reader).catch((error: unknown) => {
    if (error instanceof BadPath) return `The skill can’t be read: ${error.message}`
    throw error
  })
  const rest = first.text.slice(written.length)
  const started: TurnMessage = {
    role: 'user',
    parts: [
      {
        type: 'text',
        text: `[The person starts the skill ${name}]\n${instructions}\n[End of the skill]\n\n`,
      },
      ...(rest ? [{ type: 'text' as const, text: rest }] : []),
      ...others,
    ],
  }
  return { turn: { ...turn, messages: turn.messages.with(index, started) }, toolbox: narrowed }
}
