import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import type { Turn } from '#core/agent/turn/turn.ts'

/**
 * Refuse what an agent process can't do though an answer would depend on it. Mere wishes, such as a temperature, are
 * passed over, as with a provider that has no such setting.
 *
 * @throws TurnRefused
 */
export function refuseUnsupported(turn: Turn): void {
  const asked = [
    turn.clientTools?.length && 'tools',
    (turn.toolChoice === 'required' || typeof turn.toolChoice === 'object' || turn.allowedTools) &&
      'tool_choice',
    turn.responseFormat?.type === 'json' && 'response_format',
    turn.stop?.length && 'stop',
    turn.maxOutputTokens !== undefined && 'max_tokens',
  ].filter((name) => typeof name === 'string')
  if (asked.length > 0)
    throw new TurnRefused(
      'unsupported',
      `This Hub’s agent is a process of its own and takes no ${asked.join(', ')}.`,
    )
}
