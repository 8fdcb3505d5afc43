import type { Path } from './body.ts'

export interface Parameter {
  /** Name in OpenAI's chat protocol. */
  name: string
  paths: readonly Path[]
  aliases?: readonly string[]
  isOfHub?: true
}

export const PARAMETERS: readonly Parameter[] = [
  { name: 'stream_options', paths: [['stream_options']], aliases: ['include_usage'], isOfHub: true },
  {
    name: 'max_tokens',
    paths: [
      ['max_tokens'],
      ['max_completion_tokens'],
      ['max_output_tokens'],
      ['generationConfig', 'maxOutputTokens'],
    ],
    aliases: ['max_new_tokens'],
  },
  { name: 'temperature', paths: [['temperature'], ['generationConfig', 'temperature']] },
  { name: 'top_p', paths: [['top_p'], ['generationConfig', 'topP']] },
  {
    name: 'presence_penalty',
    paths: [['presence_penalty'], ['generationConfig', 'presencePenalty']],
    aliases: ['penalty', 'penalties'],
  },
  {
    name: 'frequency_penalty',
    paths: [['frequency_penalty'], ['generationConfig', 'frequencyPenalty']],
    aliases: ['penalty', 'penalties'],
  },
  { name: 'seed', paths: [['seed'], ['generationConfig', 'seed']] },
  {
    name: 'stop',
    paths: [['stop'], ['stop_sequences'], ['generationConfig', 'stopSequences']],
    aliases: ['stop sequences', 'stop sequence'],
  },
  {
    name: 'reasoning_effort',
    paths: [
      ['reasoning_effort'],
      ['reasoning'],
      ['thinking'],
      ['output_config', 'effort'],
      ['generationConfig', 'thinkingConfig'],
    ],
    aliases: ['reasoning.effort', 'thinking_level', 'thinking level', 'thinking_budget', 'thinking budget'],
  },
  {
    name: 'parallel_tool_calls',
    paths: [['parallel_tool_calls'], ['tool_choice', 'disable_parallel_tool_use']],
  },
  { name: 'tool_choice', paths: [['tool_choice'], ['toolConfig']] },
  {
    name: 'response_format',
    paths: [
      ['response_format'],
      ['text', 'format'],
      ['output_format'],
      ['output_config', 'format'],
      ['generationConfig', 'responseMimeType'],
      ['generationConfig', 'responseSchema'],
      ['generationConfig', 'responseJsonSchema'],
    ],
    aliases: ['json_schema', 'json_object', 'json mode', 'json schema', 'structured outputs', 'guided_json'],
  },
  {
    name: 'include',
    paths: [['include']],
    aliases: ['encrypted content', 'encrypted_content'],
    isOfHub: true,
  },
  {
    name: 'reasoning_content',
    paths: [
      ['messages', '*', 'reasoning_content'],
      ['messages', '*', 'reasoning'],
    ],
    isOfHub: true,
  },
  { name: 'strict', paths: [['tools', '*', 'function', 'strict']], isOfHub: true },
]
