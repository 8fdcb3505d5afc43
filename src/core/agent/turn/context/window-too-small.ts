import { ModelFailure } from '#core/agent/model/model.ts'

export class WindowTooSmall extends ModelFailure {
  constructor(
    modelId: string,
    { needed, window, cause }: { needed: number; window: number | null; cause: ModelFailure },
  ) {
    const size =
      window === null ? 'a context window that is too small' : `a context window of ${window} tokens`
    super(
      'too_long',
      `“${modelId.slice(modelId.indexOf('/') + 1)}” has ${size}: the instructions and tools of this agent alone take about ` +
        `${needed}, and the question and its answer need room beside them. Start the model server with a larger window (${LARGER_WINDOW}), or give the agent fewer tools.`,
      { status: cause.status ?? undefined, limit: cause.limit, cause },
    )
  }
}

export const LARGER_WINDOW = 'llama.cpp: `-c`, vLLM: `--max-model-len`, Ollama: `num_ctx`'
