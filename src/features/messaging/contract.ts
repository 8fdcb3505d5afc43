import { route } from '#ground/api/contract.ts'
import {
  ChannelsPage,
  ChannelsQuery,
  ResultDeliveries,
  DeliveriesQuery,
  DeliverAgain,
  DeliveredAgain,
  MessageDetail,
  MessageParams,
  MessageQuery,
  MessagesPage,
  MessagesQuery,
  SendAgain,
  SentAgain,
} from './schema.ts'

const shared = { level: 'admin', isLive: true, refusals: ['outside_ceiling', 'not_found'] } as const

export const listChannels = route('get', '/channels', {
  ...shared,
  summary: 'Messaging providers, and how each is set up',
  query: ChannelsQuery,
  joined: 'in turn',
  answer: ChannelsPage,
})

export const listMessages = route('get', '/messages', {
  ...shared,
  summary: 'What people wrote from messaging providers, newest first',
  query: MessagesQuery,
  answer: MessagesPage,
})

export const readMessage = route('get', '/messages/:message', {
  ...shared,
  summary: 'One message, its answer, and what became of each part that was sent',
  params: MessageParams,
  query: MessageQuery,
  answer: MessageDetail,
})

export const sendMessagesAgain = route('post', '/messages/send-again', {
  ...shared,
  summary: 'Send what failed, or of which nobody knows whether it arrived; answer what could not be answered',
  body: SendAgain,
  answer: SentAgain,
})

export const listDeliveries = route('get', '/deliveries', {
  ...shared,
  summary: 'Where the result of a run went, and what became of it',
  query: DeliveriesQuery,
  answer: ResultDeliveries,
})

export const deliverAgain = route('post', '/deliveries/send-again', {
  ...shared,
  summary: 'Send results again that failed, were refused, or of which nobody knows whether they arrived',
  body: DeliverAgain,
  answer: DeliveredAgain,
})
