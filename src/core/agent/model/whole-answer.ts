import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'

type Generated = Awaited<ReturnType<LanguageModelV4['doGenerate']>>

/** A complete response, as the stream it would have been. */
export async function* partsOf({
  content,
  finishReason,
  usage,
}: Generated): AsyncGenerator<LanguageModelV4StreamPart> {
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text' && part.type !== 'reasoning') {
      yield part
      continue
    }
    const { type, text, providerMetadata } = part
    const id = String(index)
    yield { type: `${type}-delta`, id, delta: text, providerMetadata }
    yield { type: `${type}-end`, id }
  }
  yield { type: 'finish', finishReason, usage }
}
