import type { MessageError } from '#chatapp/chats/schema.ts'
import type { TURN_ERRORS } from '#ground/turn/errors/schema.ts'

/**
 * What helps after a failed answer.
 *
 * - `retry`: the same request may succeed now.
 * - `later`: the request succeeds after an administrator, or the provider of the model, solved the problem.
 * - `edit`: the person must change the message.
 * - `access`: the person needs access, and can ask for it.
 * - `budget`: the budget must reset.
 */
export type Remedy = 'retry' | 'later' | 'edit' | 'access' | 'budget'

type WebChatError =
  | 'agent_broke_off'
  | 'agent_error'
  | 'agent_unreachable'
  | 'bad_answer'
  | 'connection_lost'
  | 'machine_lost'
  | 'model_not_found'
  | 'restarted'

const REMEDIES: Readonly<Record<(typeof TURN_ERRORS)[number] | WebChatError, Remedy>> = {
  access_unavailable: 'retry',
  access_withdrawn: 'access',
  agent_broke_off: 'retry',
  agent_busy: 'retry',
  agent_error: 'retry',
  agent_failed: 'retry',
  agent_unreachable: 'retry',
  bad_address: 'later',
  bad_answer: 'retry',
  blocked: 'later',
  budget_exhausted: 'budget',
  budget_unavailable: 'retry',
  connection_lost: 'retry',
  context_length_exceeded: 'edit',
  disk_full: 'later',
  draining: 'retry',
  empty_prompt: 'edit',
  file_damaged: 'edit',
  files_away: 'retry',
  internal: 'retry',
  invalid_api_key: 'later',
  invalid_identity: 'later',
  invalid_json: 'edit',
  invalid_time_zone: 'later',
  loop_detected: 'retry',
  machine_lost: 'retry',
  model_bad_answer: 'retry',
  model_bad_request: 'later',
  model_not_found: 'access',
  model_rate_limited: 'retry',
  model_timeout: 'retry',
  model_unauthorized: 'later',
  model_unavailable: 'retry',
  model_unpriced: 'later',
  no_grant: 'access',
  no_identity: 'later',
  restarted: 'retry',
  stopping: 'retry',
  store_unavailable: 'retry',
  too_large: 'edit',
  too_many_turns: 'retry',
  tool_name_taken: 'later',
  unknown_hub: 'later',
  unsupported: 'later',
}

/** HTTP statuses of model servers other than Hubs, after which the same request would fail again. */
const LASTING_STATUS = /^http_(400|401|402|403|404|405|410|413|422|451)$/

/**
 * Codes that `REMEDIES` lacks come from model servers other than Hubs. Failures without a code come from earlier
 * releases.
 */
export function remedyFor(error: Pick<MessageError, 'code'> | undefined): Remedy {
  const code = error?.code ?? ''
  if (Object.hasOwn(REMEDIES, code)) return REMEDIES[code as keyof typeof REMEDIES]
  return LASTING_STATUS.test(code) ? 'later' : 'retry'
}
