import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { settledLength, withoutLinks } from './links.ts'
import { sharedMessage, sharedTool, type Visibility } from './present.ts'
import type { SharedEvent } from './schema.ts'

/** Delays text while it may be part of a link. */
export function createShareRelay(
  visibility: Visibility,
  send: (event: SharedEvent) => void,
): (event: AnswerEvent) => void {
  const content = createLinkFilter(visibility)
  const reasoning = createLinkFilter(visibility)
  return (event) => {
    if (event.type === 'delta') {
      const { type, message_id } = event
      const text = content.append(event.content ?? '')
      const thought = visibility.details ? reasoning.append(event.reasoning ?? '') : ''
      if (text || thought)
        send({ type, message_id, ...(text && { content: text }), ...(thought && { reasoning: thought }) })
    } else if (event.type === 'snapshot') {
      const { message } = event
      content.reset()
      reasoning.reset()
      const soFar = {
        ...message,
        content: content.append(message.content),
        ...(message.reasoning && { reasoning: reasoning.append(message.reasoning) }),
      }
      send({ ...event, message: sharedMessage(messageIn(soFar), visibility) })
    } else if (event.type === 'end')
      send({ type: 'answered', message: sharedMessage(messageIn(event.message), visibility) })
    else if (event.type === 'tool') send({ ...event, tool: sharedTool(event.tool, visibility) })
  }
}

function createLinkFilter(visibility: Visibility) {
  let held = ''
  return {
    reset: () => void (held = ''),
    append(more: string): string {
      held += more
      const settled = settledLength(held)
      const out = withoutLinks(held.slice(0, settled), visibility)
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
