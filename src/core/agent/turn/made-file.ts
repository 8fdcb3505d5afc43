import mime from 'mime'
import type { TextEvent } from '#ground/turn/schema.ts'
import type { ModelEvent } from '#core/agent/model/model.ts'
import { linkTo } from '#core/agent/tools/files/write.ts'
import type { AgentTurn } from './turn.ts'

type MadeFile = Extract<ModelEvent, { type: 'file' }>

export async function shownFile(
  { files, responseFormat }: Pick<AgentTurn, 'files' | 'responseFormat'>,
  { mediaType, data }: MadeFile,
): Promise<TextEvent> {
  const isPicture = mediaType.startsWith('image/')
  const name = `${isPicture ? 'picture' : 'file'}.${mime.getExtension(mediaType) ?? 'bin'}`
  const link = linkTo(await files.save(name, data))
  if (responseFormat?.type === 'json') return { type: 'text', text: '' }
  return { type: 'text', text: `\n\n${isPicture ? '!' : ''}${link}\n\n` }
}
