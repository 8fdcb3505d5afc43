/** Kinds of error, in OpenAI's words. */
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
  /** The part of the request that is wrong. */
  param: string | null
  code: string | null
}

/** The body of an error as OpenAI's clients read it, also within a stream. Pure. */
export const openAiErrorBody = ({ message, type, param, code }: OpenAiError): { error: OpenAiError } => ({
  error: { message, type, param, code },
})

/** The refusal of a chat completion without messages, at every address that takes one. */
export const NO_MESSAGES = {
  message: 'messages must be a list of at least one message.',
  type: 'invalid_request_error',
  param: 'messages',
  code: null,
} as const satisfies OpenAiError

/** The type that belongs to a status, for errors that carry none. Pure. */
export function errorTypeOf(status: number): OpenAiErrorType {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  if (status === 503) return 'service_unavailable'
  // 424 is a failure that clients must not repeat.
  return status >= 500 || status === 424 ? 'server_error' : 'invalid_request_error'
}

/**
 * Whether a path of the web chat is one that OpenAI's clients call, with `<address>/api` or `<address>/api/v1` as their
 * base. Pure.
 *
 * @param target With or without a query.
 */
export const isOpenAiPath = (target: string): boolean =>
  target.startsWith('/api/') && OPENAI_PATH.test(target)

/** Whether a path belongs to the Responses API, where invalid requests get 400; the rest of the chat API answers 422. Pure. */
export const isResponsesPath = (target: string): boolean => RESPONSES_PATH.test(target)

const RESPONSES_PATH = /^\/api\/(?:v1\/)?responses(?=[/?]|$)/

const OPENAI_PATH =
  /^\/api\/(?:(?:v1\/)?(?:chat\/completions|completions|responses|embeddings|moderations|images|audio)(?=[/?]|$)|(?:v1\/)?models(?=\?|$)|models\/)/
