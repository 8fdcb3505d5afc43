import { itemIdOf } from '#ground/base/response-id.ts'
import type { FinishEvent, TurnEvent } from '#ground/turn/schema.ts'
import type { StoredItem } from '#core/responses/stored-responses.ts'

export type ResponseEvent = { type: string } & Record<string, unknown>

export interface ResponseOutput {
  items(): StoredItem[]
  add(event: Exclude<TurnEvent, FinishEvent>): ResponseEvent[]
  finish(isWhole: boolean): ResponseEvent[]
}

interface OpenItem {
  kind: (typeof KINDS)[keyof typeof KINDS]
  id: string
  texts: string[]
}

export function createResponseOutput(responseId: string): ResponseOutput {
  const done: StoredItem[] = []
  let open: OpenItem | null = null

  const idOf = (prefix: 'msg' | 'rs' | 'fc') =>
    itemIdOf(responseId, { prefix, from: 'output', position: done.length })

  const openItem = (kind: OpenItem['kind']): ResponseEvent[] => {
    const id = idOf(kind.prefix)
    open = { kind, id, texts: [] }
    const at = { item_id: id, output_index: done.length }
    return [
      added(done.length, kind.item(id, 'in_progress', null)),
      { type: kind.partAdded, ...at, ...kind.place, part: kind.part('') },
    ]
  }

  const close = (status: 'completed' | 'incomplete'): ResponseEvent[] => {
    if (open === null) return []
    const { kind, id, texts } = open
    const text = texts.join('')
    const item = kind.item(id, status, text)
    const at = { item_id: id, output_index: done.length, ...kind.place }
    open = null
    done.push(item)
    return [
      { type: kind.textDone, ...at, text, ...kind.textFields },
      { type: kind.partDone, ...at, part: kind.part(text) },
      { type: 'response.output_item.done', output_index: at.output_index, item },
    ]
  }

  const addText = (kind: OpenItem['kind'], text: string): ResponseEvent[] => {
    const before = open?.kind === kind ? [] : [...close('completed'), ...openItem(kind)]
    const { id, texts } = open!
    texts.push(text)
    const at = { item_id: id, output_index: done.length, ...kind.place }
    return [...before, { type: kind.delta, ...at, delta: text, ...kind.textFields }]
  }

  const addCall = (call: { id: string; name: string; input: string }): ResponseEvent[] => {
    const id = idOf('fc')
    const [at, index] = [{ item_id: id, output_index: done.length }, done.length]
    const item = (status: string, input: string): StoredItem => ({
      id,
      type: 'function_call',
      status,
      call_id: call.id,
      name: call.name,
      arguments: input,
    })
    done.push(item('completed', call.input))
    return [
      added(index, item('in_progress', '')),
      { type: 'response.function_call_arguments.delta', ...at, delta: call.input },
      { type: 'response.function_call_arguments.done', ...at, name: call.name, arguments: call.input },
      { type: 'response.output_item.done', output_index: index, item: done[index] },
    ]
  }

  return {
    items: () => (open ? [...done, open.kind.item(open.id, 'incomplete', open.texts.join(''))] : [...done]),
    add(event) {
      switch (event.type) {
        case 'text':
          return addText(KINDS.message, event.text)
        case 'reasoning':
          return addText(KINDS.reasoning, event.text)
        case 'client-calls':
          return [...close('completed'), ...event.calls.flatMap(addCall)]
        case 'tool':
          return [...close('completed'), { type: 'svc:tool', svc: event }]
        case 'title':
          return [{ type: 'svc:title', svc: event }]
      }
    },
    finish(isWhole) {
      const status = isWhole ? 'completed' : 'incomplete'
      const isSilent = !open && !done.some(({ type }) => type !== 'reasoning')
      return [...close(status), ...(isSilent ? [...openItem(KINDS.message), ...close(status)] : [])]
    },
  }
}

const added = (index: number, item: StoredItem): ResponseEvent => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
})

const KINDS = {
  message: {
    prefix: 'msg',
    place: { content_index: 0 },
    textFields: { logprobs: [] },
    partAdded: 'response.content_part.added',
    delta: 'response.output_text.delta',
    textDone: 'response.output_text.done',
    partDone: 'response.content_part.done',
    part: (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] }),
    /** @param text Null for an item whose text has not started. */
    item: (id: string, status: string, text: string | null): StoredItem => ({
      id,
      type: 'message',
      status,
      role: 'assistant',
      content: text === null ? [] : [KINDS.message.part(text)],
    }),
  },
  reasoning: {
    prefix: 'rs',
    place: { summary_index: 0 },
    textFields: {},
    partAdded: 'response.reasoning_summary_part.added',
    delta: 'response.reasoning_summary_text.delta',
    textDone: 'response.reasoning_summary_text.done',
    partDone: 'response.reasoning_summary_part.done',
    part: (text: string) => ({ type: 'summary_text', text }),
    item: (id: string, status: string, text: string | null): StoredItem => ({
      id,
      type: 'reasoning',
      status,
      summary: text === null ? [] : [KINDS.reasoning.part(text)],
    }),
  },
} as const
