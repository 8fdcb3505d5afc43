import { isChannel, type ChannelName } from '#ground/hub/channels.ts'

/** A carrier of messages to people: a messaging provider, or one of our own for results of runs. */
export type Carrier = ChannelName | OwnCarrier

export type OwnCarrier = 'chat' | 'webhook'

export const isOwnCarrier = (name: string): name is OwnCarrier => name === 'chat' || name === 'webhook'

export const isCarrier = (name: string): name is Carrier => isChannel(name) || isOwnCarrier(name)
