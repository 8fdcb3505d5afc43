import { isChannel, type ChannelName } from '#ground/hub/channels.ts'

/** What brings something to people: a messaging provider, or for results of runs one of our own. */
export type Carrier = ChannelName | OwnCarrier

export type OwnCarrier = 'chat' | 'webhook'

export const isOwnCarrier = (name: string): name is OwnCarrier => name === 'chat' || name === 'webhook'

export const isCarrier = (name: string): name is Carrier => isChannel(name) || isOwnCarrier(name)
