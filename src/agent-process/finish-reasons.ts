import type { StopReason } from '@agentclientprotocol/sdk'
import type { FinishReason } from '#ground/turn/schema.ts'

export const FINISH_REASONS: Record<StopReason, FinishReason> = {
  end_turn: 'stop',
  max_tokens: 'length',
  max_turn_requests: 'length',
  refusal: 'content-filter',
  cancelled: 'aborted',
}
