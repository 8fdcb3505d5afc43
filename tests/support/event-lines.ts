/** Yields parsed `data:` items (`[DONE]` unchanged) and comments as text. */
export async function* eventLines(response: Response): AsyncGenerator<StreamItem> {
  let rest = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream())
  for await (const text of reader as unknown as AsyncIterable<string>) {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop()!
    for (const part of parts) yield itemOf(part)
  }
  if (rest !== '') throw new Error(`the stream ended inside ${JSON.stringify(rest)}`)
}

export type StreamItem = { comment: string } | { done: true } | { data: StreamData }

export interface StreamData {
  id?: string
  object?: string
  created?: number
  model?: string
  choices?: { index: number; delta: Record<string, unknown>; finish_reason: string | null }[]
  usage?: Record<string, unknown>
  svc?: Record<string, unknown>
  error?: Record<string, unknown>
}

export const allItems = async (response: Response): Promise<StreamItem[]> => {
  const items: StreamItem[] = []
  for await (const item of eventLines(response)) items.push(item)
  return items
}

const itemOf = (part: string): StreamItem => {
  if (part.startsWith(':')) return { comment: part.slice(1).trim() }
  if (!part.startsWith('data: ') || part.includes('\n')) throw new Error(`no event: ${JSON.stringify(part)}`)
  const data = part.slice('data: '.length)
  return data === '[DONE]' ? { done: true } : { data: JSON.parse(data) as StreamData }
}
