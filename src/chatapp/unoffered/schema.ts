import { z } from 'zod'

const None = z.array(z.never())

export const List = None
export const Data = z.object({ data: None })
export const Page = z.object({ items: None, total: z.literal(0) })
export const FilePage = Page.extend({ directories: None, breadcrumbs: None })
export const AudioModels = z.object({ models: None })
export const Voices = z.object({ voices: None })

/** An empty `ENGINE` selects the browser's own engine. */
export const AudioConfig = z.object({
  tts: z.object({ ENGINE: z.literal('') }),
  stt: z.object({ ENGINE: z.literal('') }),
})

export const EvaluationConfig = z.object({
  ENABLE_EVALUATION_ARENA_MODELS: z.literal(false),
  EVALUATION_ARENA_MODELS: None,
})

export const OllamaConfig = z.object({
  ENABLE_OLLAMA_API: z.literal(false),
  OLLAMA_BASE_URLS: None,
  OLLAMA_API_CONFIGS: z.object({}),
})

export const SubagentsConfig = z.object({
  ENABLE_SUBAGENTS: z.literal(false),
  SUBAGENTS_BACKGROUND_ENABLED: z.literal(false),
  SUBAGENTS_MAX_CONCURRENT: z.number(),
  SUBAGENTS_MAX_ASYNC: z.number(),
  SUBAGENTS_MAX_ITERATIONS: z.number(),
  SUBAGENTS_MAX_OUTPUT: z.number(),
  SUBAGENTS_SYSTEM_PROMPT: z.string(),
})
