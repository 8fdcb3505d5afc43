import type { Message } from '../chats/message.ts'

/** The bytes of an attachment; null when they are gone. */
export type LoadFile = (
  id: string,
) => Promise<{ bytes: Buffer; filename: string; contentType: string } | null>

type Part =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { filename: string; file_data: string } }

export interface PromptMessage {
  role: string
  content: string | Part[]
}

/**
 * What the upstream is told: the visible branch, oldest first. The newest message brings all its attachments; older
 * ones only their images, as the upstream keeps the files it was given. Older images beyond `imageBudget` bytes in
 * total stay behind, oldest first.
 */
export async function buildPrompt(
  branch: readonly Message[],
  load: LoadFile,
  { system, imageBudget }: { system?: string; imageBudget: number },
): Promise<PromptMessage[]> {
  const spoken = branch.filter((message) => message.content !== '' || message.role === 'user')
  const prompt: PromptMessage[] = []
  let budget = imageBudget
  for (const [age, message] of spoken.toReversed().entries()) {
    const isNewest = age === 0
    const parts: Part[] = []
    for (const { id, content_type: type, size } of message.role === 'user'
      ? (message.extra.files ?? [])
      : []) {
      const isImage = type.startsWith('image/')
      if (!isNewest && (!isImage || size > budget)) continue
      const file = await load(id)
      if (!file) continue
      if (!isNewest) budget -= size
      parts.push(partOf(file))
    }
    const text = message.content === '' ? [] : [{ type: 'text' as const, text: message.content }]
    prompt.push({ role: message.role, content: parts.length > 0 ? [...text, ...parts] : message.content })
  }
  if (system) prompt.push({ role: 'system', content: system })
  return prompt.toReversed()
}

const partOf = ({
  bytes,
  filename,
  contentType,
}: {
  bytes: Buffer
  filename: string
  contentType: string
}): Part => {
  const url = `data:${contentType};base64,${bytes.toString('base64')}`
  return contentType.startsWith('image/')
    ? { type: 'image_url', image_url: { url } }
    : { type: 'file', file: { filename, file_data: url } }
}
