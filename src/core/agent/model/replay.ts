import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { callPart } from './call-part.ts'

type Content = Extract<LanguageModelV4Message, { role: 'assistant' }>['content']

export interface Replay {
  modelId: string
  content: Content
}

export const isReplayOf = (replay: unknown, modelId: string): replay is Replay =>
  typeof replay === 'object' && replay !== null && (replay as Partial<Replay>).modelId === modelId

export function createReplayRecorder(modelId: string) {
  const content: Content = []
  const open = new Map<string, { type: 'text' | 'reasoning'; text: string; providerOptions?: Metadata }>()

  return {
    add(part: LanguageModelV4StreamPart) {
      if (part.type === 'tool-call') {
        const call = callPart({ id: part.toolCallId, name: part.toolName, input: part.input })
        content.push({ ...call, providerOptions: part.providerMetadata })
        return
      }
      const kind = KINDS[part.type]
      if (!kind || !('id' in part)) return
      const key = `${kind}:${part.id}`
      let block = open.get(key)
      if (!block) {
        block = { type: kind, text: '' }
        open.set(key, block)
        content.push(block)
      }
      if ('delta' in part) block.text += part.delta
      if ('providerMetadata' in part && part.providerMetadata)
        block.providerOptions = { ...block.providerOptions, ...part.providerMetadata }
      if (part.type.endsWith('-end')) open.delete(key)
    },
    replay: (): Replay | undefined => {
      if (!content.some((part) => part.providerOptions || part.type === 'reasoning')) return undefined
      const kept = content.filter((part) => part.type !== 'text' || part.text !== '' || part.providerOptions)
      return { modelId, content: kept }
    },
  }
}

type Metadata = Content[number]['providerOptions']

const KINDS: Partial<Record<LanguageModelV4StreamPart['type'], 'text' | 'reasoning'>> = {
  'text-start': 'text',
  'text-delta': 'text',
  'text-end': 'text',
  'reasoning-start': 'reasoning',
  'reasoning-delta': 'reasoning',
  'reasoning-end': 'reasoning',
}
