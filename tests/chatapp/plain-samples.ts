const none = { id: 'none' }

export const PLAIN_SAMPLES = {
  changeConnectionsConfig: { body: {} },
  changeModelsConfig: { body: {} },
  changeCodeExecutionConfig: { body: {} },
  changeTerminalServers: { body: {} },
  changeRetrievalConfig: { body: {} },
  changeImagesConfig: { body: {} },
  changeAudioConfig: { body: {} },
  changeEvaluationConfig: { body: {} },
  changeOllamaConfig: { body: {} },
  changeSubagentsConfig: { body: {} },
  listMemoryPaths: { body: {} },
  importModels: { body: { models: [] as never[] } },
  importChats: { body: { chats: [] } },
  readFeedback: { params: none, allowed: 'feedback_missing' },
  deleteFeedback: { params: none, allowed: 'feedback_missing' },
  readModelHistory: { params: none },
  readModelOverview: { params: none },
} as const
