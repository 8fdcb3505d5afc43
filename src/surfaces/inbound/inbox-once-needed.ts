import type { Inbox } from '#core/inbox/inbox.ts'
import type { InboxOptions } from '#core/inbox/open.ts'
import { openInboxInThread } from '#core/inbox/thread.ts'

/** The inboxes of a Hub, which all surfaces share. */
export interface SharedInbox extends Inbox {
  /** Make inboxes ready at once; others follow with their first delivery. */
  open(endpoints: readonly string[]): void
}

/** Inboxes in the Hub's folder. While nothing is served there is no need of a thread, nor of folders. */
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
