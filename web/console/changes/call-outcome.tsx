import type { ChangeRequestView } from '#features/changes/schema.ts'
import { Notice } from '../../ui/notice.tsx'
import { changes } from './messages.ts'

/** Result of a confirmed call, with the tool's output. */
export function CallOutcome({ result }: { result: ChangeRequestView['result'] }) {
  const outcome = result?.outcome ?? 'waiting'
  const isCalm = outcome === 'waiting' || outcome === 'running' || outcome === 'applied'
  return (
    <div role="status" className="flex flex-col gap-3">
      <Notice kind={isCalm ? 'info' : 'attention'} title={changes.callOutcomes[outcome]}>
        {result?.detail ?? changes.callWaiting}
      </Notice>
      {result?.output !== undefined && (
        <section aria-labelledby="output">
          <h2 id="output" className="mb-1 text-13 font-medium text-muted">
            {changes.output}
          </h2>
          <pre className="max-h-96 overflow-auto rounded-m border border-line bg-sunken p-3 font-mono text-13 break-words whitespace-pre-wrap">
            {result.output}
          </pre>
        </section>
      )}
    </div>
  )
}
