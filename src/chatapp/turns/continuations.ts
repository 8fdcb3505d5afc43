import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { CallDecision } from '#chatapp/chats/schema.ts'
import { isAboutQuestion } from './decision-text.ts'
import type { About } from '#chatapp/models/about.ts'
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
  about: Pick<About, 'checkAccess'>
  isBlocked(email: string): Promise<boolean>
}

/** The decision is not lost: a later attempt continues the chat. */
export class ContinuationWaits extends Error {
  override name = 'ContinuationWaits'
}

/** A chat id that the Hub made unique has this suffix. */
const OWNER_MARK = /~([0-9a-f]{8}|[0-9a-f]{64})$/

const RETRIED: ReadonlySet<TurnRefusal> = new Set([
  'chat_busy',
  'draining',
  'model_away',
  'model_not_found',
  'shutting_down',
])

/**
 * Starts a turn in which the agent gets the person's decision, at the end of the displayed branch. The ids of the
 * turn's messages derive from the id of the change request, so the same decision never starts a second turn.
 * @throws ContinuationWaits if the turn must wait: for the end of a running answer, or for a Hub that starts, is paused or is broken
 */
export function createContinuations({ turns, chats, accounts, about, isBlocked }: ContinuationParts) {
  return async (call: CallToContinue): Promise<void> => {
    const { email, hub, chatId, id, summary, outcome, reason, output, editedInput } = call
    const account = await accounts.findByEmail(email)
    if (!account || account.role === 'pending' || (await isBlocked(email))) return
    const chat = await chats.find(account.id, chatId.replace(OWNER_MARK, ''))
    if (!chat) return
    // A turn that starts before the Hub's bridge listens would fail, and nothing would repeat it.
    const access = await about.checkAccess(account, hub)
    if (!access.ok) throw new ContinuationWaits(access.refusal)
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
    if (!started.ok && RETRIED.has(started.refusal)) throw new ContinuationWaits(started.refusal)
  }
}

/** What search and exports contain of the decision. */
const contentOf = ({ summary, outcome, reason = '' }: CallToContinue): string =>
  isAboutQuestion(outcome) && reason !== '' ? `${summary}\n\n${reason}` : summary
