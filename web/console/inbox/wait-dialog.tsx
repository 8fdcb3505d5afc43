import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readTestWait, startTestWait } from '#core/inbox/contract.ts'
import type { InboxEndpoint, InboxWait } from '#core/inbox/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shortTime } from '../../ui/time.ts'
import { call, errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { workflowName } from '../runs/run-facts.tsx'
import { inbox } from './messages.ts'

type Endpoint = Pick<InboxEndpoint, 'hub' | 'name'>

const POLL_MS = 1500

const waitQuery = ({ hub, name: endpoint }: Endpoint) =>
  queryOptions({
    queryKey: ['inbox-wait', hub, endpoint],
    queryFn: ({ signal }) => call(readTestWait, { query: { hub, endpoint }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? POLL_MS : false),
    gcTime: 0,
  })

const isOpen = ({ event, until }: InboxWait): boolean =>
  event === null && until !== null && Date.parse(until) > Date.now()

/** Waits for one delivery at the test address, and shows it as a task would read it. */
export function WaitDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const client = useQueryClient()
  const options = waitQuery(endpoint)
  const start = useMutation({
    mutationFn: () => call(startTestWait, { body: { hub: endpoint.hub, endpoint: endpoint.name } }),
    onSuccess: (wait) => client.setQueryData(options.queryKey, wait),
  })
  const { mutate } = start
  useEffect(() => mutate(), [mutate])
  const { data: wait, error } = useQuery({ ...options, enabled: start.isSuccess })
  const problem = start.error ?? error
  return (
    <Dialog
      open
      onClose={onClose}
      title={inbox.wait}
      description={inbox.waitText}
      closeLabel={common.close}
      className="max-w-xl"
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice kind="failure">{errorText(problem)}</Notice>}
        {wait && <Waiting wait={wait} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.close}</Button>
          {wait && !isOpen(wait) && (
            <Button look="primary" busy={start.isPending} onClick={() => mutate()}>
              {inbox.waitAgain}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Waiting({ wait }: { wait: InboxWait }) {
  const { address, event, refusal, taken_by, until } = wait
  if (event !== null)
    return (
      <>
        <p role="status">
          {taken_by === null ? inbox.waitTakenByNone : inbox.waitTakenBy(workflowName(taken_by))}
        </p>
        <CodeSample label={inbox.event} text={event} copyLabel={common.copy} copiedLabel={common.copied} />
      </>
    )
  return (
    <>
      <CodeSample
        label={inbox.waitAddress}
        text={address}
        copyLabel={common.copy}
        copiedLabel={common.copied}
      />
      {refusal && (
        <Notice kind="attention" title={inbox.waitRefused}>
          {inbox.why_refused[refusal.why](refusal)}
        </Notice>
      )}
      <p role="status" className="text-muted">
        {isOpen(wait) && until !== null
          ? inbox.waitUntil(shortTime(Date.parse(until) / 1000))
          : inbox.waitEnded}
      </p>
    </>
  )
}
