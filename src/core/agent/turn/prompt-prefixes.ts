import { BoundedMap } from '#ground/base/bounded-map.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { AgentFile } from '#ground/hub/hub.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import {
  changedFacts,
  hasLostNotes,
  instructionsOf,
  systemPrompt,
  type PromptFacts,
} from './system-prompt.ts'
import type { AgentTurn } from './turn.ts'

/**
 * Keeps the beginning of a chat's requests unchanged between turns, so that the model server's prompt cache matches:
 * 1. The first turn of a chat states the facts (date, files, notes about the caller) in the system prompt, which the
 *    chat keeps.
 * 2. A later turn states only changed facts, in an update before the text of the newest message.
 * 3. The chat keeps each update and its position. Later turns insert the update at this position again.
 * 4. If the kept state is lost or outdated, the chat starts again with step 1.
 */
export interface PromptPrefixes {
  prefixFor(
    turn: Pick<AgentTurn, 'chatId' | 'caller'>,
    agent: Pick<AgentFile, 'prompt' | 'name' | 'description'>,
    facts: PromptFacts,
    talk: readonly TurnMessage[],
  ): PromptPrefix
}

export interface PromptPrefix {
  messages: TurnMessage[]
  /** Replaces the system prompt with the newest facts, and removes the updates. */
  renewed(messages: readonly TurnMessage[]): TurnMessage[]
}

interface PrefixState {
  email: string | null
  facts: PromptFacts
  updates: readonly Update[]
}

interface Update {
  index: number
  digest: string
  text: string
  facts: PromptFacts
}

const MAX_CHATS = 500
/** If the updates of a chat are longer, the chat starts again with a new system prompt. */
const MAX_UPDATE_CHARACTERS = 4000

export function createPromptPrefixes(): PromptPrefixes {
  const chats = new BoundedMap<string, PrefixState>(MAX_CHATS)
  return {
    prefixFor({ chatId, caller: { email } }, agent, facts, talk) {
      // The key contains the instructions, because a sub-agent works in the same chat with its own instructions.
      const key = sha256(JSON.stringify([chatId, instructionsOf(agent)]))
      const state = continued(chats.get(key), email, facts, talk) ?? { email, facts, updates: [] }
      chats.set(key, state)
      const { messages, originals } = withUpdates(talk, state.updates)
      const system: TurnMessage = { role: 'system', text: systemPrompt(agent, state.facts) }
      const newest: TurnMessage = { role: 'system', text: systemPrompt(agent, facts) }
      return {
        messages: [system, ...messages],
        renewed: ([, ...rest]) => [newest, ...rest.map((message) => originals.get(message) ?? message)],
      }
    },
  }
}

function continued(
  state: PrefixState | undefined,
  email: string | null,
  facts: PromptFacts,
  talk: readonly TurnMessage[],
): PrefixState | null {
  if (!state) return null
  const people = talk.filter(({ role }) => role === 'user')
  const firstChanged = state.updates.findIndex(({ index, digest }) => digest !== digestOf(people[index]))
  const updates = firstChanged === -1 ? state.updates : state.updates.slice(0, firstChanged)
  const before = updates.at(-1)?.facts ?? state.facts
  // Notes that were erased must disappear from the prompt, and no person may receive another person's notes.
  const isOthers = state.email !== email && before.notes.length + facts.notes.length > 0
  if (isOthers || hasLostNotes(before, facts)) return null
  const text = changedFacts(before, facts)
  if (text === '' || talk.at(-1)?.role !== 'user') return { ...state, updates }
  const index = people.length - 1
  const added = [...updates, { index, digest: digestOf(people[index]), text, facts }]
  const length = added.reduce((sum, update) => sum + update.text.length, 0)
  return length > MAX_UPDATE_CHARACTERS ? null : { ...state, updates: added }
}

function withUpdates(talk: readonly TurnMessage[], updates: readonly Update[]) {
  const originals = new Map<TurnMessage, TurnMessage>()
  const texts = Map.groupBy(updates, ({ index }) => index)
  let index = 0
  const messages = talk.map((message): TurnMessage => {
    if (message.role !== 'user') return message
    const inserted = texts.get(index++) ?? []
    if (inserted.length === 0) return message
    const parts = inserted.map(({ text }) => ({ type: 'text' as const, text: `${text}\n` }))
    const extended: TurnMessage = { role: 'user', parts: [...parts, ...message.parts] }
    originals.set(extended, message)
    return extended
  })
  return { messages, originals }
}

/**
 * Hashes only the first part of a message, its text. Files follow the text, and clients omit the files of earlier
 * messages.
 */
const digestOf = (message: TurnMessage | undefined): string => {
  const [first] = message?.role === 'user' ? message.parts : []
  return first === undefined ? '' : sha256(first.type === 'text' ? first.text : (first.filename ?? ''))
}
