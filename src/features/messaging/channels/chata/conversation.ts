/** Other party of a conversation: a person by number or business-scoped id, or a group. */
export interface ChatAConversation {
  /** The number of ours that it is held with. */
  phoneNumberId: string
  kind: 'person' | 'group'
  peer: string
}

export const conversationId = ({ phoneNumberId, kind, peer }: ChatAConversation): string =>
  kind === 'group' ? `${phoneNumberId}:group:${peer}` : `${phoneNumberId}:${peer}`

/** @returns null for what is no name of a conversation. */
export function parseChatAConversation(id: string): ChatAConversation | null {
  const { phoneNumberId, group, peer } =
    /^(?<phoneNumberId>\d+):(?<group>group:)?(?<peer>.+)$/.exec(id)?.groups ?? {}
  return phoneNumberId && peer ? { phoneNumberId, kind: group ? 'group' : 'person', peer } : null
}

/** Whether this names a person without telling their number. */
export const isScopedId = (peer: string): boolean => /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(peer)
