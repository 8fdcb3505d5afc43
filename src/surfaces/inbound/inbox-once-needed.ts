import type { Inbox } from '#core/inbox/inbox.ts'
import type { InboxOptions } from '#core/inbox/open.ts'
import { openInboxInThread } from '#core/inbox/thread.ts'

export interface SharedInbox extends Inbox {
  open(endpoints: readonly string[]): void
}

export function inboxOnceNeeded(options: Omit<InboxOptions, 'clock' | 'endpoints'>): SharedInbox {
  let inbox: Inbox | null = null
  const open = (endpoints: readonly [string, ...string[]]) =>
    (inbox ??= openInboxInThread({ ...options, endpoints }))
  return {
    open([first, ...others]) {
      if (first !== undefined) open([first, ...others])
    },
    store: (endpoint, delivery) => open([endpoint]).store(endpoint, delivery),
    async [Symbol.asyncDispose]() {
      await inbox?.[Symbol.asyncDispose]()
    },
  }
}
