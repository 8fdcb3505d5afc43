import type { Language } from '#ground/turn/language/language.ts'
import { ToolNameTaken, UnknownToolAllowed, UnknownToolForced } from '#core/agent/turn/client-tools.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { BlobDamaged, BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { BUDGET_REFUSALS } from '../admission.ts'
import {
  FILE_DAMAGED,
  FILES_AWAY,
  invalidRequest,
  NO_ROOM,
  STORE_UNAVAILABLE,
  TurnEnded,
  type BridgeError,
} from '../error.ts'

/** `shouldRetry` is false, because the Hub has already retried failures that may be temporary. */
const OF_MODEL = {
  unauthorized: { status: 502, type: 'server_error', code: 'model_unauthorized', shouldRetry: false },
  rate_limited: { status: 429, type: 'rate_limit_error', code: 'model_rate_limited', shouldRetry: false },
  bad_request: { status: 502, type: 'server_error', code: 'model_bad_request', shouldRetry: false },
  own_setting: {
    status: 400,
    type: 'invalid_request_error',
    code: 'model_bad_request',
    shouldRetry: false,
  },
  too_long: {
    status: 400,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
    shouldRetry: false,
  },
  unavailable: { status: 502, type: 'server_error', code: 'model_unavailable', shouldRetry: false },
  timeout: { status: 504, type: 'server_error', code: 'model_timeout', shouldRetry: false },
  bad_answer: { status: 502, type: 'server_error', code: 'model_bad_answer', shouldRetry: false },
} as const satisfies Record<ModelFailure['code'] | 'own_setting', Omit<BridgeError, 'message' | 'param'>>

const OF_TURN = {
  ...BUDGET_REFUSALS,
  model_unpriced: { status: 503, type: 'server_error', code: 'model_unpriced', shouldRetry: false },
  loop_detected: { status: 429, type: 'rate_limit_error', code: 'loop_detected', shouldRetry: false },
  agent_busy: { status: 503, type: 'server_error', code: 'agent_busy' },
  agent_failed: { status: 502, type: 'server_error', code: 'agent_failed', shouldRetry: false },
  unsupported: { status: 400, type: 'invalid_request_error', code: 'unsupported' },
} as const satisfies Record<TurnRefused['code'], Omit<BridgeError, 'message' | 'param'>>

/** Hides the details of unexpected errors. */
export function turnFailure(
  error: unknown,
  requestId: string,
  language: Language = 'en',
  isOwn: (setting: string) => boolean = () => false,
): BridgeError {
  if (error instanceof TurnEnded) return error.answer
  if (error instanceof TurnRefused)
    return {
      ...OF_TURN[error.code],
      message: error.words(language),
      param: null,
      ...(error.budget && { budget: error.budget }),
    }
  if (error instanceof ToolNameTaken)
    return invalidRequest(error.message, {
      param: `tools[${error.index}].function.name`,
      code: 'tool_name_taken',
    })
  if (error instanceof UnknownToolForced) return invalidRequest(error.message, { param: 'tool_choice' })
  if (error instanceof UnknownToolAllowed)
    return invalidRequest(error.message, {
      param: `tool_choice.allowed_tools.tools[${error.index}].function.name`,
    })
  if (error instanceof ModelFailure && error.setting !== null && isOwn(error.setting))
    return { ...OF_MODEL.own_setting, message: error.message, param: error.setting }
  if (error instanceof ModelFailure) return { ...OF_MODEL[error.code], message: error.message, param: null }
  if (isDiskFull(error)) return NO_ROOM
  if (isStoreUnavailable(error)) return STORE_UNAVAILABLE
  if (error instanceof BlobStorageUnavailable) return FILES_AWAY
  if (error instanceof BlobDamaged) return FILE_DAMAGED
  return {
    status: 500,
    type: 'server_error',
    code: 'internal',
    message: `The agent failed unexpectedly. The log has the details under request ${requestId}.`,
    param: null,
  }
}
