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
  param: string | null
  code: string | null
}

export const openAiErrorBody = ({ message, type, param, code }: OpenAiError): { error: OpenAiError } => ({
  error: { message, type, param, code },
})

export const NO_MESSAGES = {
  message: 'messages must be a list of at least one message.',
  type: 'invalid_request_error',
  param: 'messages',
  code: null,
} as const satisfies OpenAiError

export function errorTypeOf(status: number): OpenAiErrorType {
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 429) return 'rate_limit_error'
  if (status === 503) return 'service_unavailable'
  // Status 424 (`FAILED_DEPENDENCY`) is sent instead of a 5xx status, so that clients do not retry the request.
  return status >= 500 || status === 424 ? 'server_error' : 'invalid_request_error'
}

/** OpenAI clients use the base URL `<address>/api` or `<address>/api/v1`. @param target May have a query. */
export const isOpenAiPath = (target: string): boolean =>
  target.startsWith('/api/') && OPENAI_PATH.test(target)

/** True for a path of the Responses API. Invalid requests get 400 there, and 422 on other paths of the chat API. */
export const isResponsesPath = (target: string): boolean => RESPONSES_PATH.test(target)

const RESPONSES_PATH = /^\/api\/(?:v1\/)?responses(?=[/?]|$)/

const OPENAI_PATH =
  /^\/api\/(?:(?:v1\/)?(?:chat\/completions|completions|responses|embeddings|moderations|images|audio)(?=[/?]|$)|(?:v1\/)?models(?=\?|$)|models\/)/
