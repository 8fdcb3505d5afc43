/** Error types of OpenAI's API. */
export type OpenAiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'rate_limit_error'
  | 'server_error'
  | 'service_unavailable'

export interface OpenAiError {
  message: string
  type: OpenAiErrorType
  /** Name of the invalid parameter. */
  param: string | null
  code: string | null
}

/** The body of an error in OpenAI's format, also within a stream. */
export const openAiErrorBody = ({ message, type, param, code }: OpenAiError): { error: OpenAiError } => ({
  error: { message, type, param, code },
})

/** Error of each chat completion route for a request without messages. */
export const NO_MESSAGES = {
  message: 'messages must be a list of at least one message.',
  type: 'invalid_request_error',
  param: 'messages',
  code: null,
} as const satisfies OpenAiError

/** Error type for a status. */
export function errorTypeOf(status: number): OpenAiErrorType {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  if (status === 503) return 'service_unavailable'
  // Clients must not retry after a 424.
  return status >= 500 || status === 424 ? 'server_error' : 'invalid_request_error'
}

/**
 * True for a web chat path that OpenAI clients call. Their base URL is `<address>/api` or `<address>/api/v1`.
 *
 * @param target Path, with or without a query.
 */
export const isOpenAiPath = (target: string): boolean =>
  target.startsWith('/api/') && OPENAI_PATH.test(target)

/** True for a path of the Responses API, where invalid requests get 400; elsewhere the chat API responds with 422. */
export const isResponsesPath = (target: string): boolean => RESPONSES_PATH.test(target)

const RESPONSES_PATH = /^\/api\/(?:v1\/)?responses(?=[/?]|$)/

const OPENAI_PATH =
  /^\/api\/(?:(?:v1\/)?(?:chat\/completions|completions|responses|embeddings|moderations|images|audio)(?=[/?]|$)|(?:v1\/)?models(?=\?|$)|models\/)/
