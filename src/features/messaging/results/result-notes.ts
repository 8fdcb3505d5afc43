import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import type { Tables } from '#ground/store/tables.ts'
import { type Carrier, enqueue, settle } from '../outbox/outbox.ts'
import type { OutgoingText } from '../channel.ts'
import { addConversation } from './conversation.ts'
import {
  encodeChatResult,
  chatConversation,
  webhookConversation,
  nameOfTarget,
  temporaryConversation,
} from './names.ts'
import { markdownOf, webhookBodyOf, type EndedRun } from './result-text.ts'

export interface NoteDeps {
  clock: Pick<Clock, 'now'>
  problemOf(target: DeliveryTarget): string | null
}

/** Queues the result in the transaction that ends the run. */
export const createResultNotes =
  ({ clock, problemOf }: NoteDeps) =>
  async (tx: Transaction<Tables>, run: EndedRun, targets: readonly DeliveryTarget[]): Promise<void> => {
    for (const target of targets) {
      const now = clock.now()
      const { channel, conversation, text } = letterFor(target, run)
      await addConversation(tx, { hub: run.hub, channel, id: conversation, kind: 'private' })
      const id = await enqueue(
        tx,
        {
          hub: run.hub,
          channel,
          conversation,
          replyTo: null,
          cause: 'result',
          messageId: null,
          runId: run.id,
          target: nameOfTarget(target),
          texts: [text],
        },
        now,
      )
      const problem = problemOf(target)
      if (problem === null) continue
      await tx
        .updateTable('outbox_parts')
        .set({ state: 'failed', reason: problem })
        .where('outbox_id', '=', id)
        .execute()
      await settle(tx, id, now)
    }
  }

interface Letter {
  channel: Carrier
  conversation: string
  text: OutgoingText
}

function letterFor(target: DeliveryTarget, run: EndedRun): Letter {
  const markdown = markdownOf(run)
  switch (target.kind) {
    case 'chat':
      return {
        channel: 'chat',
        conversation: chatConversation({ email: target.email, workflow: run.workflow }),
        text: { text: encodeChatResult({ title: run.name, text: markdown }), plain: markdown },
      }
    case 'channel':
      return {
        channel: target.channel,
        conversation: temporaryConversation(target.to),
        text: { text: markdown, plain: markdown },
      }
    case 'webhook': {
      const body = webhookBodyOf(run)
      return {
        channel: 'webhook',
        conversation: webhookConversation(target),
        text: { text: body, plain: body },
      }
    }
  }
}
