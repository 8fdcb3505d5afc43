import type { FinishReason } from '#ground/turn/schema.ts'

/** @returns `error` if the response is incomplete; null if the word is unknown. */
export function finishReasonOf(word: string): FinishReason | 'error' | null {
  return REASONS.get(word.toLowerCase().replace(/[^a-z]+/g, '_')) ?? null
}

const WORDS: Readonly<Record<Exclude<FinishReason, 'aborted'> | 'error', readonly string[]>> = {
  stop: ['stop', 'eos', 'eos_token', 'end_turn', 'stop_sequence', 'pause_turn', 'completed'],
  length: [
    'length',
    'max_tokens',
    'max_output_tokens',
    'max_completion_tokens',
    'model_length',
    'model_context_window_exceeded',
    'continuation',
  ],
  'content-filter': [
    'content_filter',
    'content_filtered',
    'safety',
    'image_safety',
    'recitation',
    'image_recitation',
    'blocklist',
    'prohibited_content',
    'image_prohibited_content',
    'spii',
    'language',
    'refusal',
    'sensitive',
    'guardrail_intervened',
  ],
  'tool-calls': ['tool_calls', 'tool_call', 'function_call', 'tool_use'],
  error: ['error', 'abort', 'network_error', 'insufficient_system_resource', 'malformed_function_call'],
}

const REASONS = new Map(
  Object.entries(WORDS).flatMap(([reason, words]) =>
    words.map((word) => [word, reason as FinishReason | 'error'] as const),
  ),
)
