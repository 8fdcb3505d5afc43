import { ToolNameTaken } from '#core/agent/turn/client-tools.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { BlobDamaged, BlobsAway } from '#ground/blobs/blobs.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { AccessWithdrawn, BUDGET_REFUSALS } from '../admission.ts'
import {
  FILE_DAMAGED,
  FILES_AWAY,
  invalidRequest,
  NO_ROOM,
  STORE_UNAVAILABLE,
  type ApiError,
} from '../error.ts'

const OF_MODEL = {
  unauthorized: { status: 502, type: 'server_error', code: 'model_unauthorized' },
  rate_limited: { status: 429, type: 'rate_limit_error', code: 'model_rate_limited' },
  bad_request: { status: 502, type: 'server_error', code: 'model_bad_request' },
  too_long: { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  unavailable: { status: 502, type: 'server_error', code: 'model_unavailable' },
  timeout: { status: 504, type: 'server_error', code: 'model_timeout' },
  bad_answer: { status: 502, type: 'server_error', code: 'model_bad_answer' },
} as const satisfies Record<ModelFailure['code'], Omit<ApiError, 'message' | 'param'>>

const OF_TURN = {
  ...BUDGET_REFUSALS,
  model_unpriced: { status: 503, type: 'server_error', code: 'model_unpriced', shouldRetry: false },
  loop_detected: { status: 429, type: 'rate_limit_error', code: 'loop_detected' },
  agent_busy: { status: 503, type: 'server_error', code: 'agent_busy' },
  agent_failed: { status: 502, type: 'server_error', code: 'agent_failed' },
  unsupported: { status: 400, type: 'invalid_request_error', code: 'unsupported' },
} as const satisfies Record<TurnRefused['code'], Omit<ApiError, 'message' | 'param'>>

/** What the client learns about a turn that failed. Only a model's own failures are told in their words. */
export function turnFailure(error: unknown, requestId: string): ApiError {
  if (error instanceof AccessWithdrawn) return error.answer
  if (error instanceof TurnRefused) return { ...OF_TURN[error.code], message: error.message, param: null }
  if (error instanceof ToolNameTaken)
    return invalidRequest(error.message, {
      param: `tools[${error.index}].function.name`,
      code: 'tool_name_taken',
    })
  if (error instanceof ModelFailure) return { ...OF_MODEL[error.code], message: error.message, param: null }
  if (isDiskFull(error)) return NO_ROOM
  if (isStoreUnavailable(error)) return STORE_UNAVAILABLE
  if (error instanceof BlobsAway) return FILES_AWAY
  if (error instanceof BlobDamaged) return FILE_DAMAGED
  return {
    status: 500,
    type: 'server_error',
    code: 'internal',
    message: `The agent failed unexpectedly. The log has the details under request ${requestId}.`,
    param: null,
  }
}
