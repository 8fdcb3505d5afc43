import { ModelFailure } from '#agent/model/model.ts'
import { AccessWithdrawn } from '../admission.ts'
import type { ApiError } from '../error.ts'

const OF_MODEL = {
  unauthorized: { status: 502, type: 'server_error', code: 'model_unauthorized' },
  rate_limited: { status: 429, type: 'rate_limit_error', code: 'model_rate_limited' },
  bad_request: { status: 502, type: 'server_error', code: 'model_bad_request' },
  unavailable: { status: 502, type: 'server_error', code: 'model_unavailable' },
  timeout: { status: 504, type: 'server_error', code: 'model_timeout' },
  bad_answer: { status: 502, type: 'server_error', code: 'model_bad_answer' },
} as const satisfies Record<ModelFailure['code'], Omit<ApiError, 'message' | 'param'>>

/** What the client learns about a turn that failed. Only a model's own failures are told in their words. */
export function turnFailure(error: unknown, requestId: string): ApiError {
  if (error instanceof AccessWithdrawn) return error.answer
  if (error instanceof ModelFailure) return { ...OF_MODEL[error.code], message: error.message, param: null }
  return {
    status: 500,
    type: 'server_error',
    code: 'internal',
    message: `The agent failed unexpectedly. The log has the details under request ${requestId}.`,
    param: null,
  }
}
