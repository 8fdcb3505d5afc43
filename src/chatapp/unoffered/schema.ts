import { z } from 'zod'

const None = z.array(z.never())

export const List = None
export const Data = z.object({ data: None })
export const Page = z.object({ items: None, total: z.literal(0) })
export const FilePage = Page.extend({ directories: None, breadcrumbs: None })
export const AudioModels = z.object({ models: None })
export const Voices = z.object({ voices: None })

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

export const OllamaStatus = z.object({ status: z.literal(true) })
export const OllamaVersion = z.object({ version: z.literal(false) })
export const LoadedModels = z.object({ models: None })

export const MemoryPathsQuery = z.object({ query: z.string().max(1000).nullish() })
export const MemoryPaths = z.object({ paths: None, total: z.literal(0) })

const Off = z.literal(false)
const Unset = z.literal('')

export const ImagesConfig = z.object({
  ENABLE_IMAGE_GENERATION: Off,
  ENABLE_IMAGE_PROMPT_GENERATION: Off,
  IMAGE_GENERATION_ENGINE: Unset,
  IMAGE_GENERATION_MODEL: Unset,
  IMAGE_SIZE: z.null(),
  IMAGE_STEPS: z.null(),
  IMAGES_OPENAI_API_BASE_URL: Unset,
  IMAGES_OPENAI_API_KEY: Unset,
  IMAGES_OPENAI_API_VERSION: Unset,
  IMAGES_OPENAI_API_PARAMS: z.null(),
  AUTOMATIC1111_BASE_URL: Unset,
  AUTOMATIC1111_API_AUTH: z.null(),
  AUTOMATIC1111_PARAMS: z.null(),
  COMFYUI_BASE_URL: Unset,
  COMFYUI_API_KEY: Unset,
  COMFYUI_WORKFLOW: Unset,
  COMFYUI_WORKFLOW_NODES: None,
  IMAGES_GEMINI_API_BASE_URL: Unset,
  IMAGES_GEMINI_API_KEY: Unset,
  IMAGES_GEMINI_ENDPOINT_METHOD: Unset,
  ENABLE_IMAGE_EDIT: Off,
  IMAGE_EDIT_ENGINE: Unset,
  IMAGE_EDIT_MODEL: Unset,
  IMAGE_EDIT_SIZE: z.null(),
  IMAGES_EDIT_OPENAI_API_BASE_URL: Unset,
  IMAGES_EDIT_OPENAI_API_KEY: Unset,
  IMAGES_EDIT_OPENAI_API_VERSION: Unset,
  IMAGES_EDIT_GEMINI_API_BASE_URL: Unset,
  IMAGES_EDIT_GEMINI_API_KEY: Unset,
  IMAGES_EDIT_COMFYUI_BASE_URL: Unset,
  IMAGES_EDIT_COMFYUI_API_KEY: Unset,
  IMAGES_EDIT_COMFYUI_WORKFLOW: Unset,
  IMAGES_EDIT_COMFYUI_WORKFLOW_NODES: None,
})

export const RetrievalConfig = z.object({
  status: z.literal(true),
  BYPASS_EMBEDDING_AND_RETRIEVAL: z.literal(true),
  RAG_FULL_CONTEXT: Off,
  ENABLE_RAG_HYBRID_SEARCH: Off,
  CONTENT_EXTRACTION_ENGINE: Unset,
  web: z.object({ ENABLE_WEB_SEARCH: Off, WEB_SEARCH_ENGINE: Unset }),
})

export const EmbeddingConfig = z.object({
  status: z.literal(true),
  RAG_EMBEDDING_ENGINE: Unset,
  RAG_EMBEDDING_MODEL: Unset,
})
