import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { settledLength, withoutLinks } from './links.ts'
import { sharedMessage, sharedTool, type Sight } from './present.ts'
import type { SharedEvent } from './schema.ts'

/** Delays text while it may be part of a link. */
export function createShareRelay(
  sight: Sight,
  send: (event: SharedEvent) => void,
): (event: AnswerEvent) => void {
  const content = createHold(sight)
  const reasoning = createHold(sight)
  return (event) => {
    if (event.type === 'delta') {
      const { type, message_id } = event
      const said = content.take(event.content ?? '')
      const thought = sight.details ? reasoning.take(event.reasoning ?? '') : ''
      if (said || thought)
        send({ type, message_id, ...(said && { content: said }), ...(thought && { reasoning: thought }) })
    } else if (event.type === 'snapshot') {
      const { message } = event
      content.forget()
      reasoning.forget()
      const soFar = {
        ...message,
        content: content.take(message.content),
        ...(message.reasoning && { reasoning: reasoning.take(message.reasoning) }),
      }
      send({ ...event, message: sharedMessage(messageIn(soFar), sight) })
    } else if (event.type === 'end')
      send({ type: 'answered', message: sharedMessage(messageIn(event.message), sight) })
    else if (event.type === 'tool') send({ ...event, tool: sharedTool(event.tool, sight) })
  }
}

function createHold(sight: Sight) {
  let held = ''
  return {
    forget: () => void (held = ''),
    take(more: string): string {
      held += more
      const settled = settledLength(held)
      const out = withoutLinks(held.slice(0, settled), sight)
      held = held.slice(settled)
      return out
    },
  }
}

const messageIn = ({
  id,
  parentId,
  role,
  content,
  model,
  state,
  timestamp,
  ...view
}: MessageView): StoredMessage => ({
  id,
  parentId,
  role,
  content,
  model: model ?? null,
  state,
  timestamp,
  extra: {
    ...(view.reasoning === undefined ? {} : { reasoning: view.reasoning }),
    ...(view.tools === undefined ? {} : { tools: view.tools }),
    ...(view.finish_reason === undefined ? {} : { cut: view.finish_reason }),
  },
})
