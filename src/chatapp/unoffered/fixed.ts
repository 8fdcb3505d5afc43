export const NO_SPEECH = { tts: { ENGINE: '' as const }, stt: { ENGINE: '' as const } }

export const NO_ARENA = { ENABLE_EVALUATION_ARENA_MODELS: false as const, EVALUATION_ARENA_MODELS: [] }

export const NO_OLLAMA = { ENABLE_OLLAMA_API: false as const, OLLAMA_BASE_URLS: [], OLLAMA_API_CONFIGS: {} }

export const NO_SUBAGENTS = {
  ENABLE_SUBAGENTS: false,
  SUBAGENTS_BACKGROUND_ENABLED: false,
  SUBAGENTS_MAX_CONCURRENT: 0,
  SUBAGENTS_MAX_ASYNC: 0,
  SUBAGENTS_MAX_ITERATIONS: 0,
  SUBAGENTS_MAX_OUTPUT: 0,
  SUBAGENTS_SYSTEM_PROMPT: '',
} as const

/** Agents read files themselves, so this server needs no retrieval. */
export const NO_RETRIEVAL = {
  status: true,
  BYPASS_EMBEDDING_AND_RETRIEVAL: true,
  RAG_FULL_CONTEXT: false,
  ENABLE_RAG_HYBRID_SEARCH: false,
  CONTENT_EXTRACTION_ENGINE: '',
  web: { ENABLE_WEB_SEARCH: false, WEB_SEARCH_ENGINE: '' },
} as const

export const NO_IMAGES = {
  ENABLE_IMAGE_GENERATION: false as const,
  ENABLE_IMAGE_PROMPT_GENERATION: false as const,
  IMAGE_GENERATION_ENGINE: '' as const,
  IMAGE_GENERATION_MODEL: '' as const,
  IMAGE_SIZE: null,
  IMAGE_STEPS: null,
  IMAGES_OPENAI_API_BASE_URL: '' as const,
  IMAGES_OPENAI_API_KEY: '' as const,
  IMAGES_OPENAI_API_VERSION: '' as const,
  IMAGES_OPENAI_API_PARAMS: null,
  AUTOMATIC1111_BASE_URL: '' as const,
  AUTOMATIC1111_API_AUTH: null,
  AUTOMATIC1111_PARAMS: null,
  COMFYUI_BASE_URL: '' as const,
  COMFYUI_API_KEY: '' as const,
  COMFYUI_WORKFLOW: '' as const,
  COMFYUI_WORKFLOW_NODES: [],
  IMAGES_GEMINI_API_BASE_URL: '' as const,
  IMAGES_GEMINI_API_KEY: '' as const,
  IMAGES_GEMINI_ENDPOINT_METHOD: '' as const,
  ENABLE_IMAGE_EDIT: false as const,
  IMAGE_EDIT_ENGINE: '' as const,
  IMAGE_EDIT_MODEL: '' as const,
  IMAGE_EDIT_SIZE: null,
  IMAGES_EDIT_OPENAI_API_BASE_URL: '' as const,
  IMAGES_EDIT_OPENAI_API_KEY: '' as const,
  IMAGES_EDIT_OPENAI_API_VERSION: '' as const,
  IMAGES_EDIT_GEMINI_API_BASE_URL: '' as const,
  IMAGES_EDIT_GEMINI_API_KEY: '' as const,
  IMAGES_EDIT_COMFYUI_BASE_URL: '' as const,
  IMAGES_EDIT_COMFYUI_API_KEY: '' as const,
  IMAGES_EDIT_COMFYUI_WORKFLOW: '' as const,
  IMAGES_EDIT_COMFYUI_WORKFLOW_NODES: [],
}
