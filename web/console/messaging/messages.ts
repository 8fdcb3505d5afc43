import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import type { ChannelView, MessageDetail, ChannelMessageView } from '#features/messaging/schema.ts'
import { number, texts } from '../../ui/language.ts'

type Sending = MessageDetail['sent'][number]

const reasons: Readonly<Record<string, string>> = {
  'unknown sender': 'No account has this handle',
  blocked: 'The account is blocked',
  no_identity: 'No account has this handle',
  no_grant: 'The account may not use this Hub',
  unknown_hub: 'The Hub isn’t registered yet',
  budget_exhausted: 'The budget is used up',
  access_unavailable: 'Access couldn’t be checked',
  'access_withdrawn: blocked': 'The account was blocked while the agent answered',
  'access_withdrawn: no_grant': 'The account lost its access while the agent answered',
  'access_withdrawn: access_unavailable': 'Access couldn’t be checked while the agent answered',
}

export const messaging = texts('console.messaging', {
  lead: 'Messages that people sent to a Hub through messaging providers, and the state of the answers.',
  noHub: 'No Hubs with messages',
  noHubText: 'Managers of a Hub see its messages here.',
  search: 'Search messages',
  channel: 'Channel',
  state: 'State',
  sender: 'Sender',
  unknown: 'unknown',
  account: 'Account',
  handle: 'Handle',
  conversation: 'Conversation',
  message: 'Message',
  reason: 'Reason',
  received: 'Received',
  ended: 'Ended',
  noText: 'No text',
  files: (count: number) => (count === 1 ? '1 file' : `${number(count)} files`),
  channels: CHANNEL_LABELS satisfies Record<ChannelView['name'], string>,
  states: {
    received: 'Waiting',
    answering: 'Being answered',
    sending: 'Being sent',
    sent: 'Sent',
    unknown: 'Delivery unknown',
    failed: 'Failed',
    refused: 'Refused',
    stopped: 'Stopped',
    noted: 'Noted',
  } satisfies Record<ChannelMessageView['state'], string>,
  about: {
    received: 'Waiting to be answered',
    answering: 'The agent is answering',
    sending: 'The answer is being sent',
    sent: 'The provider accepted the whole answer',
    unknown: 'It is unknown whether all of the answer arrived',
    failed: 'Not answered, or the answer wasn’t sent',
    refused: 'The sender may not use the Hub, so there is no answer',
    stopped: 'The sender stopped the answer',
    noted: 'Not meant for the Hub; kept as context',
  } satisfies Record<ChannelMessageView['state'], string>,
  reasons,
  again: 'Send again',
  againCount: (count: number) =>
    count === 1 ? 'Send 1 message again' : `Send ${number(count)} messages again`,
  choose: (sender: string) => `Choose the message of ${sender}`,
  chooseAll: 'Choose all shown messages that failed or whose delivery is unknown',
  chosen: 'Chosen',
  againTitle: 'Resend answers that may have arrived already?',
  againText: (count: number) =>
    count === 1
      ? 'Delivery status is unknown. Resending may deliver the answer twice.'
      : `Delivery status of ${number(count)} of these answers is unknown. Resending may deliver these answers twice.`,
  againDone: (count: number) =>
    count === 1
      ? 'The message is being processed again.'
      : `${number(count)} messages are being processed again.`,
  one: 'Message',
  missing: 'No such message',
  missingText: 'The message was deleted after its retention time, or it belongs to a Hub you don’t manage.',
  text: 'Message',
  answer: 'Answer',
  noAnswer: 'No answer.',
  sent: 'Sent messages',
  nothingSent: 'Nothing was sent.',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${number(count)} attempts`),
  causes: { answer: 'Answer', notice: 'Notice', result: 'Result' } satisfies Record<Sending['cause'], string>,
  parts: {
    waiting: 'Waiting',
    sending: 'Being sent',
    sent: 'Sent',
    failed: 'Failed',
    unknown: 'Delivery unknown',
  } satisfies Record<Sending['parts'][number]['state'], string>,
  times: { sent_at: 'Sent', delivered_at: 'Delivered', read_at: 'Read' },
  notReported: 'not reported',
  setUp: 'Channels',
  setUpCount: (ready: number) =>
    ready === 0
      ? 'No channel is set up yet'
      : ready === 1
        ? '1 channel is set up'
        : `${ready} channels are set up`,
  address: 'Address for the provider',
  socket: 'The Hub connects to the provider; there is no address to enter.',
  ready: 'Set up',
  half: 'Receives only',
  off: 'Not set up',
  missingToReceive: 'To receive messages, set in the Hub’s .env:',
  missingToAnswer: 'To answer messages, set in the Hub’s .env:',
  start: 'Start the Hub with',
  register: 'Register the webhook address with',
  lastReceived: 'Last received',
  neverHeard: 'Nothing received yet',
  first: 'No messages yet',
  firstText: 'Write to the Hub through a channel that is set up. The message then appears here.',
  firstSetUpText:
    'No channel is set up. Choose a channel below to see its variables and the settings at the provider.',
})

/** Capitalizes a sentence; codes stay unchanged. */
export const sentenceOf = (reason: string): string =>
  /^\p{Ll}+(?![\p{L}\p{N}_./-])/u.test(reason) ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason

export const messageFailureReason = ({
  state,
  reason,
}: Pick<ChannelMessageView, 'state' | 'reason'>): string =>
  reason === null ? messaging.about[state] : (messaging.reasons[reason] ?? sentenceOf(reason))

export const senderOf = ({
  sender,
  email,
  handle,
}: Pick<ChannelMessageView, 'sender' | 'email' | 'handle'>): string => sender ?? email ?? handle
