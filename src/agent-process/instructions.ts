import { sha256 } from '#ground/base/ids.ts'
import type { AgentFile } from '#ground/hub/hub.ts'
import type { RecalledNote } from '#core/agent/memory/recall.ts'
import { listedSkills } from '#core/agent/turn/started-skill.ts'
import { dayOf, factsOf, systemPrompt } from '#core/agent/turn/system-prompt.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { ProcessTurnDeps } from './turn-deps.ts'

/** Identifies a note and its text. */
export const noteKey = ({ id, text }: RecalledNote): string => `${id} ${sha256(text).slice(0, 16)}`

export const noteIdOf = (key: string): string => key.split(' ', 1)[0]!

/** The instructions at the beginning of a session. */
export async function instructionsFor(
  deps: ProcessTurnDeps,
  turn: AgentTurn,
  agent: AgentFile,
  remembered: readonly RecalledNote[],
): Promise<string> {
  const files = await turn.files.list()
  const day = await dayOf(deps.clock.now(), turn, deps)
  return systemPrompt(agent, factsOf(day, files, remembered, listedSkills(deps.hub, deps.toolbox)))
}
