import type { KeyOwner } from './caller.ts'
import type { Cancellations } from './cancellations.ts'
import type { McpEvents } from './log-events.ts'
import { cancelledIn, requestsIn } from './messages.ts'
import type { RequestId } from './rpc.ts'
import type { McpSession } from './sessions.ts'

export interface SentRequest {
  body: unknown
  owner: Pick<KeyOwner, 'email'>
  session: McpSession | null
}

export interface RunningRequests extends Disposable {
  signalOf(id: RequestId): AbortSignal
}

/** `initialize` and requests without a session can't be cancelled, because their client can't be identified. */
export function registerRequests(
  cancellations: Pick<Cancellations, 'register'>,
  { body, owner, session }: SentRequest,
  onCancelled: () => void,
): RunningRequests {
  const registrations = new DisposableStack()
  const signals = new Map<RequestId, AbortSignal>()
  for (const { id, method } of session ? requestsIn(body) : []) {
    if (method === 'initialize') continue
    const cancelled = new AbortController()
    signals.set(id, cancelled.signal)
    registrations.use(
      cancellations.register({ email: owner.email, sessionId: session!.id, id }, () => {
        cancelled.abort()
        if (!Array.isArray(body)) onCancelled()
      }),
    )
  }
  return {
    signalOf: (id) => signals.get(id) ?? NEVER,
    [Symbol.dispose]: () => registrations.dispose(),
  }
}

const NEVER = new AbortController().signal

export async function cancelRequests(
  cancellations: Pick<Cancellations, 'cancel'>,
  { body, owner, session }: SentRequest,
  events: Pick<McpEvents, 'cancellationFailed'>,
): Promise<void> {
  if (!session) return
  const { email } = owner
  for (const id of cancelledIn(body))
    await cancellations
      .cancel({ email, sessionId: session.id, id })
      .catch((error: unknown) => events.cancellationFailed(error))
}
