interface ChatError {
  statuses: readonly number[]
  when: string
}

/**
 * Status of a failure after a tool ran or text was sent. A client would retry a 5xx status and so repeat the effects
 * of the turn.
 */
export const FAILED_DEPENDENCY = 424

export const CHAT_ERRORS = {
  bad_address: { statuses: [400], when: 'The percent-encoding of the path is wrong' },
  bad_filename: { statuses: [400], when: 'The file name of the upload is not allowed' },
  context_length_exceeded: {
    statuses: [400, FAILED_DEPENDENCY],
    when: 'The newest message alone is too long for the model',
  },
  empty_prompt: { statuses: [400], when: 'The last user message is empty' },
  invalid_answer: { statuses: [400], when: 'The body of `POST /v1/questions/{id}` is not an answer' },
  invalid_identity: { statuses: [400], when: 'An identity header names several people or surfaces, or none' },
  invalid_json: {
    statuses: [400],
    when: 'The body is not a JSON object, or has more than 200 nested levels',
  },
  invalid_time_zone: { statuses: [400], when: 'The time zone of the request is unknown' },
  model_bad_request: {
    statuses: [400, 502, FAILED_DEPENDENCY],
    when: 'The provider refused the request or one of its settings',
  },
  tool_name_taken: {
    statuses: [400],
    when: 'A tool in the request has the same name as a tool of the agent',
  },
  unsupported: {
    statuses: [400, FAILED_DEPENDENCY],
    when: 'The Hub or its [agent process](agent-process.md) does not support the request',
  },
  invalid_api_key: { statuses: [401], when: 'The bridge key is missing or wrong' },
  invalid_link: { statuses: [401], when: 'The link to a chat file has expired or was revoked' },
  access_withdrawn: {
    statuses: [403, FAILED_DEPENDENCY],
    when: 'The caller lost [access](access.md#when-it-takes-effect) while the turn ran',
  },
  blocked: { statuses: [403], when: 'The caller is [blocked](access.md#when-it-takes-effect)' },
  no_grant: {
    statuses: [403],
    when: 'The caller has no [access](access.md#when-it-takes-effect) to the Hub',
  },
  no_identity: { statuses: [403], when: 'The request names no caller' },
  unknown_hub: { statuses: [403], when: 'The database no longer has this Hub' },
  item_not_found: { statuses: [404], when: 'An `item_reference` names an item that is not stored' },
  model_not_found: { statuses: [404], when: 'The Hub has no such model' },
  not_found: { statuses: [404], when: 'The chat has no such file' },
  previous_response_not_found: {
    statuses: [404],
    when: '`previous_response_id` names a response that is not stored',
  },
  response_not_found: { statuses: [404], when: 'The caller has no stored response with this id' },
  unknown_url: { statuses: [404], when: 'The bridge has no such address' },
  method_not_allowed: {
    statuses: [405],
    when: 'The address does not accept the method; `Allow` lists accepted methods',
  },
  too_large: {
    statuses: [413],
    when:
      'An attachment exceeds `SVC_MAX_UPLOAD_BYTES`, the body has more than 20,000 messages and parts or 300,000 JSON values, or a ' +
      '[stored response](#stored-responses) is too large',
  },
  budget_exhausted: {
    statuses: [429, FAILED_DEPENDENCY],
    when: 'A [budget](usage.md#budgets) is used up',
  },
  loop_detected: {
    statuses: [429, FAILED_DEPENDENCY],
    when: 'The agent repeats the same calls in a [loop](agent.md#loops)',
  },
  model_rate_limited: { statuses: [429, FAILED_DEPENDENCY], when: 'The provider’s rate limit is reached' },
  too_many_turns: {
    statuses: [429],
    when: 'The [limit of parallel turns](agent.md#turns-at-once) is reached; `Retry-After`',
  },
  internal: {
    statuses: [500, FAILED_DEPENDENCY],
    when: 'Internal error; find it in the log by its `X-Request-Id`',
  },
  agent_failed: { statuses: [502, FAILED_DEPENDENCY], when: 'The agent process failed' },
  model_bad_answer: {
    statuses: [502, FAILED_DEPENDENCY],
    when: 'The provider’s answer is invalid, or lacks the requested format',
  },
  model_unauthorized: { statuses: [502, FAILED_DEPENDENCY], when: 'The provider refuses the key of the Hub' },
  model_unavailable: { statuses: [502, FAILED_DEPENDENCY], when: 'The provider failed or cannot be reached' },
  access_unavailable: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The [database is unreachable](service.md#while-the-database-is-unreachable); `Retry-After`',
  },
  agent_busy: { statuses: [503, FAILED_DEPENDENCY], when: 'All agent processes are busy; `Retry-After`' },
  budget_unavailable: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The [database is unreachable](service.md#while-the-database-is-unreachable); `Retry-After`',
  },
  draining: {
    statuses: [503],
    when: 'The instance [accepts no new requests](scale.md#looking-after-instances); `Retry-After`',
  },
  file_damaged: { statuses: [503, FAILED_DEPENDENCY], when: 'A stored file is damaged' },
  files_away: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The object storage is unreachable; `Retry-After`',
  },
  model_unpriced: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The model has no price, which a [budget in dollars](usage.md#budgets) needs',
  },
  stopping: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The service stopped before the answer was complete. In a stream, this error is the last event',
  },
  store_unavailable: {
    statuses: [503, FAILED_DEPENDENCY],
    when: 'The [database is unreachable](service.md#while-the-database-is-unreachable); `Retry-After`',
  },
  model_timeout: { statuses: [504, FAILED_DEPENDENCY], when: 'The provider did not answer in time' },
  disk_full: {
    statuses: [507, FAILED_DEPENDENCY],
    when: 'The disk is full, so the request or the answer cannot be stored',
  },
} as const satisfies Record<string, ChatError>

export type ChatErrorCode = keyof typeof CHAT_ERRORS

export const ANY_ROUTE_ERRORS = [
  'bad_address',
  'invalid_api_key',
  'too_large',
  'internal',
  'store_unavailable',
  'files_away',
  'file_damaged',
  'disk_full',
] as const satisfies readonly ChatErrorCode[]

export const CALLER_ERRORS = [
  ...ANY_ROUTE_ERRORS,
  'invalid_identity',
  'blocked',
  'no_grant',
  'no_identity',
  'unknown_hub',
  'access_unavailable',
] as const satisfies readonly ChatErrorCode[]

export const BUDGET_ERRORS = [
  'budget_exhausted',
  'budget_unavailable',
  'model_unpriced',
] as const satisfies readonly ChatErrorCode[]

export const TURN_ERRORS = [
  ...CALLER_ERRORS,
  ...BUDGET_ERRORS,
  'context_length_exceeded',
  'empty_prompt',
  'invalid_json',
  'invalid_time_zone',
  'model_bad_request',
  'tool_name_taken',
  'unsupported',
  'access_withdrawn',
  'loop_detected',
  'model_rate_limited',
  'too_many_turns',
  'agent_failed',
  'model_bad_answer',
  'model_unauthorized',
  'model_unavailable',
  'agent_busy',
  'draining',
  'stopping',
  'model_timeout',
] as const satisfies readonly ChatErrorCode[]

/** Part of the message of a `model_unavailable` error whose connection ended during the answer. */
export const BROKEN_ANSWER = 'broke before the answer was complete'
