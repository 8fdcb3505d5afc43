export interface ChatAConversation {
  phoneNumberId: string
  kind: 'person' | 'group'
  peer: string
}

export const conversationId = ({ phoneNumberId, kind, peer }: ChatAConversation): string =>
  kind === 'group' ? `${phoneNumberId}:group:${peer}` : `${phoneNumberId}:${peer}`

export function parseChatAConversation(id: string): ChatAConversation | null {
  const { phoneNumberId, group, peer } =
    /^(?<phoneNumberId>\d+):(?<group>group:)?(?<peer>.+)$/.exec(id)?.groups ?? {}
  return phoneNumberId && peer ? { phoneNumberId, kind: group ? 'group' : 'person', peer } : null
}

export const isScopedId = (peer: string): boolean => /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/.test(peer)
