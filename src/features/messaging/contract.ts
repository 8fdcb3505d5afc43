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
  summary: 'Messaging providers and their setup',
  query: ChannelsQuery,
  joinOrder: 'in turn',
  answer: ChannelsPage,
})

export const listMessages = route('get', '/messages', {
  ...shared,
  summary: 'Messages from messaging providers, newest first',
  query: MessagesQuery,
  answer: MessagesPage,
})

export const readMessage = route('get', '/messages/:message', {
  ...shared,
  summary: 'One message with its answer and the delivery of each part',
  params: MessageParams,
  query: MessageQuery,
  answer: MessageDetail,
})

export const sendMessagesAgain = route('post', '/messages/send-again', {
  ...shared,
  summary:
    'Retry messages: send parts that failed or whose delivery is unknown, and answer unanswered messages',
  body: SendAgain,
  answer: SentAgain,
})

export const listDeliveries = route('get', '/deliveries', {
  ...shared,
  summary: 'Deliveries of a run’s result',
  query: DeliveriesQuery,
  answer: ResultDeliveries,
})

export const deliverAgain = route('post', '/deliveries/send-again', {
  ...shared,
  summary: 'Resend results whose delivery failed, was refused or is unknown',
  body: DeliverAgain,
  answer: DeliveredAgain,
})
