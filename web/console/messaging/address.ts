import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

export const messagesSearch = search({
  hub: text,
  q: text,
  page: pageNumber,
  channel: oneOf(CHANNEL_NAMES),
  state: oneOf([
    'received',
    'answering',
    'sending',
    'sent',
    'unknown',
    'failed',
    'refused',
    'stopped',
    'noted',
  ]),
  ...spanReaders,
})
