import type { LocatedMessage, NotLocated } from '../../channel.ts'
import { chatBConversation, isGroup, parseChatBTarget } from './names.ts'

export function locateChatB(to: string): LocatedMessage | NotLocated {
  const place = parseChatBTarget(to)
  if (place === null)
    return { outcome: 'failed', reason: `${to} is no number of a person, a group, or <group>:<topic>` }
  const handles = isGroup(place.chat) ? null : ([String(place.chat)] as const)
  return { outcome: 'found', conversation: chatBConversation(place), handles }
}
