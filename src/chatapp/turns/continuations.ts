import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { CallDecision } from '#chatapp/chats/schema.ts'
import { isAboutQuestion } from './decision-text.ts'
import type { ChatTurns, TurnRefusal } from './turns.ts'

/** A tool call that the person rejected, or that has ended after the person confirmed it; or a question that has ended. */
export interface CallToContinue extends CallDecision {
  email: string
  hub: string
  /** Id of the chat at the Hub. */
  chatId: string
  output: string
  editedInput: string | null
}

export interface ContinuationParts {
  turns: Pick<ChatTurns, 'start'>
  chats: Pick<StoredChats, 'find'>
  accounts: { findByEmail(email: string): Promise<Account | null> }
  isBlocked(email: string): Promise<boolean>
}

/** A chat id that the Hub made unique has this suffix. */
const OWNER_MARK = /~([0-9a-f]{8}|[0-9a-f]{64})$/

const RETRIED: ReadonlySet<TurnRefusal> = new Set(['chat_busy', 'draining', 'shutting_down'])

/**
 * Starts a turn in which the agent gets the person's decision, at the end of the displayed branch. The ids of the
 * turn's messages derive from the id of the change request, so the same decision never starts a second turn.
 * @throws if the turn must wait, such as for the end of a running answer
 */
export function createContinuations({ turns, chats, accounts, isBlocked }: ContinuationParts) {
  return async (call: CallToContinue): Promise<void> => {
    const { email, hub, chatId, id, summary, outcome, reason, output, editedInput } = call
    const account = await accounts.findByEmail(email)
    if (!account || account.role === 'pending' || (await isBlocked(email))) return
    const chat = await chats.find(account.id, chatId.replace(OWNER_MARK, ''))
    if (!chat) return
    const started = await turns.start(
      account,
      {
        model: hub,
        session_id: 'decision',
        chat_id: chat.id,
        id: `continued-${id}`,
        parent_id: chat.currentId,
        user_message: { id: `decision-${id}`, content: contentOf(call), files: [] },
      },
      {
        traceparent: null,
        language: null,
        decision: { id, summary, outcome, ...(reason && { reason }), output, editedInput },
      },
    )
    if (!started.ok && RETRIED.has(started.refusal))
      throw new Error(`the answer cannot continue yet: ${started.refusal}`)
  }
}

/** What search and exports contain of the decision. */
const contentOf = ({ summary, outcome, reason = '' }: CallToContinue): string =>
  isAboutQuestion(outcome) && reason !== '' ? `${summary}\n\n${reason}` : summary
